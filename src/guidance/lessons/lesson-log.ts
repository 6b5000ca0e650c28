import { appendLines } from '../files/append-lines.js';
import { readAllLines, readLines } from '../files/read-lines.js';
import { HOOK_TAIL_BYTES, LESSON_LOG } from '../injection/logs.js';
import { fieldOf, isRecord, optionalText, textOf } from '../item/fields.js';
import { PRIORITIES } from '../item/item.js';
import type { Draft } from './draft.js';
import { LESSON_SOURCES } from './turn.js';

/** A lesson on its way: it is in this log before anything slow begins, and waits here until it is in a graph. */
export interface FoundLesson {
  readonly key: string;
  readonly sessionId: string;
  /** When it was found, as ISO text. */
  readonly time: string;
  readonly draft: Draft;
}

export interface SettledLesson {
  readonly key: string;
  readonly sessionId: string;
  /** The node that it became, or that it was counted for. */
  readonly item: string;
  readonly isCorrection: boolean;
}

/** A block that was meant and could not be read: nobody hears a hook complain, so it is kept for whoever asks. */
export interface UnreadableBlock {
  readonly key: string;
  readonly words: string;
  readonly reason: string;
}

export interface LessonMemory {
  /** Found and in no graph yet, oldest first. */
  readonly waiting: readonly FoundLesson[];
  /** Keys of all that was found. */
  readonly heard: ReadonlySet<string>;
  readonly settled: readonly SettledLesson[];
  /** Why lessons wait; undefined if none do. */
  readonly fault: string | undefined;
  /** Oldest first, with the time as ISO text. */
  readonly unreadable: readonly (UnreadableBlock & { readonly time: string })[];
}

export function readLessonMemory(dataFolder: string): LessonMemory {
  return toMemory(readAllLines(dataFolder, LESSON_LOG));
}

/** Whether there is something to do for the part that changes graphs. Never throws. */
export function hasWaitingLessons(dataFolder: string): boolean {
  try {
    return toMemory(readLines(dataFolder, LESSON_LOG, HOOK_TAIL_BYTES)).waiting.length > 0;
  } catch {
    return false;
  }
}

/** False if the disk refused: then the turns must be read again. */
export function noteFound(dataFolder: string, found: readonly FoundLesson[]): boolean {
  const lines = found.map(({ key, sessionId, time, draft }) => ({
    event: 'found',
    key,
    session: sessionId,
    time,
    draft,
  }));
  return appendLines(dataFolder, LESSON_LOG, lines, { durable: true });
}

export function noteSettled(dataFolder: string, settled: readonly SettledLesson[]): void {
  const lines = settled.map(({ key, sessionId, item, isCorrection }) => {
    return { event: 'settled', key, session: sessionId, item, correction: isCorrection };
  });
  appendLines(dataFolder, LESSON_LOG, lines);
}

export function noteFault(dataFolder: string, message: string, now: Date): void {
  appendLines(dataFolder, LESSON_LOG, [{ event: 'fault', message, time: now.toISOString() }]);
}

export function noteUnreadable(dataFolder: string, blocks: readonly UnreadableBlock[], now: Date): boolean {
  const time = now.toISOString();
  const lines = blocks.map(({ key, words, reason }) => ({ event: 'unreadable', key, words, reason, time }));
  return appendLines(dataFolder, LESSON_LOG, lines);
}

function toMemory(lines: readonly Record<string, unknown>[]): LessonMemory {
  const found = new Map<string, FoundLesson>();
  const settled = new Map<string, SettledLesson>();
  const unreadable = new Map<string, LessonMemory['unreadable'][number]>();
  let fault: string | undefined;
  for (const line of lines) {
    const [event, key, sessionId] = [textOf(line, 'event'), textOf(line, 'key'), textOf(line, 'session')];
    if (event === 'fault') fault = optionalText(line, 'message');
    if (key === '') continue;
    if (event === 'settled') {
      const isCorrection = fieldOf(line, 'correction') === true;
      settled.set(key, { key, sessionId, item: textOf(line, 'item'), isCorrection });
    }
    if (event === 'unreadable') {
      const [words, reason, time] = [textOf(line, 'words'), textOf(line, 'reason'), textOf(line, 'time')];
      unreadable.set(key, { key, words, reason, time });
    }
    // Of two processes that read the same turn at once the first one found it.
    if (event !== 'found' || found.has(key)) continue;
    const draft = toDraft(fieldOf(line, 'draft'));
    if (draft !== undefined) found.set(key, { key, sessionId, time: textOf(line, 'time'), draft });
  }
  const waiting = [...found.values()].filter(({ key }) => !settled.has(key));
  return {
    waiting,
    heard: new Set([...found.keys(), ...settled.keys(), ...unreadable.keys()]),
    settled: [...settled.values()],
    fault: waiting.length === 0 ? undefined : fault,
    unreadable: [...unreadable.values()],
  };
}

// The log lies in a project, where anybody may have written to it.
function toDraft(value: unknown): Draft | undefined {
  const source = LESSON_SOURCES.find((known) => known === textOf(value, 'source'));
  const priority = PRIORITIES.find((known) => known === textOf(value, 'priority'));
  const node = fieldOf(value, 'node');
  const label = optionalText(value, 'label');
  if (source === undefined || priority === undefined || label === undefined) return undefined;
  // What nobody has reviewed may not pass for reviewed.
  if (!isRecord(node) || textOf(node, 'status') !== 'draft') return undefined;
  const graph = optionalText(value, 'graph');
  return { source, priority, label, gist: textOf(value, 'gist'), graph, node };
}
