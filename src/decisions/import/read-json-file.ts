import { constants, open } from 'node:fs/promises';
import { errorCode } from '../../kernel/error-code.js';
import { failure, type Result, success } from '../../kernel/result.js';

/** The JSON in a file, or the reason why there is none. */
export async function readJsonFile(file: string): Promise<Result<unknown, string>> {
  const text = await readText(file);
  if (!text.ok) return text;
  try {
    return success(JSON.parse(text.value.replace(/^\ufeff/, '')));
  } catch {
    return failure(text.value.trim() === '' ? 'it is empty' : 'it is not JSON, or only the beginning of it');
  }
}

const MAX_BYTES = 256 * 1024 * 1024;

async function readText(file: string): Promise<Result<string, string>> {
  try {
    // Without waiting: a named pipe would block the program until another process writes into it.
    const handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const { size, isFile } = await handle.stat().then((found) => ({ size: found.size, isFile: found.isFile() }));
      if (!isFile) return failure('it is not a file');
      if (size > MAX_BYTES) return failure(`it is larger than ${MAX_BYTES / 1024 / 1024} MB`);
      return success(await handle.readFile('utf8'));
    } finally {
      await handle.close();
    }
  } catch (error) {
    const code = errorCode(error) ?? String(error);
    return failure(`it cannot be read (${code})`);
  }
}
