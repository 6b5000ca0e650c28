import { failure, type Result, success } from '../../../kernel/result.js';
import type { ToolBench } from '../run-tool.js';
import { decodeText, looksBinary } from '../text/file-text.js';
import { containsQuote } from './contains-quote.js';
import { type CitedPlace, findCitations } from './find-citations.js';

export interface CheckedCitation extends CitedPlace, Judgement {}

interface Judgement {
  readonly lineExists: boolean;
  /** Undefined where nothing is quoted, or there is no such line to look at. */
  readonly wordsFound: boolean | undefined;
  /** Why it is not verified; undefined when it is. */
  readonly reason: string | undefined;
}

/** Looks up every place that an answer cites: is there such a line, and do the quoted words stand on it? */
export async function checkCitations(answer: string, bench: ToolBench): Promise<CheckedCitation[]> {
  const checked: CheckedCitation[] = [];
  const files = new Map<string, Result<readonly string[], string>>();
  for (const place of findCitations(answer)) {
    if (checked.length >= MOST_CITATIONS || bench.limits.signal.aborted) break;
    const lines = files.get(place.path) ?? (await readLines(place.path, bench));
    files.set(place.path, lines);
    // What may not be shown is a file for certain; anything else that is not there may be no file at all.
    if (!lines.ok && place.isDoubtful && bench.project.refusal(place.path) === null) continue;
    const judgement = lines.ok ? await judge(place, lines.value, bench) : noLine(lines.error);
    checked.push({ ...place, ...judgement });
  }
  return checked;
}

const MOST_CITATIONS = 50;
const MOST_LINES = 2_000;

function noLine(reason: string): Judgement {
  return { lineExists: false, wordsFound: undefined, reason };
}

async function judge(
  { startLine, endLine, quote }: CitedPlace,
  lines: readonly string[],
  { redact }: ToolBench,
): Promise<Judgement> {
  if (startLine < 1 || endLine < startLine) return noLine('there is no such range of lines');
  if (endLine > lines.length) return noLine(`the file has ${lines.length} lines`);
  if (quote === undefined) return { lineExists: true, wordsFound: undefined, reason: undefined };
  if (endLine - startLine >= MOST_LINES)
    return { lineExists: true, wordsFound: undefined, reason: 'the range is too long to look for the quoted words' };
  // Participants are shown files without their secrets, and quote what they were shown.
  const text = lines.slice(startLine - 1, endLine).join('\n');
  if (containsQuote(text, quote) || containsQuote(await redact(text), quote))
    return { lineExists: true, wordsFound: true, reason: undefined };
  const reason = `the quoted words are not on ${startLine === endLine ? 'that line' : 'those lines'}`;
  return { lineExists: true, wordsFound: false, reason };
}

async function readLines(path: string, { project, settings }: ToolBench): Promise<Result<readonly string[], string>> {
  try {
    const opened = await project.openFile(path);
    if (!opened.ok) return failure(opened.error);
    const file = opened.value;
    try {
      if (file.size > settings.maxFileBytes) return failure('the file is too large to be checked');
      const bytes = await file.read(settings.maxFileBytes);
      if (looksBinary(bytes)) return failure('the file is no plain text and cannot be checked');
      const lines = decodeText(bytes).split(/\r?\n/);
      // A line break at the end closes the last line; it does not open another one.
      return success(lines.at(-1) === '' ? lines.slice(0, -1) : lines);
    } finally {
      await file.close();
    }
  } catch {
    return failure('the file could not be read');
  }
}
