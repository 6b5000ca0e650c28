import { z } from 'zod';
import { failure, type Result, success } from '../../../kernel/result.js';
import { quoted } from '../confinement/path-text.js';
import type { OpenFile } from '../confinement/project.js';
import { decodeText, looksBinary, shownLine, sizeWords } from '../text/file-text.js';
import { readLineRange } from '../text/read-line-range.js';
import type { EvidenceScene, EvidenceTool } from '../tool.js';

const readFileArguments = z.strictObject({
  path: z.string().min(1),
  start_line: z.int().min(1).optional(),
  end_line: z.int().min(1).optional(),
});
type Given = z.output<typeof readFileArguments>;

export const readFile: EvidenceTool<Given> = {
  name: 'read_file',
  description: 'read a text file of the project, whole or from start_line to end_line, with line numbers',
  example: { path: 'src/index.ts', start_line: 1, end_line: 40 },
  arguments: readFileArguments,
  run: async (given, scene) => {
    const { start_line: start = 1, end_line: end } = given;
    if (end !== undefined && end < start)
      return failure(`end_line (${end}) is before start_line (${start}); give them in order.`);
    const opened = await scene.project.openFile(given.path);
    if (!opened.ok) return opened;
    try {
      return await readOpenFile(opened.value, given, scene);
    } catch {
      return failure(`${quoted(given.path)} could not be read to its end.`);
    } finally {
      await opened.value.close();
    }
  },
};

async function readOpenFile(file: OpenFile, given: Given, scene: EvidenceScene): Promise<Result<string, string>> {
  const hasRange = given.start_line !== undefined || given.end_line !== undefined;
  if (file.size > scene.maxFileBytes && !hasRange)
    return failure(
      `${quoted(given.path)} has ${sizeWords(file.size)}, more than the ${sizeWords(scene.maxFileBytes)} that are read at once; ask for a part with start_line and end_line, or use search_code.`,
    );
  const start = given.start_line ?? 1;
  if (file.size > scene.maxFileBytes) {
    const range = { start, end: given.end_line ?? Number.POSITIVE_INFINITY };
    const found = await readLineRange(file, range, scene);
    return found.ok ? success(numbered(found.value.lines, start, found.value.note)) : failure(found.error);
  }
  const bytes = await file.read(scene.maxFileBytes);
  if (looksBinary(bytes)) return failure(binarySentence(given.path, file.size));
  return showLines(await scene.redact(decodeText(bytes)), given);
}

export function binarySentence(path: string, size: number): string {
  return `${quoted(path)} is not a text file (${sizeWords(size)} of binary data).`;
}

function showLines(text: string, given: Given): Result<string, string> {
  if (text === '') return success('(the file is empty)');
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  const start = given.start_line ?? 1;
  if (start > lines.length)
    return failure(`${quoted(given.path)} has ${lines.length} lines; start_line ${start} is behind its end.`);
  return success(numbered(lines.slice(start - 1, given.end_line), start));
}

function numbered(lines: readonly string[], start: number, note?: string): string {
  const shown = lines.slice(0, MOST_LINES).map((line, index) => `${start + index}: ${shownLine(line, LONGEST_LINE)}`);
  if (lines.length > MOST_LINES) shown.push(`(${lines.length - MOST_LINES} more lines; ask for them with start_line)`);
  if (note !== undefined) shown.push(`(${note})`);
  return shown.join('\n');
}

const MOST_LINES = 20_000;
const LONGEST_LINE = 2000;
