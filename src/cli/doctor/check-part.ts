import { toCliError } from '../cli-error.js';
import type { PartState } from '../ports.js';
import type { Finding } from './finding.js';
import { timeLimit } from './time-limit.js';

/** A part of the program that says of itself how it is; one that hangs must not hang the doctor. */
export async function checkPart(
  subject: string,
  look: () => Promise<PartState>,
  timeLimitMs: number,
): Promise<Finding> {
  const { expired, stop } = timeLimit(timeLimitMs);
  try {
    const facts = await Promise.race([look(), expired]);
    if (facts === 'expired') return { subject, state: 'note', text: 'could not be determined in time' };
    return { subject, ...facts };
  } catch (error) {
    return { subject, state: 'broken', text: toCliError(error).line };
  } finally {
    stop();
  }
}
