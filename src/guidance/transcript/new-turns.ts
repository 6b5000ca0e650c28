import { appendLines } from '../files/append-lines.js';
import { readFrom } from '../files/read-bounded.js';
import { readLines } from '../files/read-lines.js';
import { HOOK_TAIL_BYTES, TURN_LOG } from '../injection/logs.js';
import { numberOf } from '../item/fields.js';
import { MAX_LINE_LENGTH, parseTurns } from './transcript-turns.js';
import type { Turn } from './turn.js';

export interface StopInput {
  readonly sessionId: string;
  readonly transcriptPath: string;
  /** From the hook's input; the transcript often lacks it. */
  readonly lastAssistantMessage?: string | undefined;
}

export interface NewTurns {
  readonly turns: readonly Turn[];
  readonly sessionId: string;
  /** Up to where the transcript has been read. */
  readonly offset: number;
}

/** What one Stop reads at most, in addition to one line that is longer. */
const MAX_BYTES = 2_000_000;

/** The turns since the last Stop of this session, in order. Nothing is remembered before `rememberTurns`. */
export function readNewTurns(
  dataFolder: string,
  { sessionId, transcriptPath, lastAssistantMessage }: StopInput,
): NewTurns {
  const part = readNewPart(transcriptPath, readOffset(dataFolder, sessionId));
  const turns = parseTurns(part.text);
  // The transcript often lacks the last message. It comes again by the transcript later; lessons are known by its text.
  const last = (lastAssistantMessage ?? '').trim();
  const isMissing = last !== '' && !turns.some(({ role, text }) => role === 'assistant' && text.trim() === last);
  return { turns: isMissing ? [...turns, { role: 'assistant', text: last }] : turns, sessionId, offset: part.offset };
}

/** So that no turn is read twice. To be called when the lessons of the turns are stored. */
export function rememberTurns(dataFolder: string, { sessionId, offset }: NewTurns, now: Date): boolean {
  return appendLines(dataFolder, TURN_LOG, [{ session: sessionId, offset, time: now.toISOString() }]);
}

function readOffset(dataFolder: string, sessionId: string): number {
  const last = readLines(dataFolder, TURN_LOG, { maxBytes: HOOK_TAIL_BYTES }).findLast(
    ({ session }) => session === sessionId,
  );
  return Math.max(0, numberOf(last, 'offset', 0));
}

/**
 * Whole lines only: the last one may still be being written. Of a part that is too long its two ends are read: the user
 * speaks where it begins, the agent sums up where it ends, and between them lie the results of tools.
 */
function readNewPart(path: string, offset: number): { text: string; offset: number } {
  const part = readFrom(path, offset, MAX_BYTES);
  if (part === undefined) return { text: '', offset };
  const { bytes, size } = part;
  // Another, shorter file under the same name.
  if (size < offset) return readNewPart(path, 0);
  if (size - offset <= MAX_BYTES) return { text: wholeLines(bytes), offset: offset + endOfLines(bytes) };
  const half = MAX_BYTES / 2;
  const beginning = toLineEnd(bytes, half, () => readFrom(path, offset, half + MAX_LINE_LENGTH)?.bytes);
  const start = Math.max(size - half, offset + beginning.length);
  const last = readFrom(path, start, half)?.bytes ?? Buffer.alloc(0);
  // It begins in the midst of a line, unless the beginning ends there.
  const ending = start === offset + beginning.length ? last : last.subarray(last.indexOf(0x0a) + 1);
  return { text: wholeLines(beginning) + wholeLines(ending), offset: start + endOfLines(last) };
}

/** The first half, with the whole of the line that it would cut: a prompt with a picture in it may be longer than all. */
function toLineEnd(bytes: Buffer, half: number, readLonger: () => Buffer | undefined): Buffer {
  const end = bytes.indexOf(0x0a, half - 1);
  if (end !== -1) return bytes.subarray(0, end + 1);
  const longer = readLonger() ?? bytes;
  const further = longer.indexOf(0x0a, half - 1);
  return further === -1 ? bytes.subarray(0, endOfLines(bytes.subarray(0, half))) : longer.subarray(0, further + 1);
}

function wholeLines(bytes: Buffer): string {
  return bytes.toString('utf8', 0, endOfLines(bytes));
}

function endOfLines(bytes: Buffer): number {
  return bytes.lastIndexOf(0x0a) + 1;
}
