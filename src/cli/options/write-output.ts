import { resolve } from 'node:path';
import { describeDiskError } from '../../kernel/disk-error.js';
import { UserError } from '../../kernel/user-error.js';
import type { Shell } from '../shell.js';
import { displayPath } from '../text/display-path.js';

type Needs = Pick<Shell, 'currentFolder' | 'homeFolder' | 'writeFileAtomically'>;

/** Writes a file that the user named, all or nothing, and returns its name for messages. */
export async function writeOutput(named: string, text: string | AsyncIterable<string>, shell: Needs): Promise<string> {
  const file = resolve(shell.currentFolder, named);
  const shown = displayPath(file, shell);
  try {
    await shell.writeFileAtomically(file, text);
    return shown;
  } catch (error) {
    const reason = describeDiskError(error);
    throw reason === undefined ? error : new UserError('validation_error', `${shown} was not written: ${reason}`);
  }
}

/** A long text to the file that the user named, or to standard output. */
export async function writeExport(
  text: AsyncIterable<string>,
  named: string | undefined,
  shell: Needs & Pick<Shell, 'stdout'>,
): Promise<string | undefined> {
  if (named !== undefined) return writeOutput(named, text, shell);
  for await (const part of text) {
    shell.stdout.write(part);
    await shell.stdout.ready?.();
  }
  return undefined;
}
