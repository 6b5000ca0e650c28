import { isRecord } from '../../kernel/is-record.js';
import { appendLines, appendLinesDurably } from '../files/append-lines.js';
import { readAllLines, readLines } from '../files/read-lines.js';
import { HOOK_TAIL_BYTES, LESSON_LOG } from '../injection/logs.js';
import { fieldOf, optionalText, textOf } from '../item/fields.js';
import { PRIORITIES } from '../item/item.js';
import { type Draft, LESSON_SOURCES } from './draft.js';

/** A lesson on its way: it is in this log before anything slow begins, and waits here until it is in a graph. */
export interface FoundLesson {
  readonly key: string;
  readonly sessionId: string;
  /** When it was found, as ISO text. */
  readonly time: string;
  readonly draft: Draft;
  /** What could not be understood of a block. */
  readonly problem?: string;
}

export interface LessonMemory {
  /** Found and in no graph yet, oldest first. */
  readonly waiting: readonly FoundLesson[];
  /** Keys of all that was found. */
  readonly known: ReadonlySet<string>;
  /** Why lessons wait; undefined if none do. */
  readonly fault: string | undefined;
}

export function readLessonMemory(dataFolder: string): LessonMemory {
  return toMemory(readAllLines(dataFolder, LESSON_LOG));
}

/** Whether there is something to store. Never throws. */
export function hasWaitingLessons(dataFolder: string): boolean {
  try {
    return toMemory(readLines(dataFolder, LESSON_LOG, { maxBytes: HOOK_TAIL_BYTES })).waiting.length > 0;
  } catch {
    return false;
  }
}

/** False if nothing could be written: then the turns must be read again. */
export function noteFound(dataFolder: string, found: readonly FoundLesson[]): boolean {
  const lines = found.map(({ sessionId, ...lesson }) => ({ event: 'found', session: sessionId, ...lesson }));
  return appendLinesDurably(dataFolder, LESSON_LOG, lines);
}

/** `item` is the node that the lesson became, or was counted for. */
export function noteSettled(dataFolder: string, settled: readonly { key: string; item: string }[]): void {
  appendLines(
    dataFolder,
    LESSON_LOG,
    settled.map(({ key, item }) => ({ event: 'settled', key, item })),
  );
}

export function noteFault(dataFolder: string, message: string, now: Date): void {
  appendLines(dataFolder, LESSON_LOG, [{ event: 'fault', message, time: now.toISOString() }]);
}

function toMemory(lines: readonly Record<string, unknown>[]): LessonMemory {
  const found = new Map<string, FoundLesson>();
  const settled = new Set<string>();
  let fault: string | undefined;
  for (const line of lines) {
    const [event, key] = [textOf(line, 'event'), textOf(line, 'key')];
    if (event === 'fault') fault = optionalText(line, 'message');
    if (key === '') continue;
    if (event === 'settled') settled.add(key);
    // If two processes read the same turn at the same time, the first one found it.
    const draft = event === 'found' && !found.has(key) ? toDraft(fieldOf(line, 'draft')) : undefined;
    if (draft === undefined) continue;
    const problem = optionalText(line, 'problem');
    const [sessionId, time] = [textOf(line, 'session'), textOf(line, 'time')];
    found.set(key, { key, sessionId, time, draft, ...(problem !== undefined && { problem }) });
  }
  const waiting = [...found.values()].filter(({ key }) => !settled.has(key));
  return { waiting, known: new Set([...found.keys(), ...settled]), fault: waiting.length === 0 ? undefined : fault };
}

// The log is in a project, where other programs may write to it.
function toDraft(value: unknown): Draft | undefined {
  const source = LESSON_SOURCES.find((known) => known === textOf(value, 'source'));
  const priority = PRIORITIES.find((known) => known === textOf(value, 'priority'));
  const node = fieldOf(value, 'node');
  const label = optionalText(value, 'label');
  if (source === undefined || priority === undefined || label === undefined) return undefined;
  // An unreviewed lesson must not pass for a reviewed one.
  if (!isRecord(node) || textOf(node, 'status') !== 'draft') return undefined;
  const isCorrection = fieldOf(value, 'isCorrection') === true;
  return {
    source,
    isCorrection,
    priority,
    label,
    gist: textOf(value, 'gist'),
    graph: optionalText(value, 'graph'),
    node,
  };
}
