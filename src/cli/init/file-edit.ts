import { chmod, mkdir, rm, rmdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { errorCode } from '../../kernel/error-code.js';
import type { JsonPath } from '../../kernel/json-path.js';
import { UserError } from '../../kernel/user-error.js';
import type { CommandLinePorts } from '../ports.js';
import { changedLines } from './changed-lines.js';
import { type ClientFile, type ClientFileText, followLinks, readClientFile } from './read-client-file.js';
import type { Step } from './step.js';
import { isUnedited, readRecord, removeRecord, restoreText, wasEmpty, writeRecord } from './undo-record.js';

/** What `init` adds to one file of a client, and how to take it out again. */
export interface FileEdit extends ClientFile {
  /** Tells the edits of one file apart. */
  readonly id: string;
  /** What is added, such as `7 hooks`. */
  readonly content: string;
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
  add(text: string | undefined): string;
  /** What a text without a record was before `init`. By default `remove`: all that is ours was written by `init`. */
  beforeInit?(text: string): string | undefined;
  /** Undefined if nothing else is in the file. `isKept`: what was there before, even if empty. */
  remove(text: string, isKept: (path: JsonPath) => boolean): string | undefined;
}

type Ports = Pick<CommandLinePorts, 'configFolder' | 'writeFileAtomically'>;

/** The step that adds or removes; undefined if nothing has to change. */
export async function editStep(edit: FileEdit, remove: boolean, ports: Ports): Promise<Step | undefined> {
  const { before, after } = await plan(edit, remove, ports);
  if (after === before?.text) return undefined;
  const notes = remove ? [] : (edit.notes?.(before?.text ?? '') ?? []);
  return {
    title: `${edit.shown}${kindOfChange(before, after)}: ${remove ? 'removed ' : ''}${edit.content}`,
    lines: [...changedLines(before?.text ?? '', after ?? ''), ...notes.map((note) => `! ${note}`)],
    apply: () => withLock(edit, () => applyEdit(edit, remove, ports)),
  };
}

interface Plan {
  readonly file: string;
  readonly before: ClientFileText | undefined;
  /** Undefined: the file is removed. */
  readonly after: string | undefined;
  /** What the file would be without any of our edits. */
  readonly original: string | undefined;
  /** What to record; undefined: the record stays. */
  readonly edits?: readonly string[];
}

async function plan(edit: FileEdit, remove: boolean, ports: Ports): Promise<Plan> {
  const file = edit.mayBeLink === true ? await followLinks(edit.file) : edit.file;
  const before = await readClientFile({ file, shown: edit.shown });
  if (before === undefined) {
    return { file, before, original: undefined, after: remove ? undefined : edit.add(undefined), edits: [edit.id] };
  }
  const { text } = before;
  const record = await readRecord(file, ports);
  const others = (record?.edits ?? []).filter((id) => id !== edit.id);
  const without = (from: string) => edit.remove(from, (path) => wasEmpty(path, record));
  if (isUnedited(text, record)) {
    const restored = restoreText(text, record);
    // An entry that was there before is not part of the record.
    const isRecorded = restored === undefined || record.edits.includes(edit.id);
    const original = isRecorded ? restored : without(restored);
    if (!remove) return { file, before, original, after: edit.add(text), edits: [...others, edit.id] };
    return { file, before, original, after: others.length === 0 ? original : without(text), edits: others };
  }
  if (remove) {
    const after = without(text);
    return { file, before, original: after, after, ...(others.length === 0 && { edits: [] }) };
  }
  const isFirst = record === undefined && edit.beforeInit !== undefined;
  const original = isFirst ? edit.beforeInit?.(text) : without(text);
  return { file, before, original, after: edit.add(text), edits: [edit.id] };
}

/** Reads the file again, because its client may have written it since it was shown. */
async function applyEdit(edit: FileEdit, remove: boolean, ports: Ports): Promise<void> {
  const { file, before, after, original, edits } = await plan(edit, remove, ports);
  if (after === before?.text) return;
  if (after === undefined) {
    await removeRecord(file, ports);
    await rm(file, { force: true });
    // Only removed if it is empty.
    await rmdir(dirname(file)).catch(() => undefined);
    return;
  }
  await mkdir(dirname(file), { recursive: true });
  if (edits?.length === 0) await removeRecord(file, ports);
  else if (edits !== undefined)
    await writeRecord(file, { original, after, edits, containers: edit.containers ?? [] }, ports);
  const mode = before?.mode ?? edit.newFileMode;
  await ports.writeFileAtomically(file, after, mode === undefined ? {} : { mode });
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

function kindOfChange(before: ClientFileText | undefined, after: string | undefined): string {
  if (before === undefined) return ' (new file)';
  return after === undefined ? ' (file removed)' : '';
}
