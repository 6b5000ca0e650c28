import { formatCount } from '../../../kernel/format-count.js';
import { failure, type Result, success } from '../../../kernel/result.js';
import type { OpenFile } from '../../../project/open-checked-file.js';
import { quoted } from '../../../project/read-path.js';
import type { EvidenceContext } from '../tool.js';
import { decodeText, formatSize, getLines, looksBinary } from './file-text.js';

export interface LineRange {
  /** From 1. */
  readonly start: number;
  /** Included. */
  readonly end: number;
}

/**
 * Some lines of a file that is too large to be held. It is read in pieces that are forgotten until the lines are found;
 * then they are read with what stands around them, so that a secret is recognized of which they show only a part.
 */
export async function readLineRange(
  file: OpenFile,
  range: LineRange,
  context: Pick<EvidenceContext, 'maxFileBytes' | 'signal' | 'redact'>,
): Promise<Result<{ readonly lines: readonly string[]; readonly note?: string }, string>> {
  const start = await findLine(file, { line: range.start, after: { line: 1, offset: 0 } }, context.signal);
  if (!start.ok) return start;
  if (start.value.line < range.start || start.value.offset >= file.size) {
    const lines = start.value.line - (start.value.endsWithBreak ? 1 : 0);
    return failure(
      `${quoted(file.path)} has ${formatCount(lines, 'line')}; start_line ${range.start} is behind its end.`,
    );
  }
  const last = start.value.offset + context.maxFileBytes;
  const end = await findLine(file, { line: range.end + 1, after: start.value, last }, context.signal);
  if (!end.ok) return end;
  const shownTo = Math.min(end.value.offset, last);
  const window = await readWindow(file, { from: start.value.offset, to: shownTo }, context);
  if (!window.ok) return window;
  const count = end.value.line > range.end ? range.end - range.start + 1 : Number.POSITIVE_INFINITY;
  const lines = window.value.slice(0, count);
  return shownTo < file.size && end.value.line <= range.end
    ? success({ lines, note: `cut here after ${formatSize(context.maxFileBytes)}; continue with a later start_line` })
    : success({ lines });
}

export async function countLines(file: OpenFile, signal: AbortSignal): Promise<Result<number, string>> {
  const wanted = { line: Number.POSITIVE_INFINITY, after: { line: 1, offset: 0 } };
  const end = await findLine(file, wanted, signal);
  return end.ok ? success(end.value.line - (end.value.endsWithBreak ? 1 : 0)) : end;
}

const PIECE_BYTES = 256 * 1024;
/** More than the longest private key takes, so that half a secret at the edge of the window is never among the lines. */
const AROUND_BYTES = 32 * 1024;
const NEW_LINE = 10;

interface Position {
  readonly line: number;
  /** Where the line begins, or where the search ended. */
  readonly offset: number;
  readonly endsWithBreak?: boolean;
}

/** Where a line begins; a line that is not there is answered by the last one and the end of what was searched. */
async function findLine(
  file: OpenFile,
  { line: wanted, after, last = file.size }: { line: number; after: Position; last?: number },
  signal: AbortSignal,
): Promise<Result<Position, string>> {
  let { line, offset } = after;
  let endsWithBreak = false;
  const end = Math.min(last, file.size);
  if (line >= wanted) return success(after);
  while (offset < end) {
    if (signal.aborted) return failure(`The time was up before the lines of ${quoted(file.path)} were found.`);
    const piece = await file.read(Math.min(PIECE_BYTES, end - offset), offset);
    if (piece.length === 0) break;
    if (looksBinary(piece)) return failure(`${quoted(file.path)} is not a text file (${formatSize(file.size)}).`);
    for (let at = piece.indexOf(NEW_LINE); at !== -1; at = piece.indexOf(NEW_LINE, at + 1)) {
      line++;
      if (line !== wanted) continue;
      const begin = offset + at + 1;
      return success({ line, offset: begin, endsWithBreak: begin === file.size });
    }
    endsWithBreak = piece.at(-1) === NEW_LINE;
    offset += piece.length;
  }
  return success({ line, offset, endsWithBreak });
}

/** The lines from one offset to another, without secrets. */
async function readWindow(
  file: OpenFile,
  { from, to }: { readonly from: number; readonly to: number },
  { redact }: Pick<EvidenceContext, 'redact'>,
): Promise<Result<string[], string>> {
  const around = Math.max(0, from - AROUND_BYTES);
  const bytes = await file.read(to + AROUND_BYTES - around, around);
  if (looksBinary(bytes)) return failure(`${quoted(file.path)} is not a text file (${formatSize(file.size)}).`);
  const lines = getLines(await redact(decodeText(bytes), file.path));
  return success(
    lines.slice(countBreaks(bytes.subarray(0, from - around)), countBreaks(bytes.subarray(0, to - around)) + 1),
  );
}

function countBreaks(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(NEW_LINE); at !== -1; at = bytes.indexOf(NEW_LINE, at + 1)) count++;
  return count;
}
