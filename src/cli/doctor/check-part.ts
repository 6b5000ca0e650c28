import { settleWithin } from '../../kernel/time-limit.js';
import { toCliError } from '../cli-error.js';
import type { Finding, PartState } from './finding.js';

/** Asks a part of the program for its state, with a time limit. */
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
