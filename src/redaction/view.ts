import { type FileKind, fileKind } from './file-kind.js';
import type { Finding } from './finding.js';

/**
 * A text as the rules see it: without what a listing, a diff, a log or a quotation puts before a line, and in a second
 * view without the escapes of JSON and XML. So one rule is enough for all the ways to show a line.
 */
export interface View {
  readonly text: string;
  /** The position in the original text. */
  readonly locate: (position: number) => number;
  /** The kind of file that the line at a position is from. */
  readonly kindAt: (position: number) => FileKind;
}

type KindAt = (position: number) => FileKind;

/** The view without prefixes, and one without escapes where there are any. */
export function createViews(text: string, kindAt: KindAt): View[] {
  const plain = withoutPrefixes(text, kindAt);
  if (!(text.includes('\\') || text.includes('&')) || !HAS_ESCAPES.test(text)) return [plain];
  const unescaped = rewrite(text, findEscapes(text));
  const view = withoutPrefixes(unescaped.text, (position) => kindAt(unescaped.locate(position)));
  return [plain, { ...view, locate: (position) => unescaped.locate(view.locate(position)) }];
}

/** The kind of file of each part of a text with several files: a diff, the output of `head`, a file in JSON, Markdown with code. */
export function findKinds(text: string, path: string | undefined): KindAt {
  const whole = fileKind(path);
  const starts: number[] = [];
  const kinds: FileKind[] = [];
  if (HEADER_HINTS.some((hint) => text.includes(hint))) {
    for (const { index, groups } of text.matchAll(HEADER)) {
      starts.push(index);
      const language = groups?.language;
      kinds.push(language === undefined ? fileKind(groups?.path) : language === '' ? whole : fileKind(`x.${language}`));
    }
  }
  return (position) => kinds[lastAtMost(starts, position)] ?? whole;
}

const HEADER_HINTS = ['+++ ', '==> ', '```', 'ath"', 'ame"', 'ath\\"', 'ame\\"'];
const HEADER =
  /(?:^(?:\+\+\+ (?:b\/)?|==> )|(?:path|name)\\?["']: ?\\?["'](?=[\w/-]*\.))(?<path>[^\s"'\\]{1,300})|^[ \t]{0,8}`{3}(?<language>[\w+-]{0,20})/gim;

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
}

/** The text after the edits, and where each of its positions was. */
function rewrite(text: string, edits: readonly Edit[]): Pick<View, 'text' | 'locate'> {
  const parts: string[] = [];
  const starts: number[] = [0];
  const originals: number[] = [0];
  let length = 0;
  let shown = 0;
  for (const { start, end, replacement } of edits) {
    parts.push(text.slice(shown, start), replacement);
    length += start - shown;
    if (replacement !== '') {
      starts.push(length);
      originals.push(start);
      length += replacement.length;
    }
    starts.push(length);
    originals.push(end);
    shown = end;
  }
  parts.push(text.slice(shown));
  const locate = (position: number) => {
    const index = lastAtMost(starts, position);
    return (originals[index] ?? 0) + position - (starts[index] ?? 0);
  };
  return { text: parts.join(''), locate };
}

/** The index of the last number that is not greater; -1 if there is none. The numbers ascend. */
function lastAtMost(numbers: readonly number[], limit: number): number {
  let [from, to] = [0, numbers.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((numbers[middle] ?? 0) <= limit) from = middle + 1;
    else to = middle;
  }
  return from - 1;
}

function findEscapes(text: string): Edit[] {
  return [...text.matchAll(text.includes('\\n') ? ESCAPE_OR_QUOTE : ESCAPE)].map(({ index, 0: { length }, groups }) => {
    const { letter = '', code, entity } = groups ?? {};
    const replacement =
      code === undefined
        ? (ENTITIES[entity ?? ''] ?? LETTERS[letter] ?? (letter || '\n'))
        : String.fromCharCode(parseInt(code, 16));
    return { start: index, end: index + length, replacement };
  });
}

const HAS_ESCAPES = /\\["'/nrtu]|&(?:quot|amp|apos|lt|gt|#)/;
const ESCAPE = /\\+(?:u00(?<code>2[267bf]|3[acdef])|(?<letter>["'/nrt]))|&(?:(?<entity>quot|amp|apos|lt|gt|#39);)/g;
// Among escaped line breaks, a quote without a backslash begins or ends a text of several lines.
const ESCAPE_OR_QUOTE = new RegExp(`${ESCAPE.source}|"`, 'g');
const LETTERS: Readonly<Record<string, string>> = { n: '\n', r: '\n', t: '\t' };
const ENTITIES: Readonly<Record<string, string>> = { quot: '"', amp: '&', apos: "'", lt: '<', gt: '>', '#39': "'" };

export function withoutPrefixes(text: string, kindAt: KindAt = () => 'unknown'): View {
  const edits: Edit[] = [];
  const lines: number[] = [];
  const kinds: FileKind[] = [];
  for (let start = 0; start < text.length; ) {
    PREFIX.lastIndex = start;
    const match = PREFIX.exec(text);
    if (match !== null) {
      edits.push({ start, end: start + match[0].length, replacement: '' });
      const path = match.groups?.path;
      if (path !== undefined) {
        lines.push(start);
        kinds.push(fileKind(path));
      }
    }
    const lineEnd = text.indexOf('\n', start);
    start = lineEnd === -1 ? text.length : lineEnd + 1;
  }
  if (edits.length === 0) return { text, locate: (position) => position, kindAt };
  const rewritten = rewrite(text, edits);
  return {
    ...rewritten,
    kindAt: (position) => {
      const before = rewritten.locate(position);
      const line = lastAtMost(lines, before);
      const isSameLine = line >= 0 && !text.slice(lines[line], before).includes('\n');
      return isSameLine ? (kinds[line] ?? 'unknown') : kindAt(before);
    },
  };
}

/** A finding of several lines, line by line where they have prefixes, which stay. */
export function locateLines({ text: shown, locate }: View, { start, end, kind }: Finding): Finding[] {
  const whole = { start: locate(start), end: locate(end), kind };
  if (whole.end - whole.start === end - start) return [whole];
  const findings: Finding[] = [];
  for (let from = start; from < end; ) {
    const lineEnd = shown.indexOf('\n', from);
    const to = lineEnd === -1 || lineEnd > end ? end : lineEnd;
    if (to > from) findings.push({ start: locate(from), end: locate(to - 1) + 1, kind });
    from = to + 1;
  }
  return findings;
}

const TIME = '[0-9]{2}:[0-9]{2}:[0-9]{2}(?:[.,][0-9]{1,9})?';
const PREFIX = new RegExp(
  `(?:${[
    // path:12: and path-12- of grep, path:12:4: of compilers; not host:5432:database:user:password
    `(?<path>(?=[\\w@~+()-]{0,100}[./\\\\]|\\w*file)[\\w@~+()./\\\\-]{1,200})(?::[0-9]{1,6}:(?:[0-9]{1,5}:)?|-[0-9]{1,6}-)(?![^\\s:]{1,64}:[^\\s:]{1,64}:[^\\s:]{1,100}\\s{0,4}$)[ \\t]?`,
    // the number of a line
    '[ \\t]{0,8}[0-9]{1,6}(?:[ \\t]{0,3}[|\\u2192]|[:\\t])[ \\t]?',
    // the time of a log line, with the host and the program
    `\\[?(?:[0-9]{4}[-/][0-9]{2}[-/][0-9]{2}[T ]|[A-Z][a-z]{2} [ 0-9][0-9] |[0-9]{2}\\/[A-Z][a-z]{2}\\/[0-9]{4}:)?${TIME}(?:Z| ?[+-][0-9]{2}:?[0-9]{2})?\\]?:?(?:[ \\t]{1,4}[\\w.-]{1,60} (?:[\\w./-]{1,40}\\[[0-9]{1,7}\\]|kernel|sudo):)?[ \\t]{1,4}`,
    // the level and the source of a log line
    '\\[?(?:TRACE|DEBUG|INFO|NOTICE|WARN(?:ING)?|ERROR|FATAL|CRITICAL|trace|debug|info|warn|error)\\]?:?[ \\t]{1,4}',
    '\\[[\\w./:#@ -]{1,60}\\][ \\t]{1,4}|\\w[\\w.-]{0,59}[ \\t]{0,20}\\|[ \\t]',
    // marks of diffs, lists, quotations and comments
    '[ \\t]{0,40}(?:[+-](?![+-]|[a-zA-Z](?:[ \\t"\'=]|$))|>{1,3}|[*\\u2022]{1,3}(?=[ \\t])|#{1,6}(?=[ \\t\\w])(?!define)|\\/\\/|;{1,3}|<!--|[0-9]{1,3}[.)](?=[ \\t])|[$%](?=[ \\t]))[ \\t]?',
  ].join('|')}){1,6}`,
  'my',
);
