import { closesFence, type Fence, openedFence } from '../../answer/fence.js';
import { markedLine } from '../../answer/request-marker.js';
import { quotationBefore, quotationBehind } from './quotation.js';

/** A place in a file that an answer refers to. */
export interface CitedPlace {
  /** With `/`, whatever the answer writes. */
  readonly path: string;
  readonly startLine: number;
  readonly endLine: number;
  /** What the answer says stands there. */
  readonly quote: string | undefined;
  /** Quoted words right before a place in brackets: perhaps what stands there, perhaps only words set apart. */
  readonly wordsBefore: string | undefined;
  /** It could also be something else, such as a host and its port: only a file of that name makes it a citation. */
  readonly isDoubtful: boolean;
}

/**
 * The citations in a text: `path:line` or `path:line-line`. A quotation directly behind it (`src/a.ts:3 "text"`)
 * belongs to it; what stands before it (`"text" (src/a.ts:3)`) may. Quoted lines, request lines and code fences are left out: they are not the author's words, or speak of
 * files that are yet to be written. Linear in time.
 */
export function findCitations(text: string): CitedPlace[] {
  const own = ownWords(text);
  const places = new Map<string, CitedPlace>();
  for (const match of own.matchAll(LINE_NUMBERS)) {
    const place = placeAt(own, match);
    if (place !== undefined) places.set(keyOf(place), place);
    if (places.size >= MOST_PLACES) break;
  }
  const found = [...places.values()];
  return found.filter((place) => wordsOf(place) !== undefined || !found.some((other) => saysMore(other, place)));
}

/** Far more than anybody reads; the rest of a flood is not looked at. */
const MOST_PLACES = 100;
const LONGEST_PATH = 300;

// A version (1.25), a time with seconds and a longer number are no line numbers. A column may follow.
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

function placeAt(text: string, match: RegExpExecArray): CitedPlace | undefined {
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
  while (start > 0 && end - start <= LONGEST_PATH && !PATH_ENDS.test(text[start - 1] ?? '')) start--;
  const path = text.slice(start, end);
  // What follows `http:` begins with two slashes, what follows `node:` is no file; a path needs a letter somewhere.
  const isAddress = path.startsWith('//') || /(?::\/\/|\bnode:)$/.test(text.slice(Math.max(0, start - 6), start));
  if (isAddress || path.length > LONGEST_PATH || !/\p{L}/u.test(path)) return undefined;
  return path;
}

const PATH_ENDS = /[\s"'`“”‘’«»()[\]{}<>|*,;:=!?]/;

/** Without a folder it could be a host and its port, or a program and its version. */
function isDoubtful(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return !path.includes('/') || path.includes('@') || !/\.[\p{L}][\p{L}\d]{0,9}$/u.test(name);
}

function wordsOf({ quote, wordsBefore }: CitedPlace): string | undefined {
  return quote ?? wordsBefore;
}

function keyOf(place: CitedPlace): string {
  return `${place.path}:${place.startLine}-${place.endLine} ${wordsOf(place) ?? ''}`;
}

function saysMore(other: CitedPlace, place: CitedPlace): boolean {
  return (
    wordsOf(other) !== undefined &&
    other.path === place.path &&
    other.startLine === place.startLine &&
    other.endLine === place.endLine
  );
}
