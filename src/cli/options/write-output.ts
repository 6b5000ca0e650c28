import { resolve } from 'node:path';
import { describeDiskError } from '../../kernel/disk-error.js';
import { UserError } from '../../kernel/user-error.js';
import type { CommandLinePorts } from '../ports.js';
import { displayPath } from '../text/display-path.js';

type Ports = Pick<CommandLinePorts, 'currentFolder' | 'homeFolder' | 'writeFileAtomically'>;

/** Writes a file that the user named, all or nothing, and returns its name for messages. */
export async function writeOutput(named: string, text: string | AsyncIterable<string>, ports: Ports): Promise<string> {
  const file = resolve(ports.currentFolder, named);
  const shown = displayPath(file, ports);
  try {
    await ports.writeFileAtomically(file, text);
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
  ports: Ports & Pick<CommandLinePorts, 'stdout'>,
): Promise<string | undefined> {
  if (named !== undefined) return writeOutput(named, text, ports);
  for await (const part of text) {
    ports.stdout.write(part);
    await ports.stdout.ready?.();
  }
  return undefined;
}
