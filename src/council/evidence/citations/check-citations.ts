import { createPause } from '../../../kernel/create-pause.js';
import { formatCount } from '../../../kernel/format-count.js';
import { failure, type Result, success } from '../../../kernel/result.js';
import { settleWithin } from '../../../kernel/time-limit.js';
import { type TimeLimits, withTimeout } from '../../time-limits.js';
import type { ToolBench } from '../run-tool.js';
import { decodeText, getLines, looksBinary } from '../text/file-text.js';
import { type CitedLines, findCitations } from './find-citations.js';

export interface CheckedCitation extends CitedLines, Judgment {}

interface Judgment {
  readonly lineExists: boolean;
  /** Undefined if nothing is quoted or the line does not exist. */
  readonly wordsFound: boolean | undefined;
  /** Why it is not verified; undefined when it is. */
  readonly reason: string | undefined;
}

type CitedRange = Pick<CitedLines, 'startLine' | 'endLine' | 'quote' | 'wordsBefore'>;

/**
 * Checks every citation of an answer: does the line exist, and does it have the quoted words? It compares with the file
 * without its secrets, as participants see it: the result must not reveal whether a guess at a secret is right.
 */
export async function checkCitations(answer: string, bench: ToolBench): Promise<CheckedCitation[]> {
  const limits = withTimeout(bench.limits, bench.settings.timeoutMs);
  try {
    return await checkWithin(answer, bench, limits);
  } finally {
    limits.release();
  }
}

async function checkWithin(answer: string, bench: ToolBench, { signal }: TimeLimits): Promise<CheckedCitation[]> {
  const checked: CheckedCitation[] = [];
  const files = new Map<string, Result<readonly string[], string>>();
  const pause = createPause();
  for (const cited of findCitations(answer)) {
    if (checked.length >= MAX_CITATIONS) break;
    const lines = files.get(cited.path) ?? (await readInTime(cited.path, bench, signal));
    files.set(cited.path, lines);
    // What may not be shown is a file for certain; anything else that is not there may be no file at all.
    if (!lines.ok && cited.isDoubtful && bench.project.refusal(cited.path) === null) continue;
    const judgment = lines.ok ? judge(cited, lines.value) : noLine(lines.error);
    const quote = cited.quote ?? (judgment.wordsFound === true ? cited.wordsBefore : undefined);
    checked.push({ ...cited, ...judgment, quote });
    await pause();
  }
  return checked;
}

async function readInTime(path: string, bench: ToolBench, signal: AbortSignal): ReturnType<typeof readLines> {
  const read = await settleWithin({ signal }, () => readLines(path, bench));
  return read.ok ? read.value : failure('there was no time left to look it up');
}

const MAX_CITATIONS = 50;
const MAX_LINES = 2_000;

function noLine(reason: string): Judgment {
  return { lineExists: false, wordsFound: undefined, reason };
}

/** Whether the lines exist and have the quoted words. */
export function judge({ startLine, endLine, quote, wordsBefore }: CitedRange, lines: readonly string[]): Judgment {
  if (startLine < 1 || endLine < startLine) return noLine('there is no such range of lines');
  if (endLine > lines.length) return noLine(`the file has ${formatCount(lines.length, 'line')}`);
  const exists = { lineExists: true, wordsFound: undefined, reason: undefined };
  const words = quote ?? wordsBefore;
  if (words === undefined) return exists;
  if (endLine - startLine >= MAX_LINES)
    return { ...exists, reason: 'the range is too long to look for the quoted words' };
  if (containsQuote(lines.slice(startLine - 1, endLine).join('\n'), words)) return { ...exists, wordsFound: true };
  // Words before a citation count only if they are found: otherwise they may not belong to it.
  if (quote === undefined) return exists;
  const reason = `the quoted words are not on ${startLine === endLine ? 'that line' : 'those lines'}`;
  return { lineExists: true, wordsFound: false, reason };
}

/** A file of the project without its secrets, line by line. */
export async function readLines(
  path: string,
  bench: Pick<ToolBench, 'project' | 'settings' | 'redact'>,
): Promise<Result<readonly string[], string>> {
  const { project, settings, redact } = bench;
  const opened = await project.openFile(path);
  if (!opened.ok) return opened;
  const file = opened.value;
  try {
    if (file.size > settings.maxFileBytes) return failure('the file is too large to be checked');
    const bytes = await file.read(settings.maxFileBytes);
    if (looksBinary(bytes)) return failure('the file is not plain text and cannot be checked');
    return success(getLines(await redact(decodeText(bytes), path)));
  } catch {
    return failure('the file could not be read');
  } finally {
    await file.close();
  }
}

/** Checks whether the words are in the text: white space, the shape of quotation marks and an ellipsis do not matter. */
export function containsQuote(text: string, quote: string): boolean {
  const squeezed = squeeze(text);
  const parts = quote
    .split(/…|\.{3}/)
    .map(squeeze)
    .filter((part) => part !== '');
  let from = 0;
  for (const part of parts) {
    const found = squeezed.indexOf(part, from);
    if (found === -1) return false;
    from = found + part.length;
  }
  return parts.length > 0;
}

function squeeze(text: string): string {
  return text.replace(/\s+/g, '').replace(/["'`“”‘’]/g, "'");
}
