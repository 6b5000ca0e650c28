import type { Finding } from './finding.js';
import { locateLines, withoutPrefixes } from './view.js';

/**
 * Private keys in PEM, OpenPGP and PuTTY format, also if the beginning or the end is missing. Lines may be numbered,
 * quoted, or joined by an escaped line break, as in listings, code and JSON.
 */
export function findPrivateKeys(text: string): Finding[] {
  if (!HINTS.some((hint) => text.includes(hint))) return [];
  const view = withoutPrefixes(text);
  const found = [...findFromBeginning(view.text), ...findFromEnd(view.text)];
  return found.flatMap((finding) => locateLines(view, finding));
}

function* findFromBeginning(text: string): Generator<Finding> {
  let dashes = 0;
  for (const { index, 0: opening } of text.matchAll(BEGIN)) {
    const from = index + opening.length;
    // No key contains five dashes. Searching for them only once keeps the time linear for many beginnings.
    if (dashes < from) dashes = text.indexOf('-----', from);
    if (dashes < 0) dashes = text.length;
    const end = endOfKey(text, from, dashes);
    if (end > from) yield { start: index, end, kind: 'private key' };
  }
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
  let from = 0;
  for (const { index, 0: closing } of text.matchAll(END_ANYWHERE)) {
    let start = index;
    for (let at = Math.max(from, index - MAX_LINE_LENGTH); at < index; ) {
      const { content, next } = lineAt(text, at, index);
      const key = KEY_TAIL.exec(content) ?? (next >= index ? SHORT_LINE.exec(content) : null);
      if (key === null && !BETWEEN.test(content)) start = index;
      else if (key !== null && start === index) start = at + key.index;
      at = next;
    }
    if (index - start >= MIN_RUN_LENGTH) yield { start, end: index + closing.length, kind: 'private key' };
    from = index + closing.length;
  }
}

const HINTS = ['PRIVATE KEY', 'Private-Lines', 'OpenVPN Static', 'NKEY SEED'];
const MAX_LINE_LENGTH = 20_000;
const MIN_RUN_LENGTH = 16;
const LABEL = '(?:(?:[A-Z0-9]{2,12} ){0,3}(?:PRIVATE KEY(?: BLOCK)?|NKEY SEED)|OpenVPN Static key V1)';
const BEGIN = new RegExp(`-----BEGIN ${LABEL}-----|^Private-Lines: [0-9]{1,4}$`, 'gm');
const END = new RegExp(`-----END ${LABEL}-----`, 'y');
const END_ANYWHERE = new RegExp(END, 'g');
const LINE_BREAK = /\r?\n|(?:\\{1,4}r)?\\{1,4}n/;
// What may be around the characters of a key in a listing, a quote or code.
const LEFT = `[\\s0-9:|>"'\`+,*#.-]{0,24}`;
const RIGHT = `[\\s"'\`+,;)\\\\]{0,8}$`;
// With a capital letter or in hexadecimal, unlike the path of a file.
const RUN = `(?=[a-z0-9+/]{0,40}[A-Z]|[0-9a-f]{16})[A-Za-z0-9+/]{${MIN_RUN_LENGTH},}={0,2}`;
const RUNS = `${RUN}(?: {1,2}${RUN}){0,400}(?: {1,2}[A-Za-z0-9+/]{1,15}={0,2})?`;
const KEY_LINE = new RegExp(`^(${LEFT}${RUNS})${RIGHT}`);
const KEY_TAIL = new RegExp(`(?<![A-Za-z0-9+/])${RUNS}${RIGHT}`);
const SHORT_LINE = new RegExp(`^(${LEFT}[A-Za-z0-9+/=]{1,15}={0,2})${RIGHT}`);
const CUT_LINE = new RegExp(`^${LEFT}${RUN}`);
const BETWEEN = new RegExp(`^${LEFT}(?:(?:Proc-Type|DEK-Info|Version|Comment|Charset|Hash)\\s?:.{0,200})?${RIGHT}`);
