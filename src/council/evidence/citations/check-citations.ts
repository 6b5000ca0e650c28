import { failure, type Result, success } from '../../../kernel/result.js';
import type { ToolBench } from '../run-tool.js';
import { decodeText } from '../text/file-text.js';
import { containsQuote } from './contains-quote.js';
import { type CitedPlace, findCitations } from './find-citations.js';

export interface CheckedCitation extends CitedPlace {
  readonly verified: boolean;
  /** Why it is not verified. */
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
    if (!lines.ok && place.isDoubtful) continue;
    const reason = lines.ok ? await problemWith(place, lines.value, bench) : lines.error;
    checked.push({ ...place, verified: reason === undefined, reason });
  }
  return checked;
}

const MOST_CITATIONS = 50;
const MOST_LINES = 2_000;

async function problemWith(
  { startLine, endLine, quote }: CitedPlace,
  lines: readonly string[],
  { redact }: ToolBench,
): Promise<string | undefined> {
  if (startLine < 1 || endLine < startLine) return 'there is no such range of lines';
  if (endLine > lines.length) return `the file has ${lines.length} lines`;
  if (quote === undefined) return undefined;
  if (endLine - startLine >= MOST_LINES) return 'the range is too long to look for the quoted words';
  // Participants are shown files without their secrets, and quote what they were shown.
  const text = lines.slice(startLine - 1, endLine).join('\n');
  if (containsQuote(text, quote) || containsQuote(await redact(text), quote)) return undefined;
  return `the quoted words are not on ${startLine === endLine ? 'that line' : 'those lines'}`;
}

async function readLines(path: string, { project, settings }: ToolBench): Promise<Result<readonly string[], string>> {
  try {
    const opened = await project.openFile(path);
    if (!opened.ok) return failure(opened.error);
    const file = opened.value;
    try {
      if (file.size > settings.maxFileBytes) return failure('the file is too large to be checked');
      const lines = decodeText(await file.read(settings.maxFileBytes)).split(/\r?\n/);
      // A line break at the end closes the last line; it does not open another one.
      return success(lines.at(-1) === '' ? lines.slice(0, -1) : lines);
    } finally {
      await file.close();
    }
  } catch {
    return failure('the file could not be read');
  }
}
