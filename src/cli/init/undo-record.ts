import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isRecord } from '../../kernel/is-record.js';
import { isEmptyAt, type JsonPath } from '../../kernel/json-text.js';
import type { Shell } from '../shell.js';

/** How to turn a file that `init` changed into what it was, byte for byte. Kept with the user's own config. */
export interface UndoRecord {
  /** The edits that are in the file. */
  readonly edits: readonly string[];
  /** False if `init` made the file. */
  readonly existed: boolean;
  /** Of the text that `init` wrote last, empty if it removed the file: any other text was edited since. */
  readonly sha256: string;
  /** From `start` to `end` of that text there was `before`. */
  readonly start: number;
  readonly end: number;
  readonly before: string;
  /** Paths of objects and lists that were empty. */
  readonly empty: readonly string[];
  /** The record before: the file is still as it says if the last write failed. */
  readonly previous?: UndoRecord | undefined;
}

type Needs = Pick<Shell, 'configFolder' | 'writeFileAtomically'>;

/** Undefined if there is none. `text` is what the file has now. */
export async function readRecord(
  file: string,
  text: string | undefined,
  { configFolder }: Needs,
): Promise<UndoRecord | undefined> {
  const record = parseRecord(await readFile(recordFile(file, configFolder), 'utf8').catch(() => ''));
  return isUnedited(text, record?.previous) ? record?.previous : record;
}

/** Whether the text is as `init` left it. */
export function isUnedited(text: string | undefined, record: UndoRecord | undefined): record is UndoRecord {
  return record !== undefined && record.sha256 === digestOf(text);
}

/** The unedited text as it was before `init`; undefined if there was no file. */
export function restoreText(text = '', { existed, start, end, before }: UndoRecord): string | undefined {
  return existed ? text.slice(0, start) + before + text.slice(end) : undefined;
}

/** Whether an object or a list was there before `init`, and empty; the file itself is `[]`. */
export function wasEmpty(path: JsonPath, record: UndoRecord | undefined): boolean {
  return record?.existed === true && (path.length === 0 || record.empty.includes(JSON.stringify(path)));
}

export interface RecordedText {
  /** Before `init`; undefined if there was no file. */
  readonly original: string | undefined;
  /** Undefined if `init` removes the file. */
  readonly after: string | undefined;
  readonly edits: readonly string[];
  /** Objects and lists of a JSON file that the edits may fill. */
  readonly containers: readonly JsonPath[];
  readonly previous: UndoRecord | undefined;
}

export async function writeRecord(file: string, recorded: RecordedText, shell: Needs): Promise<void> {
  const { original, edits, containers, previous } = recorded;
  const old = original ?? '';
  const after = recorded.after ?? '';
  const maxEdge = Math.min(old.length, after.length);
  let start = 0;
  while (start < maxEdge && old[start] === after[start]) start++;
  let tail = 0;
  while (tail < maxEdge - start && old[old.length - 1 - tail] === after[after.length - 1 - tail]) tail++;
  const record: UndoRecord = {
    edits,
    existed: original !== undefined,
    sha256: digestOf(recorded.after),
    start,
    end: after.length - tail,
    before: old.slice(start, old.length - tail),
    empty: containers.filter((path) => isEmptyAt(old, path)).map((path) => JSON.stringify(path)),
    previous: previous && { ...previous, previous: undefined },
  };
  const path = recordFile(file, shell.configFolder);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await shell.writeFileAtomically(path, `${JSON.stringify({ file, ...record }, null, 1)}\n`, { mode: 0o600 });
}

export async function removeRecord(file: string, { configFolder }: Needs): Promise<void> {
  const path = recordFile(file, configFolder);
  await rm(path, { force: true });
  // Only removed if it is empty.
  await rmdir(dirname(path)).catch(() => undefined);
}

/** One file for each, so that two runs of `init` do not overwrite each other. */
function recordFile(file: string, configFolder: string): string {
  return join(configFolder, 'init-undo', `${sha256(file).slice(0, 32)}.json`);
}

function parseRecord(text: string): UndoRecord | undefined {
  try {
    const parsed: unknown = JSON.parse(text);
    if (!isUndoRecord(parsed)) return undefined;
    return { ...parsed, previous: isUndoRecord(parsed.previous) ? parsed.previous : undefined };
  } catch {
    return undefined;
  }
}

function isUndoRecord(value: unknown): value is UndoRecord {
  return (
    isRecord(value) &&
    Array.isArray(value.edits) &&
    typeof value.existed === 'boolean' &&
    typeof value.sha256 === 'string' &&
    typeof value.start === 'number' &&
    typeof value.end === 'number' &&
    typeof value.before === 'string' &&
    Array.isArray(value.empty)
  );
}

function digestOf(text: string | undefined): string {
  return text === undefined ? '' : sha256(text);
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
