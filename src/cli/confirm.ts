import { plainLine } from '../kernel/plain-text.js';
import { UserError } from '../kernel/user-error.js';
import type { Output } from './cli-command.js';
import { EXIT } from './cli-error.js';
import type { Shell } from './shell.js';

type Needs = Pick<Shell, 'ask'>;

/** Everything except yes means no; undefined without a terminal. */
export async function askYesNo(question: string, shell: Needs): Promise<boolean | undefined> {
  const answer = await shell.ask(`${plainLine(question)} [y/N] `);
  return answer === undefined ? undefined : /^y(es)?$/i.test(answer.trim());
}

/** For deletions: without a terminal, and with `--json`, `--yes` is required. */
export async function isDeletionConfirmed(
  question: string,
  { yes = false, json = false }: { readonly yes?: boolean | undefined; readonly json?: boolean | undefined },
  shell: Needs,
): Promise<boolean> {
  if (yes) return true;
  const isAgreed = json ? undefined : await askYesNo(question, shell);
  if (isAgreed !== undefined) return isAgreed;
  throw new UserError('validation_error', 'delete: there is no terminal to ask on; add --yes to delete without asking');
}

/** After a no. */
export const NOTHING_DELETED: Output = {
  json: { deleted: null },
  render: (page) => page.line('Nothing was deleted.'),
  exitCode: EXIT.failed,
};
