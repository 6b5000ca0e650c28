import { constants } from 'node:fs';
import { type FileHandle, lstat, open, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { errorCode } from '../../kernel/error-code.js';
import { UserError } from '../../kernel/user-error.js';
import type { CommandLinePorts } from '../ports.js';
import { changedLines } from './changed-lines.js';
import { foreignKeys, REGISTRATION_FILE, register, unregister } from './registration.js';
import type { Step } from './step.js';

type Ports = Pick<CommandLinePorts, 'serverCommand' | 'writeFileAtomically'>;

/** Undefined if nothing has to change. */
export async function registrationStep(folder: string, remove: boolean, ports: Ports): Promise<Step | undefined> {
  const file = join(folder, REGISTRATION_FILE);
  const before = await readRegistrationFile(file);
  if (before === undefined && remove) return undefined;
  const after = remove ? unregister(before ?? '') : register(before, ports.serverCommand);
  if (after === before) return undefined;
  return {
    title: `${REGISTRATION_FILE}${kindOfChange(before, after)}`,
    lines: [...changedLines(before ?? '', after ?? ''), ...(remove ? [] : droppedLines(before ?? ''))],
    apply: () => (after === undefined ? rm(file) : ports.writeFileAtomically(file, after)),
  };
}

function droppedLines(before: string): string[] {
  const dropped = foreignKeys(before);
  return dropped.length === 0 ? [] : [`! dropped from the entry "witan" that was there: ${dropped.join(', ')}`];
}

/** Undefined if there is none. */
export async function readRegistrationFile(file: string, shown = REGISTRATION_FILE): Promise<string | undefined> {
  // A link could lead to any file of the user, and reading a pipe would never end.
  if ((await lstat(dirname(file)).catch(() => undefined))?.isSymbolicLink() === true) {
    throw refuse(`${dirname(shown)} is a link; replace it with a folder`);
  }
  const opened = await openWithoutLink(file);
  if (opened === 'missing') return undefined;
  if (opened === 'unusable') throw refuse(`${shown} is a link or not a plain file; replace it with a file`);
  try {
    const facts = await opened.stat();
    if (!facts.isFile()) throw refuse(`${shown} is a link or not a plain file; replace it with a file`);
    if (facts.size > MAX_BYTES) throw refuse(`${shown} is larger than ${MAX_BYTES} bytes; make it smaller`);
    return await opened.readFile('utf8');
  } finally {
    await opened.close();
  }
}

const MAX_BYTES = 4 * 1024 * 1024;

async function openWithoutLink(file: string): Promise<FileHandle | 'missing' | 'unusable'> {
  try {
    return await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    const code = errorCode(error) ?? '';
    if (code === 'ENOENT') return 'missing';
    if (['ELOOP', 'EMLINK', 'ENXIO', 'ENOTDIR'].includes(code)) return 'unusable';
    throw error;
  }
}

function refuse(problem: string): UserError {
  return new UserError('validation_error', `${problem}, nothing was written`);
}

export function kindOfChange(before: string | undefined, after: string | undefined): string {
  if (before === undefined) return ' (new file)';
  return after === undefined ? ' (file removed: nothing else is in it)' : '';
}
