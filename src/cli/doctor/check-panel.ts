import { settleWithin } from '../../kernel/time-limit.js';
import type { Program } from '../../program/program.js';
import { toCliError } from '../cli-error.js';
import type { Finding } from './finding.js';

/** The default panel, with a time limit because choosing it asks every adapter. */
export async function checkPanel(program: Pick<Program, 'council'>, timeLimitMs: number): Promise<Finding> {
  try {
    const chosen = await settleWithin({ maxMs: timeLimitMs }, () => program.council.defaultPanel());
    if (!chosen.ok) {
      return {
        subject: 'panel',
        state: 'note',
        text: 'could not be determined in time',
        remedy: 'see which adapter above did not respond, or name participants with -p',
      };
    }
    const panel = chosen.value;
    const text = panel.participants.join(', ');
    if (!panel.participants.every((name) => name.endsWith('@demo'))) return { subject: 'panel', state: 'ok', text };
    return {
      subject: 'panel',
      state: 'note',
      text: `${text} (no model was found)`,
      remedy: 'add any model above and `witan deliberate` will use it',
    };
  } catch (error) {
    return { subject: 'panel', state: 'broken', text: toCliError(error).line };
  }
}
