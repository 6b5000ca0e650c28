import { closesFence, type Fence, markedLine, openedFence } from '../../answer-markup.js';

/** Lines of a file that an answer cites. */
export interface CitedLines {
  /** With `/`, whatever the answer writes. */
  readonly path: string;
  readonly startLine: number;
  readonly endLine: number;
  /** The words that the answer quotes from there. */
  readonly quote: string | undefined;
  /** Quoted words right before a citation in brackets: perhaps quoted from there, perhaps only emphasized. */
  readonly wordsBefore: string | undefined;
  /** It could also be something else, such as a host and its port: only a file of that name makes it a citation. */
  readonly isDoubtful: boolean;
}

/**
 * The citations in a text: `path:line` or `path:line-line`. A quotation directly behind it (`src/a.ts:3 "text"`)
 * belongs to it; a quotation before it (`"text" (src/a.ts:3)`) may. Quoted lines, request lines and code fences are left
 * out: they are not the author's words, or mention files that do not exist yet. Linear in time.
 */
export function findCitations(text: string): CitedLines[] {
  const own = ownWords(text);
  const byKey = new Map<string, CitedLines>();
  for (const match of own.matchAll(LINE_NUMBERS)) {
    const cited = citationAt(own, match);
    if (cited !== undefined) byKey.set(getKey(cited), cited);
    if (byKey.size >= MAX_FOUND) break;
  }
  const found = [...byKey.values()];
  return found.filter((cited) => getWords(cited) !== undefined || !found.some((other) => saysMore(other, cited)));
}

/** Far more than a person reads; the rest of a flood is not checked. */
const MAX_FOUND = 100;
const MAX_PATH_LENGTH = 300;

// A version (1.25), a time with seconds and a longer number are not line numbers. A column may follow.
const LINE_NUMBERS = /:(\d{1,7})(?:[-–](\d{1,7})|:\d{1,5}(?!\d))?(?![\d\p{L}_]|[.-]\d)/gu;

function ownWords(text: string): string {
  let fence: Fence | undefined;
  const kept = text.split('\n').filter((line) => {
    if (fence !== undefined) {
      if (closesFence(line, fence)) fence = undefined;
      return false;
    }
    fence = openedFence(line);
    return fence === undefined && !/^\s*>/.test(line) && markedLine(line) === undefined;
  });
  return kept.join('\n');
}

function citationAt(text: string, match: RegExpExecArray): CitedLines | undefined {
  const written = pathBefore(text, match.index);
  if (written === undefined) return undefined;
  const path = written.replaceAll('\\', '/');
  const startLine = Number(match[1]);
  const endLine = match[2] === undefined ? startLine : Number(match[2]);
  const start = match.index - written.length;
  const quote = quotationBehind(text, match.index + match[0].length, text.charAt(start - 1));
  const wordsBefore = quote === undefined ? quotationBefore(text, start) : undefined;
  return { path, startLine, endLine, quote, wordsBefore, isDoubtful: isDoubtful(path) };
}

function pathBefore(text: string, end: number): string | undefined {
  let start = end;
  while (start > 0 && end - start <= MAX_PATH_LENGTH && !PATH_ENDS.test(text[start - 1] ?? '')) start--;
  const path = text.slice(start, end);
  // What follows `http:` begins with two slashes, what follows `node:` is not a file; a path needs a letter somewhere.
  const isAddress = path.startsWith('//') || /(?::\/\/|\bnode:)$/.test(text.slice(Math.max(0, start - 6), start));
  if (isAddress || path.length > MAX_PATH_LENGTH || !/\p{L}/u.test(path)) return undefined;
  return path;
}

const PATH_ENDS = /[\s"'`“”‘’«»()[\]{}<>|*,;:=!?]/;

/** Without a folder it could be a host and its port, or a program and its version. */
function isDoubtful(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return !path.includes('/') || path.includes('@') || !/\.[\p{L}][\p{L}\d]{0,9}$/u.test(name);
}

function getWords({ quote, wordsBefore }: CitedLines): string | undefined {
  return quote ?? wordsBefore;
}

function getKey(cited: CitedLines): string {
  return `${cited.path}:${cited.startLine}-${cited.endLine} ${getWords(cited) ?? ''}`;
}

function saysMore(other: CitedLines, cited: CitedLines): boolean {
  return (
    getWords(other) !== undefined &&
    other.path === cited.path &&
    other.startLine === cited.startLine &&
    other.endLine === cited.endLine
  );
}

/**
 * The quotation directly behind a citation: in double quotes, single quotes or backticks, after at most a colon
 * or a comma and blanks. `before` is the character before the citation: one that is itself in quotation marks is
 * closed by one, which opens nothing.
 */
function quotationBehind(text: string, from: number, before: string): string | undefined {
  let position = from;
  const skip = (characters: string, max: number) => {
    for (let count = 0; count < max && characters.includes(text.charAt(position) || '\0'); count++) position++;
  };
  skip(`)]*_\`${CLOSING.get(before)?.join('') ?? ''}`, 4);
  skip(':,', 1);
  skip(' \t', 3);
  const closing = CLOSING.get(text.charAt(position));
  if (closing === undefined) return undefined;
  const end = endOfQuotation(text, position + 1, closing);
  return end === undefined ? undefined : meaningful(text.slice(position + 1, end));
}

/** The words in double quotes directly before a bracket with the citation: `"text" (src/a.ts:3)`. */
function quotationBefore(text: string, citationStart: number): string | undefined {
  const before = text.slice(Math.max(0, citationStart - MAX_QUOTE_LENGTH), citationStart);
  const closing = /["”][ \t]{0,3}[([][`*_]{0,3}$/.exec(before.slice(-9))?.[0];
  if (closing === undefined) return undefined;
  const quoted = before.slice(0, -closing.length);
  const start = Math.max(quoted.lastIndexOf('"'), quoted.lastIndexOf('“'));
  return start === -1 ? undefined : meaningful(quoted.slice(start + 1));
}

const CLOSING: ReadonlyMap<string, readonly string[]> = new Map([
  ['"', ['"', '”']],
  ['“', ['"', '”']],
  ["'", ["'", '’']],
  ['‘', ["'", '’']],
  ['`', ['`']],
]);
const MAX_QUOTE_LENGTH = 600;

/** An apostrophe inside a word closes nothing. */
function endOfQuotation(text: string, start: number, closing: readonly string[]): number | undefined {
  for (let position = start; position < Math.min(text.length, start + MAX_QUOTE_LENGTH); position++) {
    const character = text.charAt(position);
    if (!closing.includes(character)) continue;
    const isApostrophe = closing.includes("'") && /[\p{L}\p{N}]/u.test(text.charAt(position + 1));
    if (!isApostrophe) return position;
  }
  return undefined;
}

function meaningful(quote: string): string | undefined {
  return /[\p{L}\p{N}]/u.test(quote) ? quote.trim() : undefined;
}
