import type { FileKind } from '../file-kind.js';
import { isSecretValue, isUnlikeWords, MAX_PASSWORD_LENGTH, type Need } from '../form.js';
import { isConstant, isSameName, type SecretName } from './names.js';

/** A part of a text. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** The start of a value: behind its name and what separates the two. */
export interface ValuePosition {
  readonly name: SecretName;
  readonly kind: FileKind;
  readonly separator: string;
  readonly at: number;
}

/** The value is in several parts where it is put together from several; empty if it is not a secret. */
type ReadValue = (text: string, position: ValuePosition) => readonly Stretch[];

/** How much a value must look like a secret behind this name. */
function findNeed({ name, kind }: ValuePosition): Need {
  if (kind === 'labels' || name.claim === 'key') return 'random';
  if (name.claim === 'token') return kind === 'settings' ? 'word' : 'mixed';
  return kind === 'settings' || isConstant(name) ? 'any' : 'word';
}

/** A string, and the strings that are concatenated to it. */
const readQuoted: ReadValue = (text, position) => {
  const { name, at } = position;
  const parts: Stretch[] = [];
  for (let part = quotedAt(text, at); part !== undefined && parts.length < MAX_PARTS; ) {
    parts.push(part);
    const next = part.isClosed && part.end > part.start ? endOfMatch(JOINED, text, part.end) : undefined;
    part = next === undefined ? undefined : quotedAt(text, next);
  }
  if (parts.length === 0) return [];
  const value = parts.map(({ start, end }) => text.slice(start, end)).join('');
  // Text in backticks is code in prose, or a template in code.
  if (isSameName(value, name) || (/\s/.test(value) && text.charAt((parts[0]?.start ?? 0) - 1) === '`')) return [];
  return isSecretValue(value, findNeed(position)) ? parts : [];
};

/** Any string may follow a name in calls and prose, so only one that does not look like words is a secret. */
const readQuotedMixed: ReadValue = (text, position) => {
  const parts = readQuoted(text, position);
  return isUnlikeWords(parts.map(({ start, end }) => text.slice(start, end)).join('')) ? parts : [];
};

const MAX_PARTS = 20;
// "a" + "b", "a" . "b", "a" "b", and "a", "b" in ["a", "b"].join(""); a string before a colon is the next name.
const JOINED =
  /["'`](?:\s{0,40}(?:\+{1,2}|[.&]|\.\.|<>|\|\||\.concat\(|\\)?|,(?=[^\]\n]{0,200}\]\.join\())\s{0,40}(?=["'`][^"'`\n]{1,200}["'`](?!\s{0,4}[:=]))/y;

function quotedAt(text: string, at: number): (Stretch & { isClosed: boolean }) | undefined {
  OPENING.lastIndex = at;
  const opening = OPENING.exec(text);
  if (opening === null) return undefined;
  const quote = (opening[1] ?? '"').charAt(0);
  const start = at + opening[0].length;
  const end = endOfMatch(CONTENT.get(quote), text, start) ?? start;
  if (text.charAt(end) === quote) return { start, end, isClosed: true };
  // Truncated, or not a string: only its first word is read.
  return { start, end: endOfMatch(FIRST_WORD, text, start) ?? start, isClosed: false };
}

const OPENING = /(?:[bruf@LN]{1,2}(?=["']))?("""|'''|["'`])/y;
const CONTENT = new Map(
  ['"', "'", '`'].map((quote) => [quote, new RegExp(`(?:[^${quote}\\\\\n]|\\\\[^\n]){0,400}`, 'y')]),
);
const FIRST_WORD = /(?:[^\s"'`\\]|\\(?![\\\s"'`nrtu])){0,400}/y;

function secretAt(text: string, { start, end }: Stretch, need: Need): Stretch[] {
  return end > start && isSecretValue(text.slice(start, end), need) ? [{ start, end }] : [];
}

/** The text of an XML element. */
const readElement: ReadValue = (text, position) => {
  const { name, at } = position;
  const value = text.slice(at, endOfMatch(/[^<>]{1,400}(?=<\/|\]\]>)/y, text, at) ?? at).trimEnd();
  return isSameName(value, name) ? [] : secretAt(text, { start: at, end: at + value.length }, findNeed(position));
};

/** A value without quotes ends at a space, and in a list at the next separator. */
const readBare: ReadValue = (text, position) => {
  const { name, kind, separator, at } = position;
  const word = wordAt(text, at);
  const before = text.slice(Math.max(0, name.start - 6), name.start);
  // The end of a path or the middle of one, as in `etc/passwd:12:` and `arn:aws:x:secret:name`.
  if (word === '' || (separator.startsWith(':') && /[\w.~-]\/$|[\w/]:$/.test(before))) return [];
  const isListed =
    separator === '='
      ? /[;?&,]$/.test(before) || NEXT_IN_LIST.test(word)
      : /;[ \t]{0,2}$/.test(before) && separator.trim() === '=';
  const need = findNeed(position);
  // ODBC puts a value with separators of its own in braces.
  const inBraces = isListed ? (endOfMatch(BRACED, text, at) ?? at) : at;
  if (inBraces > at) return secretAt(text, { start: at + 1, end: inBraces }, need);
  const value = isListed ? word.replace(/[;&,].*$/, '') : word;
  if (value === '' || isSameName(value, name) || /[|?](?!=)|\bor\b/i.test(separator)) return [];
  const random = randomPart(value, at);
  // In code, a string may set a variable of the environment.
  const isVariable = isConstant(name) && separator === '=' && /["'`]$/.test(before);
  if (random.length > 0 || (kind === 'code' && !isVariable) || kind === 'labels') return random;
  const block = endOfMatch(/[|>][+-]?[ \t]{0,8}\r?\n[ \t]{1,40}/y, text, at);
  if (block !== undefined) return readLineEnd(text, { ...position, at: block });
  if (/\n[ \t]*$/.test(separator) || value.length > MAX_PASSWORD_LENGTH || isCode(value, name)) return [];
  const isLine = LINE_START.test(text.slice(Math.max(0, name.start - 50), name.start));
  if (isLine && !isListed && (kind === 'settings' || separator === '=')) {
    const words = readLineEnd(text, position);
    if (words.length > 0 || kind === 'settings') return words;
  }
  // NAME=value, ?name=value, ;name=value, /name:value
  const isAssigned = separator === '=' && (isListed || /[\s"'`=[-]$|^$/.test(before));
  // Without closing brackets.
  const inner = value.replace(/[)\]}:,;]+$/, '');
  const found = { start: at, end: at + inner.length };
  if (isAssigned || (separator === ':' && /(?:^|\s)\/$/.test(before))) {
    const isInList = /[;?&]$/.test(before) && !inner.includes('.');
    if (inner !== value && isIdentifier(inner) && !isConstant(name) && !isInList) return [];
    return secretAt(text, found, need);
  }
  const isInBraces = /^:[ \t]/.test(separator) && /[{,(][ \t]{0,4}$/.test(before);
  if (isInBraces && !isToLineEnd(text, found.end)) return readInBraces(text, position);
  // name: value, name = value on a line of its own
  if (isLine && (/\s/.test(separator) || /[0-9]/.test(value))) return readLineEnd(text, position);
  // within a line of a log
  if (kind !== 'settings' && isIdentifier(inner) && inner.includes('.')) return [];
  return isUnlikeWords(inner) || (/[-.!]/.test(inner) && isToLineEnd(text, found.end))
    ? secretAt(text, found, need)
    : [];
};

/** A word that is too long for a password is cut to the maximum length of a random value. */
export function wordAt(text: string, at: number): string {
  const word = text.slice(at, endOfMatch(WORD, text, at) ?? at);
  return word.length <= MAX_PASSWORD_LENGTH ? word : text.slice(at, endOfMatch(LONG_WORD, text, at) ?? at);
}

const WORD = /(?:[^\s"'`\\<>]|\\(?![\\\s"'`nrtu/])){0,129}/y;
const LONG_WORD = /[^\s"'`\\<>=,;(){}[\]$|&]{14,400}={0,2}/y;
const NEXT_IN_LIST = /[;&,][\w.-]{1,40}=/;
const BRACED = /\{[^{}\n$]{1,128}(?=\}(?:;|\s|["'`]|$))/y;

/** A key as a list of bytes. */
const readBytes: ReadValue = (text, { at }) => {
  const end = endOfMatch(BYTES, text, at);
  return end === undefined ? [] : [{ start: at, end }];
};

const BYTES =
  /(?:hex(?:\([0-9a-f]\))?:|[[{(]\s{0,8})(?:(?:0x)?[0-9a-f]{1,3}\s{0,2}[,:]\\?\s{0,8}){7,512}(?:0x)?[0-9a-f]{1,3}/iy;

/** A value that ends its line; of several words only in settings, or if they are a passphrase. */
const readLineEnd: ReadValue = (text, position) => {
  const { name, kind, separator, at } = position;
  const word = wordAt(text, at);
  const isSetting = isConstant(name) || kind === 'settings';
  if (word.length > MAX_PASSWORD_LENGTH) return [];
  if (!isToLineEnd(text, at + word.length)) {
    const end = endOfMatch(WORDS, text, at) ?? at;
    const isWords = name.claim === 'password' && isToLineEnd(text, end);
    return isWords ? secretAt(text, { start: at, end }, isSetting || separator.includes('=') ? 'any' : 'word') : [];
  }
  const value = kind === 'settings' ? word.replace(/[,;]$/, '') : word;
  if (/[,;)}]$/.test(value) || isCode(value, name) || isSameName(value, name)) return [];
  if (isIdentifier(value) && value.includes('.') && !isSetting && !name.text.includes('-')) return [];
  // `secret: grafana-admin` is more often the name of a secret than one.
  if (/secret$/i.test(name.text) && !isConstant(name) && /^[a-z]+(?:-[a-z]+)+$/.test(value)) return [];
  if (/^[0-9]+$/.test(value) && !isConstant(name) && value.length < 6) return [];
  return secretAt(text, { start: at, end: at + value.length }, findNeed(position));
};

const WORDS = /[^\s"'`#{}<>$]{1,40}(?: [^\s"'`#{}<>$]{1,40}){1,24}/y;

/** In `{ user: me, password: value }` of YAML, which could as well be code. */
const readInBraces: ReadValue = (text, position) => {
  const { name, kind, at } = position;
  const value = text.slice(at, endOfMatch(/[^\s"'`\\<>,{}()[\]]{1,128}(?=\s{0,4}[,})])/y, text, at) ?? at);
  const isVariable = isIdentifier(value) && !/[0-9]{2}|[a-z][0-9][a-z]/.test(value) && !isConstant(name);
  if (kind !== 'settings' && (isVariable || !isUnlikeWords(value))) return [];
  return secretAt(text, { start: at, end: at + value.length }, findNeed(position));
};

/** In `${NAME:-value}`. */
const readDefault: ReadValue = (text, { at }) =>
  secretAt(text, { start: at, end: endOfMatch(/[^}\s"'`\\]{1,100}(?=\})/y, text, at) ?? at }, 'any');

export function isCode(value: string, name: SecretName): boolean {
  return /[\w\])]\(|^[([{]|\[|=>|->|::|\{/.test(value) || (!isConstant(name) && /^[\w$.]+=[\w$.]/.test(value));
}

function isIdentifier(value: string): boolean {
  return /^[a-z_$][\w$]*(?:\??\.[a-z_$][\w$]*)*$/i.test(value);
}

/** A random value ends where code or a list separator begins. */
export function randomPart(value: string, start: number): readonly Stretch[] {
  const word = /^[^=,;(){}[\]$|&]*={0,2}/.exec(value)?.[0] ?? '';
  if (value.charAt(word.length) === '(' || word.length < 14) return [];
  return !PATH.test(word) && isSecretValue(word, 'random') ? [{ start, end: start + word.length }] : [];
}

// A path; a key in base64 may begin with a slash, too, but has neither dots nor dashes.
const PATH = /^[.~]|^\/.{0,400}[._-]/;

/** The line ends here, but for a comment. */
export function isToLineEnd(text: string, position: number): boolean {
  LINE_END.lastIndex = position;
  return LINE_END.test(text);
}

export const LINE_START = /(?:^|\n)[ \t]*(?:(?:export|set|env|arg)\s{1,4})?["']?$/i;
const LINE_END = /["']|\\{1,4}[nr"']|[,;]?[ \t]{0,40}(?:$|[\n\r]|\\\n|[ \t](?:#|;|\/\/))/y;

/** The end of the match of a sticky pattern at a position. */
export function endOfMatch(pattern: RegExp | undefined, text: string, at: number): number | undefined {
  if (pattern === undefined) return undefined;
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

/** By the names in the table of syntaxes. */
export const READERS: Readonly<Record<string, ReadValue>> = {
  quoted: readQuoted,
  mixed: readQuotedMixed,
  element: readElement,
  bare: readBare,
  bytes: readBytes,
  lineEnd: readLineEnd,
  inBraces: readInBraces,
  default: readDefault,
};
