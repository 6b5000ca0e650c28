import { lstat, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { UserError } from '../../kernel/user-error.js';
import type { CommandLinePorts } from '../ports.js';
import { changedLines } from './changed-lines.js';
import { REGISTRATION_FILE, register, unregister } from './registration.js';
import type { Step } from './step.js';

type Ports = Pick<CommandLinePorts, 'serverCommand' | 'writeFileAtomically'>;

/** Undefined when the file already says what it should. */
export async function registrationStep(folder: string, remove: boolean, ports: Ports): Promise<Step | undefined> {
  const file = join(folder, REGISTRATION_FILE);
  const before = await readRegistrationFile(file);
  if (before === undefined && remove) return undefined;
  const after = remove ? unregister(before ?? '') : register(before, ports.serverCommand);
  if (after === before) return undefined;
  return {
    title: `${REGISTRATION_FILE}${kindOfChange(before, after)}`,
    lines: changedLines(before ?? '', after ?? ''),
    apply: () => (after === undefined ? rm(file) : ports.writeFileAtomically(file, after)),
  };
}

/** Undefined when there is none. */
export async function readRegistrationFile(file: string, shown = REGISTRATION_FILE): Promise<string | undefined> {
  const facts = await lstat(file).catch(() => undefined);
  if (facts === undefined) return undefined;
  // A link could lead to any file of the person, and a pipe would never end.
  if (!facts.isFile()) {
    throw new UserError(
      'validation_error',
      `${shown} is a link or not a plain file; replace it by a file, nothing was written`,
    );
  }
  return readFile(file, 'utf8');
}

export function kindOfChange(before: string | undefined, after: string | undefined): string {
  if (before === undefined) return ' (new file)';
  return after === undefined ? ' (file removed: nothing else is in it)' : '';
}
