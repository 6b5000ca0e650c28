import { ftruncateSync, writeSync } from 'node:fs';
import { errorCode } from '../../kernel/error-code.js';
import {
  type DraftFiles,
  draftOf,
  type WriteOptions,
  writeAtomically,
  writeAtomicallySync,
  writeDraft,
} from '../../kernel/write-atomically.js';
import { closeAfter, createOwnFile, createWholeOwnFile, openOrCreateOwnFile, PRIVATE_FILE } from './open-own-file.js';
import { OwnFileError } from './own-file-error.js';
import { linkOwnFile, removeOwnFile, renameOwnFile } from './own-folder.js';
import { restrictOpenFile } from './restrict-own-file.js';

/** Replaces a whole file or leaves it unchanged; for its owner only unless `mode` says otherwise. */
export function writeOwnFile(
  path: string,
  content: string | AsyncIterable<string>,
  options: WriteOptions = {},
): Promise<void> {
  return writeAtomically(path, content, { mode: PRIVATE_FILE, ...options, files: OWN_FILES });
}

/** The same without an await, for a hook that may be ended at the next one. */
export function writeOwnFileSync(path: string, content: string, options: WriteOptions = {}): void {
  writeAtomicallySync(path, content, { mode: PRIVATE_FILE, ...options, files: OWN_FILES });
}

/** Creates a file that appears together with its content, in one instant. False if there is one of that name already. */
export function createOwnFileAtOnce(path: string, content: string): boolean {
  const draft = draftOf(path);
  try {
    writeDraft(draft, content, { mode: PRIVATE_FILE, durable: false, files: OWN_FILES });
    return linkOwnFile(draft, path);
  } catch (error) {
    if (!NO_HARD_LINKS.has(errorCode(error) ?? '')) throw error;
    return createWholeOwnFile(path, content);
  } finally {
    OWN_FILES.remove(draft);
  }
}

const NO_HARD_LINKS = new Set(['EPERM', 'ENOTSUP', 'ENOSYS']);

/** Writes over what was there without waiting for the disk, for counters that may be a little old after a power cut. */
export function overwriteOwnFile(path: string, text: string): void {
  closeAfter(openOrCreateOwnFile(path, 'overwrite'), (descriptor) => {
    restrictOpenFile(descriptor);
    ftruncateSync(descriptor, writeSync(descriptor, text, 0));
  });
}

const OWN_FILES: DraftFiles = {
  create(path, mode) {
    const descriptor = createOwnFile(path, mode);
    if (descriptor === undefined) throw new OwnFileError('moved', path);
    return descriptor;
  },
  rename: renameOwnFile,
  remove(path) {
    try {
      removeOwnFile(path);
    } catch {
      // The failure that led here is the one to report.
    }
  },
};
