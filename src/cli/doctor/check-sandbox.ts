import { faultOf } from '../fault.js';
import type { OpenProgram } from '../ports.js';
import type { Finding } from './finding.js';
import { timeLimit } from './time-limit.js';

/** What stands around the commands of participants. A sandbox that is required and does not work is a fault. */
export async function checkSandbox(program: Pick<OpenProgram, 'sandbox'>, timeLimitMs: number): Promise<Finding> {
  const { expired, stop } = timeLimit(timeLimitMs);
  try {
    const facts = await Promise.race([program.sandbox(), expired]);
    if (facts === 'expired') return { subject: 'sandbox', state: 'note', text: 'could not be determined in time' };
    const { state, text, remedy } = facts;
    return { subject: 'sandbox', state, text, ...(remedy === undefined ? {} : { remedy }) };
  } catch (error) {
    return { subject: 'sandbox', state: 'broken', text: faultOf(error).line };
  } finally {
    stop();
  }
}
