import { OwnFileError } from '../storage/own-files/own-file-error.js';
import type { ActiveEntry } from './entry/entry.js';

/** What can be expected to go wrong. Each message is one line for a person or an agent: the cause, then the remedy. */
export type JournalFailure =
  | { readonly kind: 'already_active'; readonly entry: ActiveEntry; readonly message: string }
  | { readonly kind: 'none_active'; readonly message: string }
  | { readonly kind: 'no_such_session'; readonly message: string }
  /** The active entry could not be read. It was moved to `backup`; from now on none is active. */
  | { readonly kind: 'corrupted'; readonly backup: string; readonly message: string }
  | { readonly kind: 'busy'; readonly pid?: number; readonly message: string }
  | { readonly kind: 'unwritable'; readonly code: string; readonly message: string };

export function alreadyActive(entry: ActiveEntry): JournalFailure {
  return {
    kind: 'already_active',
    entry,
    message: `The entry ${entry.id} is still active; resolve or abandon it first.`,
  };
}

export function noneActive(): JournalFailure {
  return { kind: 'none_active', message: 'No entry is active; start one first.' };
}

export function noSuchSession(sessionId: string): JournalFailure {
  return { kind: 'no_such_session', message: `No session ${sessionId} is alive; name one that is.` };
}

export function corrupted(backup: string): JournalFailure {
  return {
    kind: 'corrupted',
    backup,
    message: `The active entry could not be read and was kept as ${backup}; start a new one.`,
  };
}

const CAUSES: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full; free some space and try again',
  EDQUOT: 'the disk quota is used up; free some space and try again',
  EFBIG: 'the file would become larger than allowed; end the session, so that its entries are archived',
  EROFS: 'the file system is read-only; make it writable or set another folder as storage.journal_dir',
  EACCES: 'its permissions forbid it; make it writable or set another folder as storage.journal_dir',
  EPERM: 'its permissions forbid it; make it writable or set another folder as storage.journal_dir',
  ENOTDIR: 'a part of its path is a file; move that file or set another folder as storage.journal_dir',
  EEXIST: 'a file stands in its place; move that file or set another folder as storage.journal_dir',
  ELOOP: 'one of its files is a symbolic link; replace the link by a file of its own',
  EISDIR: 'a folder stands where one of its files belongs; move that folder',
};

/** A disk or a folder that does not take a change; undefined for anything else, which is a bug. */
export function toWriteFailure(error: unknown, folder: string): JournalFailure | undefined {
  if (error instanceof OwnFileError) {
    const message = `The journal in ${folder} was left as it was: ${error.shortMessage}.`;
    return { kind: 'unwritable', code: error.problem, message };
  }
  const code = String((error as NodeJS.ErrnoException | null)?.code);
  const cause = CAUSES[code];
  if (cause === undefined) return undefined;
  const message = `The journal in ${folder} was left as it was: ${cause} (${code}).`;
  return { kind: 'unwritable', code, message };
}
