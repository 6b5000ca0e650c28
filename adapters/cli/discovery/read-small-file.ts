import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { errorCode } from '../../../src/kernel/error-code.js';
import { failure, type Result, success } from '../../../src/kernel/result.js';

const MAX_BYTES = 1024 * 1024;

/**
 * The text of a small regular file, `missing`, or why it cannot be read (to follow the file's name). Reading a named
 * pipe would block a thread forever.
 */
export async function readSmallFile(path: string): Promise<Result<string, string>> {
  let file: FileHandle | undefined;
  try {
    file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    if (!(await file.stat()).isFile()) return failure('is not a regular file');
    const bytes = await readUpTo(file, MAX_BYTES + 1);
    if (bytes.length > MAX_BYTES) return failure(`is larger than ${MAX_BYTES} bytes`);
    return success(bytes.toString('utf8'));
  } catch (error) {
    const code = errorCode(error) ?? 'an unknown error';
    return failure(code === 'ENOENT' || code === 'ENOTDIR' ? 'missing' : `cannot be read (${code})`);
  } finally {
    await file?.close();
  }
}

async function readUpTo(file: FileHandle, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  while (size < limit) {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(Math.min(64 * 1024, limit - size)), 0);
    if (bytesRead === 0) break;
    chunks.push(buffer.subarray(0, bytesRead));
    size += bytesRead;
  }
  return Buffer.concat(chunks);
}
