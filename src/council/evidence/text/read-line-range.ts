import { failure, type Result, success } from '../../../kernel/result.js';
import { quoted } from '../confinement/path-text.js';
import type { OpenFile } from '../confinement/project.js';
import { decodeText, looksBinary, sizeWords } from './file-text.js';

export interface LineRange {
  /** From 1. */
  readonly start: number;
  /** Included. */
  readonly end: number;
}

/**
 * Some lines of a file that is too large to be held: it is read in pieces that are forgotten, and of the lines asked for
 * at most `mostBytes` are kept. The search for their beginning is bounded too, so that a sparse file of terabytes ends.
 */
export async function readLineRange(
  file: OpenFile,
  range: LineRange,
  mostBytes: number,
  signal: AbortSignal,
): Promise<Result<{ readonly lines: readonly string[]; readonly note?: string }, string>> {
  const kept: Buffer[] = [];
  let keptBytes = 0;
  let line = 1;
  for (let offset = 0; offset < file.size && line <= range.end; offset += PIECE_BYTES) {
    if (signal.aborted) return failure(`The time was up before line ${range.start} of ${quoted(file.path)} was found.`);
    if (offset >= MOST_SCANNED_BYTES)
      return failure(`${quoted(file.path)} is searched for lines only in its first ${sizeWords(MOST_SCANNED_BYTES)}.`);
    const piece = await file.read(PIECE_BYTES, offset);
    if (piece.length === 0) break;
    if (looksBinary(piece)) return failure(`${quoted(file.path)} is not a text file (${sizeWords(file.size)}).`);
    const part = partOf(piece, line, range);
    line = part.nextLine;
    const bytes = part.bytes.subarray(0, mostBytes - keptBytes);
    kept.push(Buffer.from(bytes));
    keptBytes += bytes.length;
    if (bytes.length < part.bytes.length) {
      const lines = linesOf(kept);
      return success({ lines, note: `cut here after ${sizeWords(mostBytes)}; go on with a later start_line` });
    }
  }
  if (keptBytes === 0 && line <= range.start)
    return failure(`${quoted(file.path)} has ${line - 1} lines; start_line ${range.start} is behind its end.`);
  return success({ lines: linesOf(kept) });
}

const PIECE_BYTES = 256 * 1024;
const MOST_SCANNED_BYTES = 256 * 1024 * 1024;
const NEW_LINE = 10;

/** What of a piece, whose first byte belongs to `line`, lies in the range. */
function partOf(piece: Buffer, firstLine: number, range: LineRange): { bytes: Buffer; nextLine: number } {
  let line = firstLine;
  let from = line >= range.start ? 0 : piece.length;
  for (let at = piece.indexOf(NEW_LINE); at !== -1; at = piece.indexOf(NEW_LINE, at + 1)) {
    line++;
    if (line === range.start) from = at + 1;
    if (line > range.end) return { bytes: piece.subarray(from, at + 1), nextLine: line };
  }
  return { bytes: piece.subarray(from), nextLine: line };
}

function linesOf(kept: readonly Buffer[]): string[] {
  const lines = decodeText(Buffer.concat(kept)).split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}
