import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { resolve } from 'node:path';
import { errorCode } from '../../kernel/error-code.js';
import { UserError } from '../../kernel/user-error.js';

/** Far more than a panel can use: common participants take at least 100,000 characters. */
export const MAX_CONTEXT_BYTES = 256 * 1024;

/** The text itself, or the content of the file that `@file` names. */
export async function readContext(text: string, currentFolder: string): Promise<string> {
  if (!text.startsWith('@')) return text;
  const name = text.slice(1);
  const bytes = await readBounded(resolve(currentFolder, name), name);
  if (bytes.includes(0)) throw invalid(`--context: ${name} is not a text file; give notes, code or another text`);
  return bytes.toString('utf8');
}

async function readBounded(path: string, name: string): Promise<Buffer> {
  let file: FileHandle;
  try {
    // Opening a named pipe would otherwise wait for a writer that may never come.
    file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    throw invalid(`--context: ${name} could not be read (${reasonOf(error)}); check the path after the @`);
  }
  try {
    const facts = await file.stat();
    if (!facts.isFile()) throw invalid(`--context: ${name} is not a file; name a text file after the @`);
    if (facts.size > MAX_CONTEXT_BYTES) {
      throw invalid(
        `--context: ${name} has ${Math.ceil(facts.size / 1024)} KB, the limit is ${MAX_CONTEXT_BYTES / 1024} KB; give the part that matters`,
      );
    }
    const buffer = Buffer.alloc(MAX_CONTEXT_BYTES);
    const { bytesRead } = await file.read(buffer, 0, MAX_CONTEXT_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

function invalid(message: string): UserError {
  return new UserError('validation_error', message);
}

function reasonOf(error: unknown): string {
  const code = errorCode(error);
  return code === 'ENOENT' ? 'no such file' : (code ?? String(error));
}
