import { settleWithin } from '../../kernel/time-limit.js';
import { toCliError } from '../cli-error.js';
import type { PartState } from '../ports.js';
import type { Finding } from './finding.js';

/** A part of the program that says of itself how it is; one that hangs must not hang the doctor. */
export async function checkPart(
  subject: string,
  look: () => Promise<PartState>,
  timeLimitMs: number,
): Promise<Finding> {
  try {
    const part = await settleWithin({ maxMs: timeLimitMs }, look);
    if (!part.ok) return { subject, state: 'note', text: 'could not be determined in time' };
    return { subject, ...part.value };
  } catch (error) {
    return { subject, state: 'broken', text: toCliError(error).line };
  }
}
