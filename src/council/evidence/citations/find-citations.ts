/** A place in a file that an answer refers to. */
export interface CitedPlace {
  readonly path: string;
  readonly startLine: number;
  readonly endLine: number;
  /** What the answer says stands there. */
  readonly quote: string | undefined;
  /** It could also be something else, such as a host and its port: only a file of that name makes it a citation. */
  readonly isDoubtful: boolean;
}

/**
 * The citations in a text: `path:line` or `path:line-line`. A quotation in double quotes directly behind it
 * (`src/a.ts:3 "text"`), or directly before one in brackets (`"text" (src/a.ts:3)`), belongs to it. Quoted lines and
 * request lines are left out: they are not the author's words. Linear in time.
 */
export function findCitations(text: string): CitedPlace[] {
  const own = text
    .split('\n')
    .filter((line) => !/^\s*(>|TOOL_REQUEST:)/.test(line))
    .join('\n');
  const places = new Map<string, CitedPlace>();
  for (const match of own.matchAll(LINE_NUMBERS)) {
    const place = placeAt(own, match);
    if (place !== undefined) places.set(keyOf(place), place);
    if (places.size >= MOST_PLACES) break;
  }
  const found = [...places.values()];
  return found.filter((place) => place.quote !== undefined || !found.some((other) => saysMore(other, place)));
}

/** Far more than anybody reads; the rest of a flood is not looked at. */
const MOST_PLACES = 100;
const LONGEST_PATH = 300;
const LONGEST_QUOTE = 600;

// A version (1.25), a time with seconds and a longer number are no line numbers.
const LINE_NUMBERS = /:(\d{1,7})(?:[-–](\d{1,7}))?(?![\d\p{L}_]|[.-]\d)/gu;

function placeAt(text: string, match: RegExpExecArray): CitedPlace | undefined {
  const path = pathBefore(text, match.index);
  if (path === undefined) return undefined;
  const startLine = Number(match[1]);
  const endLine = match[2] === undefined ? startLine : Number(match[2]);
  const after = match.index + match[0].length;
  const quote = quoteBehind(text, after) ?? quoteBefore(text, match.index - path.length);
  return { path, startLine, endLine, quote, isDoubtful: isDoubtful(path) };
}

function pathBefore(text: string, end: number): string | undefined {
  let start = end;
  while (start > 0 && end - start <= LONGEST_PATH && !PATH_ENDS.test(text[start - 1] ?? '')) start--;
  const path = text.slice(start, end);
  // What follows `http:` begins with two slashes; a path needs a letter somewhere.
  const isAddress = path.startsWith('//') || text.slice(Math.max(0, start - 3), start) === '://';
  if (isAddress || path.length > LONGEST_PATH || !/\p{L}/u.test(path)) return undefined;
  return path;
}

const PATH_ENDS = /[\s"'`“”‘’«»()[\]{}<>|*,;:=\\!?]/;

function isDoubtful(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const ending = /\.([\p{L}][\p{L}\d]{0,9})$/u.exec(name)?.[1]?.toLowerCase();
  const isHost = !path.includes('/') && !path.startsWith('.') && HOST_ENDINGS.has(ending ?? '');
  return ending === undefined || isHost || path.includes('@');
}

const HOST_ENDINGS = new Set(
  'com org net io dev app ai co uk de fr eu us info biz cloud local localhost internal lan home test example invalid'.split(
    ' ',
  ),
);

function quoteBehind(text: string, from: number): string | undefined {
  const opening = /^[`)\]*_]{0,3}[:,]?[ \t]{0,3}["“]/.exec(text.slice(from, from + 9))?.[0];
  if (opening === undefined) return undefined;
  const start = from + opening.length;
  const length = text.slice(start, start + LONGEST_QUOTE).search(/["”]/);
  return length === -1 ? undefined : meaningful(text.slice(start, start + length));
}

/** `"text" (path`: the bracket opens directly before the path. */
function quoteBefore(text: string, pathStart: number): string | undefined {
  const before = text.slice(Math.max(0, pathStart - LONGEST_QUOTE), pathStart);
  const closing = /["”][ \t]{0,3}[([][`*_]{0,3}$/.exec(before.slice(-9))?.[0];
  if (closing === undefined) return undefined;
  const quoted = before.slice(0, -closing.length);
  const start = Math.max(quoted.lastIndexOf('"'), quoted.lastIndexOf('“'));
  return start === -1 ? undefined : meaningful(quoted.slice(start + 1));
}

function meaningful(quote: string): string | undefined {
  return /[\p{L}\p{N}]/u.test(quote) ? quote.trim() : undefined;
}

function keyOf({ path, startLine, endLine, quote = '' }: CitedPlace): string {
  return `${path}:${startLine}-${endLine} ${quote}`;
}

function saysMore(other: CitedPlace, place: CitedPlace): boolean {
  return (
    other.quote !== undefined &&
    other.path === place.path &&
    other.startLine === place.startLine &&
    other.endLine === place.endLine
  );
}
