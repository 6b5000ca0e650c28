import { randomBytes } from 'node:crypto';
import { closeSync, fstatSync, fsync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { cutBytes } from './cut-text.js';

export interface WriteOptions {
  /** Permission bits of the new file; the process's umask still applies. */
  readonly mode?: number;
  /** False: does not wait for the disk. For data that can be made again. */
  readonly durable?: boolean;
}

/** How the draft is created, renamed and removed: with checks for Witan's own files, plainly for a user's. */
export interface DraftFiles {
  create(path: string, mode: number): number;
  rename(from: string, to: string): void;
  remove(path: string): void;
}

const flush = promisify(fsync);

/**
 * Replaces a whole file or leaves it unchanged, also after a crash and on a full disk: the new content is
 * complete on the disk before it takes the old one's name. A symbolic link at `path` is replaced, not followed.
 */
export async function writeAtomically(
  path: string,
  content: string | AsyncIterable<string>,
  { mode = 0o666, files = PLAIN_FILES }: WriteOptions & { readonly files?: DraftFiles } = {},
): Promise<void> {
  const draft = draftOf(path);
  try {
    const descriptor = files.create(draft, mode);
    try {
      let size = 0;
      for await (const part of typeof content === 'string' ? [content] : content) size += writeAll(descriptor, part);
      await flush(descriptor);
      expectSize(descriptor, size);
    } finally {
      closeSync(descriptor);
    }
    files.rename(draft, path);
  } catch (error) {
    files.remove(draft);
    throw error;
  }
  await flushFolder(dirname(path));
}

/** The same without giving way in between, for a hook that may be ended at its next pause. */
export function writeAtomicallySync(
  path: string,
  content: string,
  { mode = 0o666, durable = true, files = PLAIN_FILES }: WriteOptions & { readonly files?: DraftFiles } = {},
): void {
  const draft = draftOf(path);
  try {
    writeDraft(draft, content, { mode, durable, files });
    files.rename(draft, path);
  } catch (error) {
    files.remove(draft);
    throw error;
  }
}

/** Creates the draft with its whole content; the caller gives it its name, or removes it. */
export function writeDraft(
  draft: string,
  content: string,
  { mode, durable, files }: Required<WriteOptions> & { readonly files: DraftFiles },
): void {
  const descriptor = files.create(draft, mode);
  try {
    const size = writeAll(descriptor, content);
    if (durable) fsyncSync(descriptor);
    expectSize(descriptor, size);
  } finally {
    closeSync(descriptor);
  }
}

const PLAIN_FILES: DraftFiles = {
  create: (path, mode) => openSync(path, 'wx', mode),
  rename: renameSync,
  remove: (path) => rmSync(path, { force: true }),
};

/** A name next to the file that no other writer has. It says which process writes, so that a dead one's can be removed. */
export function draftOf(path: string): string {
  return join(dirname(path), `${draftPrefix(basename(path))}${process.pid}-${randomBytes(6).toString('hex')}.tmp`);
}

/** How the drafts of a file begin. A name may be as long as the disk allows; its drafts are cut to fit. */
export function draftPrefix(name: string): string {
  return `.${cutBytes(name, MAX_NAME_BYTES)}.`;
}

const MAX_NAME_BYTES = 200;

function writeAll(descriptor: number, text: string): number {
  const bytes = Buffer.from(text, 'utf8');
  for (let written = 0; written < bytes.byteLength; ) written += writeSync(descriptor, bytes, written);
  return bytes.byteLength;
}

// Some file systems report a full disk late or not at all: only a draft of the right size may replace the good file.
function expectSize(descriptor: number, expected: number): void {
  const { size } = fstatSync(descriptor);
  if (size !== expected) throw new Error(`only ${size} of ${expected} bytes were written; is the disk full?`);
}

/** Makes the rename itself durable. Not every platform can open a folder; there the rename is durable enough. */
async function flushFolder(folder: string): Promise<void> {
  let descriptor: number;
  try {
    descriptor = openSync(folder, 'r');
  } catch {
    return;
  }
  try {
    await flush(descriptor);
  } catch {
    // The file is complete; only a power cut in this instant could still lose it.
  } finally {
    closeSync(descriptor);
  }
}
