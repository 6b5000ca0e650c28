import { endOfMatch, isAtLineStart, isToLineEnd } from './lines.js';
import { isMixed, isSecretLiteral } from './literal.js';
import type { Stretch, ValuePosition } from './secret-names.js';
import { isConstant, isSameName } from './secret-names.js';

/** A string, and the strings that are concatenated to it. */
export function readQuoted(text: string, { name, at }: ValuePosition): readonly Stretch[] {
  const parts: Stretch[] = [];
  for (let part = quotedAt(text, at); part !== undefined && parts.length < MAX_PARTS; ) {
    parts.push(part);
    const next = part.isClosed && part.end > part.start ? endOfMatch(JOINED, text, part.end) : undefined;
    part = next === undefined ? undefined : quotedAt(text, next);
  }
  const [first] = parts;
  if (first === undefined) return [];
  const value = valueOfParts(text, parts);
  // Text in backticks is code in prose, or a template in code.
  if (isSameName(value, name) || (/\s/.test(value) && text.charAt(first.start - 1) === '`')) return [];
  return isSecretLiteral(value, name.claim, isConstant(name)) ? parts : [];
}

/** A string that ends its line, in build scripts. */
export function readQuotedLine(text: string, position: ValuePosition): readonly Stretch[] {
  if (!isAtLineStart(text, position.name.start)) return [];
  const parts = readQuoted(text, position);
  return isToLineEnd(text, (parts.at(-1)?.end ?? 0) + 1) ? parts : [];
}

/** Any string may follow a name in calls and prose, so only one that does not look like words is a secret. */
export function readQuotedMixed(text: string, position: ValuePosition): readonly Stretch[] {
  const parts = readQuoted(text, position);
  return isUnlikeWords(valueOfParts(text, parts)) ? parts : [];
}

/** In a call that sets a password, any string is a password. */
export function readQuotedArgument(text: string, position: ValuePosition): readonly Stretch[] {
  return position.name.claim === 'password' ? readQuoted(text, position) : readQuotedMixed(text, position);
}

export function isUnlikeWords(value: string): boolean {
  return isMixed(value) && /[0-9!@#$%^&*]/.test(value) && !/\s/.test(value);
}

function valueOfParts(text: string, parts: readonly Stretch[]): string {
  return parts.map(({ start, end }) => text.slice(start, end)).join('');
}

/** The text of an XML element. */
export function readElement(text: string, { name, at }: ValuePosition): readonly Stretch[] {
  const end = endOfMatch(ELEMENT_TEXT, text, at);
  if (end === undefined) return [];
  const value = text.slice(at, end).trimEnd();
  return !isSameName(value, name) && isSecretLiteral(value, name.claim) ? [{ start: at, end: at + value.length }] : [];
}

const ELEMENT_TEXT = /[^<>[\]]{1,200}(?=<\/|\]\]>)/y;
const MAX_PARTS = 20;
// "a" + "b", "a" . "b", "a" "b", and "a", "b" in ["a", "b"].join(""); a string before a colon is the next name.
const JOINED =
  /\\{0,3}["'`](?:\s{0,40}(?:\+{1,2}|[.&]|\.\.|<>|\|\||\.concat\(|\\)?|,(?=[^\]\n]{0,200}\]\.join\())\s{0,40}(?=["'`][^"'`\n]{1,200}["'`](?!\s{0,4}[:=]))/y;

interface QuotedPart extends Stretch {
  readonly isClosed: boolean;
}

function quotedAt(text: string, at: number): QuotedPart | undefined {
  OPENING.lastIndex = at;
  const opening = OPENING.exec(text);
  if (opening === null) return undefined;
  const [all, escaping = '', quotes = '"'] = opening;
  const quote = quotes.charAt(0);
  const start = at + all.length;
  const end = endOfMatch(escaping === '' ? CONTENT[quote] : ESCAPED_CONTENT, text, start) ?? start;
  const isClosed = escaping === '' ? text.charAt(end) === quote : /["'`\\]/.test(text.charAt(end));
  if (isClosed) return { start, end, isClosed };
  // Truncated, or not a string: only its first word is read.
  return { start, end: endOfMatch(WORD, text, start) ?? start, isClosed };
}

const OPENING = /(?:[bruf@LN]{1,2}(?=["']))?(\\{0,3})("""|'''|["'`])/y;
const CONTENT: Readonly<Record<string, RegExp>> = {
  '"': /(?:[^"\\\n]|\\[^\n]){0,400}/y,
  "'": /(?:[^'\\\n]|\\[^\n]){0,400}/y,
  '`': /(?:[^`\\\n]|\\[^\n]){0,400}/y,
};
const ESCAPED_CONTENT = /(?:[^"'`\\\n]|\\{1,4}(?![\\\s"'`nrtu])){0,400}/y;
const WORD = /(?:[^\s"'`\\]|\\{1,4}(?![\\\s"'`nrtu])){0,400}/y;
