import { randomBytes } from 'node:crypto';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

export interface WriteOptions {
  /** Permission bits of the new file; the process's umask still applies. */
  readonly mode?: number;
}

/**
 * Puts a whole file in place or leaves what was there. Nobody ever reads half a file, not after a crash and not on
 * a full disk: the new content is on the disk, complete, before it takes the old one's name.
 * A symbolic link at `path` is replaced, not followed.
 */
export async function writeAtomically(
  path: string,
  content: string | Uint8Array | AsyncIterable<string>,
  options: WriteOptions = {},
): Promise<void> {
  const draft = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}.tmp`);
  try {
    await writeDraft(draft, content, options.mode ?? 0o666);
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  await syncFolder(dirname(path));
}

async function writeDraft(
  draft: string,
  content: string | Uint8Array | AsyncIterable<string>,
  mode: number,
): Promise<void> {
  const file = await open(draft, 'wx', mode);
  try {
    let size = 0;
    for await (const part of typeof content === 'string' || content instanceof Uint8Array ? [content] : content) {
      const bytes = typeof part === 'string' ? Buffer.from(part, 'utf8') : part;
      await file.writeFile(bytes);
      size += bytes.byteLength;
    }
    await file.sync();
    await expectSize(file, size);
  } finally {
    await file.close();
  }
}

// Some file systems report a full disk late or not at all: only a draft of the right size may replace the good file.
async function expectSize(file: FileHandle, expected: number): Promise<void> {
  const { size } = await file.stat();
  if (size !== expected) throw new Error(`only ${size} of ${expected} bytes were written; is the disk full?`);
}

/** Makes the rename itself durable. Not every platform can open a folder; there the rename is durable enough. */
async function syncFolder(folder: string): Promise<void> {
  let handle: FileHandle;
  try {
    handle = await open(folder, 'r');
  } catch {
    return;
  }
  try {
    await handle.sync();
  } catch {
    // The file is complete and in place; only its survival of a power cut in this instant is left to the system.
  } finally {
    await handle.close();
  }
}
