import { cutText } from '../../kernel/cut-text.js';
import { errorCode } from '../../kernel/error-code.js';
import { plainLine } from '../../kernel/plain-text.js';
import { OwnFileError } from '../../storage/own-files/own-file-error.js';
import type { ActiveEntry } from '../entry/entry.js';
import type { OpenEntry } from './open-entries.js';

/** What can be expected to go wrong. Each message is one line for a person or an agent: the cause, then the fix. */
export type JournalFailure =
  | { readonly kind: 'none_active'; readonly message: string }
  /** Several are open, and the caller named none. */
  | { readonly kind: 'several_open'; readonly entries: readonly ActiveEntry[]; readonly message: string }
  | { readonly kind: 'not_open'; readonly message: string }
  | { readonly kind: 'too_many_open'; readonly message: string }
  /** The caller left the result out, and no test or build was captured that could replace it. */
  | { readonly kind: 'result_missing'; readonly message: string }
  | { readonly kind: 'no_such_session'; readonly message: string }
  /** An open entry could not be read. It was moved to `backup` and is no longer open. */
  | { readonly kind: 'corrupted'; readonly backup: string; readonly message: string }
  | { readonly kind: 'busy'; readonly pid?: number; readonly message: string }
  | { readonly kind: 'unwritable'; readonly code: string; readonly message: string };

export function noneActive(): JournalFailure {
  return { kind: 'none_active', message: 'No entry is active; start one first.' };
}

export function severalOpen(open: readonly OpenEntry[]): JournalFailure {
  const entries = open.map(({ entry }) => entry);
  return {
    kind: 'several_open',
    entries,
    message: `${entries.length} entries are open; give the id of one: ${listEntries(open)}`,
  };
}

export function notOpen(id: string, open: readonly OpenEntry[]): JournalFailure {
  const list = open.length === 0 ? 'none is' : `open are ${listEntries(open)}`;
  return { kind: 'not_open', message: `${id} is not an open entry of this session; ${list}` };
}

export function tooManyOpen(open: readonly OpenEntry[]): JournalFailure {
  return {
    kind: 'too_many_open',
    message: `${open.length} entries are open, which is the limit; resolve or abandon one first: ${listEntries(open)}`,
  };
}

export function resultMissing(): JournalFailure {
  const message =
    'result is missing; say what happened. It may be left out only if a test or build ran after the last update';
  return { kind: 'result_missing', message };
}

const MAX_GOAL_LENGTH = 60;

/** `ghap_… (Stop the import job from hanging), …`: the newest first. */
function listEntries(open: readonly OpenEntry[]): string {
  return open.map(({ entry: { id, goal } }) => `${id} (${cutText(plainLine(goal), MAX_GOAL_LENGTH)})`).join(', ');
}

export function noSuchSession(sessionId: string): JournalFailure {
  return { kind: 'no_such_session', message: `No session ${sessionId} is alive; name one that is.` };
}

export function corrupted(backup: string): JournalFailure {
  return {
    kind: 'corrupted',
    backup,
    message: `An open entry could not be read and was kept as ${backup}; start a new one.`,
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
  EEXIST: 'a file has its name; move that file or set another folder as storage.journal_dir',
  ELOOP: 'one of its files is a symbolic link; replace the link by a file of its own',
  EISDIR: 'a folder is where one of its files belongs; move that folder',
};

/** A disk or a folder that does not take a change; undefined for anything else, which is a bug. */
export function toWriteFailure(error: unknown, folder: string): JournalFailure | undefined {
  if (error instanceof OwnFileError) {
    const message = `The journal in ${folder} was left as it was: ${error.shortMessage}.`;
    return { kind: 'unwritable', code: error.problem, message };
  }
  const code = errorCode(error) ?? '';
  const cause = CAUSES[code];
  if (cause === undefined) return undefined;
  const message = `The journal in ${folder} was left as it was: ${cause} (${code}).`;
  return { kind: 'unwritable', code, message };
}
