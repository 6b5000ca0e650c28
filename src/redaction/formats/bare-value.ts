import { isPlaceholder, looksRandom } from '../looks-random.js';
import { endOfMatch, isAmongCode, isAtLineStart, isToLineEnd, lineBefore } from './lines.js';
import { isSecretLiteral, MAX_PASSWORD_LENGTH } from './literal.js';
import { isUnlikeWords } from './quoted-value.js';
import type { Stretch, ValuePosition } from './secret-names.js';
import { isConstant, isSameName, type SecretName } from './secret-names.js';

/** A value without quotes ends at a space, and in a connection string at the next separator. */
export function readBare(text: string, { name, separator, at }: ValuePosition): readonly Stretch[] {
  const isCompact = !/\s/.test(separator);
  const previous = text.charAt(name.start - 1);
  const word = wordAt(text, at);
  const isListed =
    separator.trim() === '=' &&
    (isCompact ? /[;?&,]/.test(previous) || NEXT_IN_LIST.test(word) : isBehindSemicolon(text, name));
  const value = isListed ? word.replace(REST_OF_LIST, '') : word;
  const inBraces = isListed ? endOfMatch(BRACED, text, at) : undefined;
  // ODBC puts a value with separators of its own in braces.
  if (inBraces !== undefined && isSecretLiteral(text.slice(at + 1, inBraces), name.claim))
    return [{ start: at + 1, end: inBraces }];
  if (value === '' || isSameName(value, name) || /[|?](?!=)|or/i.test(separator)) return [];
  if (isRandomWord(value, name)) return randomPart(value, at);
  if (/\n[ \t]*$/.test(separator) || value.length > MAX_PASSWORD_LENGTH || isCode(value, name)) return [];
  if (/^[|>][+-]?$/.test(value)) return readBlock(text, { name, separator, at: at + value.length });
  const found = [{ start: at, end: at + value.length }];
  if (
    (separator === '=' && (isListed || /[\s"'`=-]/.test(previous || ' '))) ||
    (separator === ':' && previous === '/')
  ) {
    // NAME=value, ?name=value, ;name=value, /name:value
    return isSettingValue(text, { name, value, at }) ? found : [];
  }
  if (isListed) return isUnlikeWords(value) && isSecretLiteral(value, name.claim) ? found : [];
  if (/^:[ \t]/.test(separator) && /[{,][ \t]{0,4}$/.test(lineBefore(text, name.start)))
    return readInBraces(text, { name, separator, at });
  // name: value, name = value on a line of its own
  const isLine = isAtLineStart(text, name.start) && (!isCompact || /[0-9]/.test(value));
  return isLine ? readLineEnd(text, { name, separator, at }) : [];
}

/** A word that is too long for a password is cut to the maximum length of a random value. */
function wordAt(text: string, at: number): string {
  const word = text.slice(at, endOfMatch(WORD, text, at) ?? at);
  return word.length <= MAX_PASSWORD_LENGTH ? word : text.slice(at, endOfMatch(LONG_WORD, text, at) ?? at);
}

const WORD = /[^\s"'`\\<>]{1,129}/y;
const LONG_WORD = /[^\s"'`\\<>=,;(){}[\]$|&]{14,400}={0,2}/y;
const NEXT_IN_LIST = /[;&,][\w.-]{1,40}=/;
const BRACED = /\{[^{}\n$]{1,128}(?=\}(?:;|\s|["'`]|$))/y;
const REST_OF_LIST = /[;&,].*$/;

function isBehindSemicolon(text: string, { start }: SecretName): boolean {
  return /;[ \t]{0,2}$/.test(text.slice(Math.max(0, start - 4), start));
}

function isSettingValue(text: string, { name, value, at }: { name: SecretName; value: string; at: number }): boolean {
  // Closing brackets are not part of the value.
  const inner = value.replace(/[)\]}:,;]+$/, '');
  const isInList = /[;?&]/.test(text.charAt(name.start - 1)) && !inner.includes('.');
  const isName = isIdentifier(inner) && !isConstant(name) && !isInList;
  if (isName && (inner !== value || (!/[0-9]/.test(inner) && isAmongCode(text, at)))) return false;
  return isSecretLiteral(inner, name.claim, isConstant(name));
}

/** A value that ends its line. */
export function readLineEnd(text: string, { name, at }: ValuePosition): readonly Stretch[] {
  const value = wordAt(text, at);
  const end = at + value.length;
  if (value.length > MAX_PASSWORD_LENGTH) return [];
  if (!isToLineEnd(text, end)) return readWords(text, { name, at });
  if (/[,;)}]$/.test(value) || isCode(value, name) || isSameName(value, name)) return [];
  const isSetting = isConstant(name) || name.text.includes('-');
  if (isIdentifier(value) && !isSetting && (value.includes('.') || isAmongCode(text, at))) return [];
  // `secret: grafana-admin` is more often the name of a secret than one.
  if (/secret$/i.test(name.text) && !isConstant(name) && /^[a-z]+(?:-[a-z]+)+$/.test(value)) return [];
  if (/^[0-9]+$/.test(value) && !isConstant(name) && !(name.claim === 'password' && value.length >= 6)) return [];
  return isSecretLiteral(value, name.claim, isConstant(name)) ? [{ start: at, end }] : [];
}

/** Several words without quotes, up to the end of a line that is not code. */
function readWords(text: string, { name, at }: Pick<ValuePosition, 'name' | 'at'>): readonly Stretch[] {
  const end = name.claim === 'password' ? endOfMatch(WORDS, text, at) : undefined;
  if (end === undefined || !isToLineEnd(text, end) || isAmongCode(text, at)) return [];
  return isSecretLiteral(text.slice(at, end), name.claim) ? [{ start: at, end }] : [];
}

const WORDS = /[\p{L}0-9]{1,30}(?: [\p{L}0-9]{1,30}){3,8}/uy;

/** A block of YAML: the value is the next line. */
function readBlock(text: string, { name, separator, at }: ValuePosition): readonly Stretch[] {
  const start = endOfMatch(/[ \t]{0,8}\r?\n[ \t]{1,40}/y, text, at);
  return start === undefined ? [] : readLineEnd(text, { name, separator, at: start });
}

/** In `{ user: me, password: value }` of YAML, which could as well be code. */
export function readInBraces(text: string, { name, at }: ValuePosition): readonly Stretch[] {
  const end = endOfMatch(WORD_IN_BRACES, text, at) ?? at;
  const value = text.slice(at, end);
  if (isIdentifier(value) && !isConstant(name)) return [];
  return isUnlikeWords(value) && isSecretLiteral(value, name.claim) ? [{ start: at, end }] : [];
}

const WORD_IN_BRACES = /[^\s"'`\\<>,{}()[\]]{1,128}(?=\s{0,4}[,}])/y;

/** In `${NAME:-value}`. */
export function readDefault(text: string, { name, at }: ValuePosition): readonly Stretch[] {
  const end = endOfMatch(/[^}\s"'`\\]{1,100}(?=\})/y, text, at);
  if (end === undefined || !isSecretLiteral(text.slice(at, end), name.claim, true)) return [];
  return [{ start: at, end }];
}

/** `--password value`, `ENV DB_PASSWORD value`, and `password value` as a line of its own. */
export function readBehindSpace(text: string, { name, at }: ValuePosition): readonly Stretch[] {
  const value = wordAt(text, at);
  const end = at + value.length;
  const isOption = text.charAt(name.start - 1) === '-';
  if (isOption && isRandomWord(value, name)) return randomPart(value, at);
  if (!isOption && !(isAtLineStart(text, name.start) && isToLineEnd(text, end))) return [];
  if (/^-|[,;)]$/.test(value) || isCode(value, name) || isSameName(value, name)) return [];
  // A word after an option is its value if only another option follows.
  const isAmongOptions = isOption && /^(?: +-|[ \t\\]*(?:\n|$))/.test(text.slice(end, end + 20));
  return (isAmongOptions || isUnlikeWords(value)) && isSecretLiteral(value, name.claim) ? [{ start: at, end }] : [];
}

function isCode(value: string, name: SecretName): boolean {
  return CODE.test(value) || (!isConstant(name) && /^[\w$.]+=[\w$.]/.test(value));
}

const CODE = /[\w\])]\(|^[([{]|\[|=>|->|::|\{/;

function isIdentifier(value: string): boolean {
  return /^[a-z_$][\w$]*(?:\??\.[a-z_$][\w$]*)*$/i.test(value);
}

/** A random value ends where code or a list separator begins. */
function randomPart(value: string, at: number): readonly Stretch[] {
  return [{ start: at, end: at + randomWordOf(value).length }];
}

function isRandomWord(value: string, { claim }: SecretName): boolean {
  const word = randomWordOf(value);
  if (claim === 'key' || value.charAt(word.length) === '(') return false;
  return word.length >= 14 && looksRandom(word) && !isPlaceholder(word) && !ELSEWHERE.test(word);
}

function randomWordOf(value: string): string {
  return /^[^=,;(){}[\]$|&]*={0,2}/.exec(value)?.[0] ?? '';
}

// An address, a date or a path; a key in base64 may begin with a slash as well, but has neither dots nor dashes.
const ELSEWHERE = /^(?:https?:|[0-9]{4}-[0-9]{2}-[0-9]{2}T|[.~]|\/.{0,400}[._-])/;
