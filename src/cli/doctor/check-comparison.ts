import { settleWithin } from '../../kernel/time-limit.js';
import { toCliError } from '../cli-error.js';
import type { OpenProgram } from '../ports.js';
import type { Finding } from './finding.js';

/** What answers and options are compared with. A backend that was asked for by name and is not there is a fault. */
export async function checkComparison(program: Pick<OpenProgram, 'comparison'>, timeLimitMs: number): Promise<Finding> {
  try {
    const described = await settleWithin({ maxMs: timeLimitMs }, () => program.comparison());
    return !described.ok
      ? { subject: 'comparison', state: 'note', text: 'could not be determined in time' }
      : { subject: 'comparison', state: 'ok', text: described.value };
  } catch (error) {
    return { subject: 'comparison', state: 'broken', text: toCliError(error).line };
  }
}
