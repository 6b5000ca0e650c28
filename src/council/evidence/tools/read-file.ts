import { z } from 'zod';
import { formatCount } from '../../../kernel/format-count.js';
import { failure, type Result, success } from '../../../kernel/result.js';
import type { OpenFile } from '../../../project/open-checked-file.js';
import { quoted } from '../../../project/read-path.js';
import { decodeText, formatSize, getLines, looksBinary, shownLine } from '../text/file-text.js';
import { countLines, readLineRange } from '../text/read-line-range.js';
import type { EvidenceContext, EvidenceTool } from '../tool.js';

const readFileArguments = z.strictObject({
  path: z.string().min(1),
  start_line: z.int().min(1).optional(),
  end_line: z.int().min(1).optional(),
});

export const readFile: EvidenceTool<z.output<typeof readFileArguments>> = {
  name: 'read_file',
  description: 'read a text file of the project, whole or from start_line to end_line, with line numbers',
  example: { path: 'src/index.ts', start_line: 1, end_line: 40 },
  arguments: readFileArguments,
  run: async ({ path, start_line: start, end_line: end }, context) => {
    if (end !== undefined && end < (start ?? 1))
      return failure(`end_line (${end}) is before start_line (${start ?? 1}); give them in order.`);
    return showFile(path, { start, end }, context);
  },
};

/** Which lines of a file are shown, counted from 1 and included; `last` counts from the end. */
export interface ShownRange {
  readonly start?: number | undefined;
  readonly end?: number | undefined;
  readonly last?: number;
}

/** A file's lines with their numbers: `read_file`, `cat`, `head` and `tail` all end here. */
export async function showFile(
  path: string,
  range: ShownRange,
  context: EvidenceContext,
): Promise<Result<string, string>> {
  const opened = await context.project.openFile(path);
  if (!opened.ok) return opened;
  const file = opened.value;
  try {
    if (file.size > context.maxFileBytes) return await showLargeFile(file, range, context);
    const bytes = await file.read(context.maxFileBytes);
    if (looksBinary(bytes)) return failure(binarySentence(path, file.size));
    return showLines(await context.redact(decodeText(bytes), file.path), path, range);
  } catch {
    return failure(`${quoted(path)} could not be read to its end.`);
  } finally {
    await file.close();
  }
}

async function showLargeFile(
  file: OpenFile,
  range: ShownRange,
  context: EvidenceContext,
): Promise<Result<string, string>> {
  if (range.start === undefined && range.end === undefined && range.last === undefined)
    return failure(
      `${quoted(file.path)} has ${formatSize(file.size)}, more than the ${formatSize(context.maxFileBytes)} that are read in one go; ask for a part with start_line and end_line, or use search_code.`,
    );
  const total = range.last === undefined ? success(0) : await countLines(file, context.signal);
  if (!total.ok) return total;
  const start = range.last === undefined ? (range.start ?? 1) : Math.max(1, total.value - range.last + 1);
  const found = await readLineRange(file, { start, end: range.end ?? Number.POSITIVE_INFINITY }, context);
  return found.ok ? success(numbered(found.value.lines, start, found.value.note)) : found;
}

function binarySentence(path: string, size: number): string {
  return `${quoted(path)} is not a text file (${formatSize(size)} of binary data).`;
}

function showLines(text: string, path: string, range: ShownRange): Result<string, string> {
  if (text === '') return success('(the file is empty)');
  const lines = getLines(text);
  const start = range.last === undefined ? (range.start ?? 1) : Math.max(1, lines.length - range.last + 1);
  if (start > lines.length)
    return failure(`${quoted(path)} has ${formatCount(lines.length, 'line')}; start_line ${start} is behind its end.`);
  return success(numbered(lines.slice(start - 1, range.end), start));
}

function numbered(lines: readonly string[], start: number, note?: string): string {
  const shown = lines.slice(0, MAX_LINES).map((line, index) => `${start + index}: ${shownLine(line, MAX_LINE_LENGTH)}`);
  if (lines.length > MAX_LINES) shown.push(`(${lines.length - MAX_LINES} more lines; ask for them with start_line)`);
  if (note !== undefined) shown.push(`(${note})`);
  return shown.join('\n');
}

const MAX_LINES = 20_000;
const MAX_LINE_LENGTH = 2000;
