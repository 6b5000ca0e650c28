import { chmod, mkdir, rm, rmdir, stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { errorCode } from '../../kernel/error-code.js';
import type { JsonPath } from '../../kernel/json-text.js';
import { UserError } from '../../kernel/user-error.js';
import type { Shell } from '../shell.js';
import { type ClientFile, type ClientFileText, followLinks, readClientFile } from './read-client-file.js';
import type { Step } from './step.js';
import {
  isUnedited,
  readRecord,
  removeRecord,
  restoreText,
  type UndoRecord,
  wasEmpty,
  writeRecord,
} from './undo-record.js';

/** What `init` changes in one file of a client, and how to undo it. */
export interface FileEdit extends ClientFile {
  /** Tells the edits of one file apart. */
  readonly id: string;
  /** What is added or removed, such as `7 hooks`. */
  readonly content: string;
  /** Removes what earlier versions wrote where it does not belong. It is not brought back, so there is no record. */
  readonly isCleanup?: boolean;
  /** A file of the user may be a link. One of a project may not, because it could lead anywhere. */
  readonly mayBeLink?: boolean;
  /** Takes the lock that Claude Code takes for its own state. */
  readonly isLocked?: boolean;
  /** Permissions of a new file. */
  readonly newFileMode?: number;
  /** Objects and lists of a JSON file that the edit may fill. */
  readonly containers?: readonly JsonPath[];
  /** Lines for the user about the present text, each after a `!`. */
  notes?(text: string): readonly string[];
  add(text: string | undefined): string | undefined;
  /**
   * What `--remove` restores of a text that was there before the first `init`: all but paths of a machine and, in a shared
   * file, a server of our name. By default `remove`: all that is ours was written by `init`.
   */
  beforeInit?(text: string): string | undefined;
  /** Undefined if nothing else is in the file. `isKept`: what was there before, even if empty. */
  remove(text: string, isKept: (path: JsonPath) => boolean): string | undefined;
}

type Needs = Pick<Shell, 'configFolder' | 'writeFileAtomically'>;

/** The step that adds or removes; undefined if nothing has to change. */
export async function editStep(edit: FileEdit, remove: boolean, shell: Needs): Promise<Step | undefined> {
  const planned = await plan(edit, remove, shell);
  if (!isChange(planned)) return undefined;
  const before = planned.before?.text;
  const { after } = planned;
  const notes = remove ? [] : (edit.notes?.(before ?? '') ?? []);
  const content = remove || edit.isCleanup === true ? `removed ${edit.content}` : edit.content;
  return {
    title: `${edit.shown}${kindOfChange(before, after)}: ${content}`,
    lines: [...changedLines(before ?? '', after ?? ''), ...notes.map((note) => `! ${note}`)],
    apply: () => withLock(edit, () => applyEdit(edit, remove, shell)),
  };
}

interface Plan {
  readonly file: string;
  readonly before: ClientFileText | undefined;
  readonly record: UndoRecord | undefined;
  /** Undefined: there is no file, or it is removed. */
  readonly after: string | undefined;
  /** What the file would be without any of our edits. */
  readonly original: string | undefined;
  /** What to record; undefined: the record stays. */
  readonly edits?: readonly string[];
}

async function plan(edit: FileEdit, remove: boolean, shell: Needs): Promise<Plan> {
  const file = edit.mayBeLink === true ? await followLinks(edit.file) : edit.file;
  const before = await readClientFile({ file, shown: edit.shown });
  const text = before?.text;
  const record = await readRecord(file, text, shell);
  const planned = { file, before, record };
  const others = (record?.edits ?? []).filter((id) => id !== edit.id);
  const isRecorded = record?.edits.includes(edit.id) === true;
  const without = (from: string | undefined) =>
    from === undefined ? undefined : edit.remove(from, (path) => wasEmpty(path, record));
  const beforeInit = (from: string | undefined) =>
    from === undefined || edit.beforeInit === undefined ? without(from) : edit.beforeInit(from);
  if (edit.isCleanup === true) return { ...planned, original: text, after: without(text) };
  if (isUnedited(text, record)) {
    const original = beforeInit(restoreText(text, record));
    if (!remove) return { ...planned, original, after: edit.add(text), edits: [...others, edit.id] };
    return { ...planned, original, after: others.length === 0 ? original : without(text), edits: others };
  }
  if (!remove) {
    // Edited since: the entry in it is that of the last `init`.
    const original = isRecorded ? without(text) : beforeInit(text);
    return { ...planned, original, after: edit.add(text), edits: [edit.id] };
  }
  const after = without(text);
  return { ...planned, original: after, after, ...(others.length === 0 && { edits: [] }) };
}

/** The text changes; or an edit of a file that has others is undone with the last of them. */
function isChange({ before, after, record, edits }: Plan): boolean {
  if (after !== before?.text) return true;
  return edits !== undefined && edits.length > 0 && edits.length < (record?.edits ?? []).length;
}

/** Reads the file again, because its client may have written it since it was shown. */
async function applyEdit(edit: FileEdit, remove: boolean, shell: Needs): Promise<void> {
  const planned = await plan(edit, remove, shell);
  if (!isChange(planned)) return;
  const { file, record, after, original, edits } = planned;
  const isLast = edits?.length === 0;
  // A change without a record could not be undone. A record without its change does no harm.
  if (edits !== undefined && !isLast) {
    await writeRecord(file, { original, after, edits, containers: edit.containers ?? [], previous: record }, shell);
  }
  await writeText(planned, edit, shell);
  if (isLast) await removeRecord(file, shell);
}

async function writeText({ file, before, after }: Plan, { newFileMode }: FileEdit, shell: Needs): Promise<void> {
  if (after === undefined) {
    await rm(file, { force: true });
    // Only removed if it is empty, and never the project itself.
    if (basename(dirname(file)).startsWith('.')) await rmdir(dirname(file)).catch(() => undefined);
    return;
  }
  await mkdir(dirname(file), { recursive: true });
  const mode = before?.mode ?? newFileMode;
  await shell.writeFileAtomically(file, after, mode === undefined ? {} : { mode });
  // The umask may have taken bits away.
  if (before !== undefined) await chmod(file, before.mode);
}

const LOCK_WAIT_MS = 5_000;
const STALE_LOCK_MS = 10_000;

async function withLock(edit: FileEdit, run: () => Promise<void>): Promise<void> {
  if (edit.isLocked !== true) return run();
  await mkdir(dirname(edit.file), { recursive: true });
  const lock = `${await followLinks(edit.file)}.lock`;
  const end = Date.now() + LOCK_WAIT_MS;
  while (!(await takeLock(lock))) {
    if (Date.now() > end) {
      throw new UserError('conflict', `${edit.shown} is locked by a running Claude Code (${lock}); try again`);
    }
    await delay(50);
  }
  try {
    await run();
  } finally {
    await rmdir(lock).catch(() => undefined);
  }
}

async function takeLock(lock: string): Promise<boolean> {
  try {
    await mkdir(lock);
    return true;
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
    const facts = await stat(lock).catch(() => undefined);
    const isStale = facts !== undefined && Date.now() - facts.mtimeMs > STALE_LOCK_MS;
    if (isStale) await rmdir(lock).catch(() => undefined);
    return false;
  }
}

function kindOfChange(before: string | undefined, after: string | undefined): string {
  if (before === after) return ' (later, with the other entries of witan)';
  if (before === undefined) return ' (new file)';
  return after === undefined ? ' (file removed)' : '';
}

/** The lines that differ between two versions of a small file, each with - or + before it. */
export function changedLines(before: string, after: string): string[] {
  const old = linesOf(before);
  const fresh = linesOf(after);
  let head = 0;
  while (head < old.length && head < fresh.length && old[head] === fresh[head]) head++;
  let tail = 0;
  const maxTail = Math.min(old.length, fresh.length) - head;
  while (tail < maxTail && old[old.length - 1 - tail] === fresh[fresh.length - 1 - tail]) tail++;
  return [
    ...old.slice(head, old.length - tail).map((line) => `- ${line}`),
    ...fresh.slice(head, fresh.length - tail).map((line) => `+ ${line}`),
  ];
}

function linesOf(text: string): string[] {
  return text === '' ? [] : text.replace(/\r?\n$/, '').split(/\r?\n/);
}
