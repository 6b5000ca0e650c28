import type { Finding, Format } from '../finding.js';
import { findCommandPasswords } from './command-passwords.js';
import { CREDENTIALS } from './credentials.js';
import { findNamedValues } from './named-values.js';
import { VENDOR_TOKENS } from './vendor-tokens.js';

/**
 * The secrets that start in a part of the text. The text around the part is searched, too, but secrets that start there
 * belong to the neighboring parts.
 */
export function findFormats(text: string, from: number, to: number): Finding[] {
  const start = Math.max(0, from - LOOK_BEHIND);
  const end = Math.min(text.length, to + LOOK_AHEAD);
  const view = text.slice(start, end);
  const found = findHints(view);
  const byFormat = FORMATS.filter(({ hints }) => hints?.some((hint) => found.has(hint)) ?? true);
  return [
    ...byFormat.flatMap((format) => findAll(format, view)),
    ...findNamedValues(view),
    ...findCommandPasswords(view),
  ]
    .map((finding) => ({ ...finding, start: start + finding.start, end: start + finding.end }))
    .filter((finding) => finding.start >= from && finding.start < to)
    .map((finding) => (finding.end === end ? { ...finding, end: endOfRun(text, end) } : finding));
}

const FORMATS: readonly Format[] = [...VENDOR_TOKENS, ...CREDENTIALS];
const findHints = createHintSearch(FORMATS.flatMap(({ hints }) => hints ?? []));
const LOOK_BEHIND = 512;
const LOOK_AHEAD = 4096;

function findAll({ pattern, kind, isSecret }: Format, text: string): Finding[] {
  const findings: Finding[] = [];
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const secret = match.groups?.secret ?? match[0];
    // A named secret is at the end of the match, or directly before its last character.
    const start = match.index + match[0].lastIndexOf(secret);
    // The value may contain the name of the next secret, so it is searched again.
    if (start > match.index && /[=:]/.test(secret)) pattern.lastIndex = start;
    if (isSecret?.(secret, match) ?? true) findings.push({ start, end: start + secret.length, kind });
  }
  return findings;
}

/** The end of a secret that continues after the view. */
function endOfRun(text: string, position: number): number {
  let end = position;
  while (end < text.length && /[\w+/=.~-]/.test(text.charAt(end))) end++;
  return end;
}

/** Finds which of many short strings are in a text, in one pass. */
function createHintSearch(hints: readonly string[]): (text: string) => ReadonlySet<string> {
  const byStart = new Map<number, string[]>();
  const starts = new Uint8Array(1 << 14);
  for (const hint of new Set(hints.filter(({ length }) => length > 1))) {
    const start = pairOf(hint.charCodeAt(0), hint.charCodeAt(1));
    starts[start] = 1;
    byStart.set(start, [...(byStart.get(start) ?? []), hint]);
  }
  const single = hints.filter(({ length }) => length === 1);
  return (text) => {
    const found = new Set(single.filter((hint) => text.includes(hint)));
    let last = 0;
    for (let at = 0; at < text.length; at++) {
      const next = text.charCodeAt(at);
      const pair = pairOf(last, next);
      last = next;
      if (starts[pair] === 0) continue;
      for (const hint of byStart.get(pair) ?? [])
        if (!found.has(hint) && text.startsWith(hint, at - 1)) found.add(hint);
    }
    return found;
  };
}

/** Other characters than ASCII may collide; the string itself is compared afterwards. */
function pairOf(first: number, second: number): number {
  return ((first & 0x7f) << 7) | (second & 0x7f);
}
