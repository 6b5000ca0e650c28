import { constants } from 'node:fs';
import { type FileHandle, lstat, open, realpath } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { errorCode, errorMessage } from '../../kernel/error-code.js';
import { isRecord } from '../../kernel/is-record.js';
import { parseJson } from '../../kernel/json-text.js';
import { UserError } from '../../kernel/user-error.js';

/** A file in which a client keeps its settings. */
export interface ClientFile {
  /** Absolute. */
  readonly file: string;
  /** Its name in messages. */
  readonly shown: string;
}

export interface ClientFileText {
  readonly text: string;
  /** Permission bits. */
  readonly mode: number;
}

/** Undefined if there is none. Rejects with a `UserError` for a link or anything that is not a plain file. */
export async function readClientFile({ file, shown }: ClientFile): Promise<ClientFileText | undefined> {
  // A link could lead to any file of the user, and reading a pipe would never end.
  const folder = await lstat(dirname(file)).catch(() => undefined);
  if (folder?.isSymbolicLink() === true) {
    throw refuse(`${dirname(shown)} is a link; replace it with a folder`);
  }
  if (folder?.isDirectory() === false) throw refuse(`${dirname(shown)} is not a folder; replace it with one`);
  const opened = await openWithoutLink(file);
  if (opened === 'missing') return undefined;
  if (opened === 'unusable') throw refuse(`${shown} is a link or not a plain file; replace it with a file`);
  try {
    const facts = await opened.stat();
    if (!facts.isFile()) throw refuse(`${shown} is a link or not a plain file; replace it with a file`);
    if (facts.size > MAX_BYTES) throw refuse(`${shown} is larger than ${MAX_BYTES} bytes; make it smaller`);
    const bytes = await opened.readFile();
    const text = bytes.toString('utf8');
    // Other bytes would be lost when the file is written again.
    if (!Buffer.from(text).equals(bytes)) throw refuse(`${shown} is not UTF-8; save it as UTF-8`);
    return { text, mode: facts.mode & 0o777 };
  } finally {
    await opened.close();
  }
}

/** Where a file of the user really is: it, or its folder, may be a link to other settings of theirs. */
export async function followLinks(file: string): Promise<string> {
  return realpath(file).catch(async () =>
    join(await realpath(dirname(file)).catch(() => dirname(file)), basename(file)),
  );
}

/** Claude Code's own state can be large. */
const MAX_BYTES = 32 * 1024 * 1024;

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

/** An empty file has no settings. Throws a `UserError` for a text that is not a JSON object. */
export function parseSettings(text: string, shown: string): Readonly<Record<string, unknown>> {
  let parsed: unknown;
  try {
    parsed = text.trim() === '' ? {} : parseJson(text);
  } catch (error) {
    throw brokenFile(shown, `is not valid JSON (${errorMessage(error)})`);
  }
  if (!isRecord(parsed)) throw brokenFile(shown, 'is not a JSON object');
  return parsed;
}

/** The error for a file that the user has to repair first. */
export function brokenFile(shown: string, problem: string): UserError {
  return new UserError('validation_error', `${shown} ${problem}; fix it first, nothing was written`);
}
