import { toCliError } from '../cli-error.js';
import type { OpenProgram } from '../ports.js';
import type { Finding } from './finding.js';
import { timeLimit } from './time-limit.js';

/** What answers and options are compared with. A backend that was asked for by name and is not there is a fault. */
export async function checkComparison(program: Pick<OpenProgram, 'comparison'>, timeLimitMs: number): Promise<Finding> {
  const { expired, stop } = timeLimit(timeLimitMs);
  try {
    const text = await Promise.race([program.comparison(), expired]);
    return text === 'expired'
      ? { subject: 'comparison', state: 'note', text: 'could not be determined in time' }
      : { subject: 'comparison', state: 'ok', text };
  } catch (error) {
    return { subject: 'comparison', state: 'broken', text: toCliError(error).line };
  } finally {
    stop();
  }
}
