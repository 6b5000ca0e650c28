import type { Finding } from '../finding.js';

/**
 * Private keys in PEM, OpenPGP and PuTTY format, also if the beginning or the end is missing. Lines may be numbered,
 * quoted, or joined by an escaped line break, as in listings, code and JSON.
 */
export function findPrivateKeys(text: string): Finding[] {
  return [...findFromBeginning(text), ...findFromEnd(text)];
}

function* findFromBeginning(text: string): Generator<Finding> {
  let dashes = 0;
  for (const { index, 0: opening } of text.matchAll(BEGIN)) {
    const from = index + opening.length;
    // No key contains five dashes. Searching for them only once keeps the time linear for many beginnings.
    if (dashes < from) dashes = positionOr(text.length, text.indexOf('-----', from));
    const end = endOfKey(text, from, dashes);
    if (end > from) yield { start: index, end, kind: 'private key' };
  }
}

function positionOr(otherwise: number, found: number): number {
  return found < 0 ? otherwise : found;
}

/** The end of the key that starts at `from` and ends before `stop`; `from` if there is no key. */
function endOfKey(text: string, from: number, stop: number): number {
  END.lastIndex = stop;
  const closing = END.exec(text)?.[0].length ?? 0;
  let end = from;
  for (let at = from; at < stop; ) {
    const { content, next } = lineAt(text, at, stop);
    const isLast = next >= stop && (closing > 0 || stop === text.length);
    const [, key] = KEY_LINE.exec(content) ?? (end > from ? (SHORT_LINE.exec(content) ?? []) : []);
    if (key !== undefined && (key.length >= MIN_RUN_LENGTH || isLast || /[0-9+/=]/.test(key))) end = at + key.length;
    // A truncated line, or the first line after the key.
    else if (!BETWEEN.test(content)) {
      const cut = CUT_LINE.exec(content)?.[0];
      return cut === undefined ? end : at + cut.length;
    }
    at = next;
  }
  return end > from && closing > 0 ? stop + closing : end;
}

function lineAt(text: string, at: number, stop: number): { content: string; next: number } {
  const ahead = text.slice(at, Math.min(stop, at + MAX_LINE_LENGTH));
  const lineBreak = LINE_BREAK.exec(ahead);
  if (lineBreak === null) return { content: ahead, next: at + ahead.length };
  return { content: ahead.slice(0, lineBreak.index), next: at + lineBreak.index + lineBreak[0].length };
}

/** For each closing line, the lines of the key before it. */
function* findFromEnd(text: string): Generator<Finding> {
  for (const { index, 0: closing } of text.matchAll(END_ANYWHERE)) {
    let start = index;
    for (let shortest = 1; ; shortest = MIN_RUN_LENGTH) {
      const run = runBefore(text, start);
      if (run.end - run.start < shortest || run.end === start) break;
      start = run.start;
    }
    if (index - start >= MIN_RUN_LENGTH) yield { start, end: index + closing.length, kind: 'private key' };
  }
}

/** The characters of a key before a position, without line breaks and what is around lines in a listing. */
function runBefore(text: string, position: number): { start: number; end: number } {
  const end = gapBefore(text, position);
  let start = end;
  while (start > 0 && KEY_CHARACTER.test(text.charAt(start - 1))) start--;
  // The letter of an escaped line break belongs to its backslash; otherwise JSON would be broken.
  if (start < end && text[start - 1] === '\\') start++;
  const isLineNumber = end < position && end - start <= 6 && /^[0-9]+$/.test(text.slice(start, end));
  return isLineNumber ? runBefore(text, start) : { start, end };
}

function gapBefore(text: string, position: number): number {
  let start = position;
  while (start > position - MAX_GAP) {
    const last = text.charAt(start - 1);
    if (text[start - 2] === '\\' && 'nr"'.includes(last)) start -= 2;
    else if (AROUND.test(last)) start--;
    else break;
  }
  return Math.max(0, start);
}

const MAX_LINE_LENGTH = 20_000;
const MIN_RUN_LENGTH = 16;
const MAX_GAP = 40;
const LABEL = '(?:[A-Z0-9]{2,12} ){0,3}PRIVATE KEY(?: BLOCK)?';
const BEGIN = new RegExp(`-----BEGIN ${LABEL}-----|^Private-Lines: [0-9]{1,4}$`, 'gm');
const END = new RegExp(`-----END ${LABEL}-----`, 'y');
const END_ANYWHERE = new RegExp(END, 'g');
const LINE_BREAK = /\r?\n|(?:\\{1,4}r)?\\{1,4}n/;
// What may be around the characters of a key in a listing, a quote or code.
const LEFT = `[\\s0-9:|>"'\`+,*#.-]{0,24}`;
const RIGHT = `[\\s"'\`+,;)\\\\]{0,8}$`;
const RUN = `[A-Za-z0-9+/]{${MIN_RUN_LENGTH},}={0,2}`;
const KEY_LINE = new RegExp(`^(${LEFT}${RUN}(?: {1,2}${RUN}){0,400}(?: {1,2}[A-Za-z0-9+/]{1,15}={0,2})?)${RIGHT}`);
const SHORT_LINE = new RegExp(`^(${LEFT}[A-Za-z0-9+/=]{1,15}={0,2})${RIGHT}`);
const CUT_LINE = new RegExp(`^${LEFT}${RUN}`);
const BETWEEN = new RegExp(`^${LEFT}(?:(?:Proc-Type|DEK-Info|Version|Comment|Charset|Hash)\\s?:.{0,200})?${RIGHT}`);
const AROUND = /[\s"'`,;:|>*#.)\\-]/;
const KEY_CHARACTER = /[A-Za-z0-9+/=]/;
