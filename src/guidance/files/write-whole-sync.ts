import { randomBytes } from 'node:crypto';
import { closeSync, fstatSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/**
 * Puts a whole file in place or leaves what was there, without giving way in between: a hook whose time is over ends
 * its process at the next pause, and would leave a half-written draft beside the file.
 */
export function writeWholeSync(path: string, content: string, mode = 0o666): void {
  const draft = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}.tmp`);
  try {
    writeDraft(draft, Buffer.from(content, 'utf8'), mode);
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

function writeDraft(draft: string, bytes: Buffer, mode: number): void {
  const descriptor = openSync(draft, 'wx', mode);
  try {
    writeFileSync(descriptor, bytes);
    fsyncSync(descriptor);
    const { size } = fstatSync(descriptor);
    if (size !== bytes.byteLength) {
      throw new Error(`only ${size} of ${bytes.byteLength} bytes were written; is the disk full?`);
    }
  } finally {
    closeSync(descriptor);
  }
}
