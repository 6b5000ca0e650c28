import type { FileKind } from '../file-kind.js';
import { type Claim, isSecretLiteral, isUnlikeWords, MAX_PASSWORD_LENGTH } from '../literal.js';
import { isPlaceholder, looksRandom } from '../looks-random.js';
import type { Stretch } from './columns.js';
import { isConstant, isSameName, type SecretName } from './names.js';

/** Where a value may start: behind its name and what separates the two. */
interface ValuePosition {
  readonly name: SecretName;
  readonly kind: FileKind;
  readonly separator: string;
  readonly at: number;
}

/** The value is in several parts where it is put together from several; empty if it is not a secret. */
type ReadValue = (text: string, position: ValuePosition) => readonly Stretch[];

/** A string, and the strings that are concatenated to it. */
const readQuoted: ReadValue = (text, { name, kind, at }) => {
  const parts: Stretch[] = [];
  for (let part = quotedAt(text, at); part !== undefined && parts.length < MAX_PARTS; ) {
    parts.push(part);
    const next = part.isClosed && part.end > part.start ? endOfMatch(JOINED, text, part.end) : undefined;
    part = next === undefined ? undefined : quotedAt(text, next);
  }
  if (parts.length === 0) return [];
  const value = join(text, parts);
  // Text in backticks is code in prose, or a template in code.
  if (isSameName(value, name) || (/\s/.test(value) && text.charAt((parts[0]?.start ?? 0) - 1) === '`')) return [];
  if (kind === 'labels' && !looksRandom(value)) return [];
  return isSecretLiteral(value, name.claim, isConstant(name)) ? parts : [];
};

/** Any string may follow a name in calls and prose, so only one that does not look like words is a secret. */
const readQuotedMixed: ReadValue = (text, position) => {
  const parts = readQuoted(text, position);
  return isUnlikeWords(join(text, parts)) ? parts : [];
};

/** A string that ends its line, in build scripts. */
const readQuotedLine: ReadValue = (text, position) => {
  const parts = isAtLineStart(text, position.name.start) ? readQuoted(text, position) : [];
  return position.kind === 'settings' || isToLineEnd(text, (parts.at(-1)?.end ?? 0) + 1) ? parts : [];
};

function secretAt(text: string, { start, end }: Stretch, given: { claim: Claim; isSetting?: boolean }): Stretch[] {
  return end > start && isSecretLiteral(text.slice(start, end), given.claim, given.isSetting) ? [{ start, end }] : [];
}

function join(text: string, parts: readonly Stretch[]): string {
  return parts.map(({ start, end }) => text.slice(start, end)).join('');
}

/** The text of an XML element. */
const readElement: ReadValue = (text, { name, kind, at }) => {
  const value = text.slice(at, endOfMatch(/[^<>]{1,400}(?=<\/|\]\]>)/y, text, at) ?? at).trimEnd();
  if (isSameName(value, name) || (kind === 'labels' && !looksRandom(value))) return [];
  return secretAt(text, { start: at, end: at + value.length }, name);
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

/** A value without quotes ends at a space, and in a list at the next separator. */
const readBare: ReadValue = (text, position) => {
  const { name, kind, separator, at } = position;
  const word = wordAt(text, at);
  if (word === '') return [];
  const before = text.slice(Math.max(0, name.start - 6), name.start);
  // The end of a path, as in `etc/passwd:12:`.
  if (separator.startsWith(':') && /[\w.~-]\/$/.test(before)) return [];
  const isListed =
    separator === '='
      ? /[;?&,]$/.test(before) || NEXT_IN_LIST.test(word)
      : /;[ \t]{0,2}$/.test(before) && separator.trim() === '=';
  // ODBC puts a value with separators of its own in braces.
  const inBraces = isListed ? (endOfMatch(BRACED, text, at) ?? at) : at;
  if (inBraces > at) return secretAt(text, { start: at + 1, end: inBraces }, name);
  const value = isListed ? word.replace(/[;&,].*$/, '') : word;
  if (value === '' || isSameName(value, name) || /[|?](?!=)|\bor\b/i.test(separator)) return [];
  const random = randomPart(value, at, name.claim);
  if (random.length > 0) return random;
  if (kind === 'code' || kind === 'labels') return [];
  const block = endOfMatch(/[|>][+-]?[ \t]{0,8}\r?\n[ \t]{1,40}/y, text, at);
  if (block !== undefined) return readLineEnd(text, { ...position, at: block });
  if (/\n[ \t]*$/.test(separator) || value.length > MAX_PASSWORD_LENGTH || isCode(value, name)) return [];
  const isLine = isAtLineStart(text, name.start);
  if (kind === 'settings' && !isListed && isLine) return readLineEnd(text, position);
  const words = isLine && separator === '=' && !isListed ? wordsAt(text, position) : [];
  if (words.length > 0) return words;
  // NAME=value, ?name=value, ;name=value, /name:value
  if (
    (separator === '=' && (isListed || /[\s"'`=[-]$|^$/.test(before))) ||
    (separator === ':' && /(?:^|\s)\/$/.test(before))
  ) {
    // Closing brackets are not part of the value.
    const inner = value.replace(/[)\]}:,;]+$/, '');
    const isInList = /[;?&]$/.test(before) && !inner.includes('.');
    if (inner !== value && isIdentifier(inner) && !isConstant(name) && !isInList) return [];
    return secretAt(text, { start: at, end: at + inner.length }, { claim: name.claim, isSetting: isConstant(name) });
  }
  if (/^:[ \t]/.test(separator) && /[{,(][ \t]{0,4}$/.test(before)) return readInBraces(text, position);
  // name: value, name = value on a line of its own
  if (isLine && (/\s/.test(separator) || /[0-9]/.test(value))) return readLineEnd(text, position);
  // within a line of a log
  const inner = value.replace(/[)\]},;.]+$/, '');
  return isUnlikeWords(inner) ? secretAt(text, { start: at, end: at + inner.length }, name) : [];
};

/** A word that is too long for a password is cut to the maximum length of a random value. */
function wordAt(text: string, at: number): string {
  const word = text.slice(at, endOfMatch(WORD, text, at) ?? at);
  return word.length <= MAX_PASSWORD_LENGTH ? word : text.slice(at, endOfMatch(LONG_WORD, text, at) ?? at);
}

const WORD = /[^\s"'`\\<>]{0,129}(?:\\(?![\\\s"'`nrtu/])[^\s"'`\\<>]{0,129}){0,8}/y;
const LONG_WORD = /[^\s"'`\\<>=,;(){}[\]$|&]{14,400}={0,2}/y;
const NEXT_IN_LIST = /[;&,][\w.-]{1,40}=/;
const BRACED = /\{[^{}\n$]{1,128}(?=\}(?:;|\s|["'`]|$))/y;

/** A key as a list of bytes. */
const readBytes: ReadValue = (text, { name, at }) => {
  const end = /password|secret|hint/.test(name.claim) ? endOfMatch(BYTES, text, at) : undefined;
  return end === undefined ? [] : [{ start: at, end }];
};

const BYTES =
  /(?:hex(?:\([0-9a-f]\))?:|[[{(]\s{0,8})(?:(?:0x)?[0-9a-f]{1,3}\s{0,2}[,:]\\?\s{0,8}){7,512}(?:0x)?[0-9a-f]{1,3}/iy;

/** A value that ends its line. */
const readLineEnd: ReadValue = (text, position) => {
  const { name, kind, at } = position;
  const word = wordAt(text, at);
  if (word.length > MAX_PASSWORD_LENGTH) return [];
  if (!isToLineEnd(text, at + word.length)) return wordsAt(text, position);
  const isSetting = isConstant(name) || kind === 'settings';
  const value = kind === 'settings' ? word.replace(/[,;]$/, '') : word;
  if (/[,;)}]$/.test(value) || isCode(value, name) || isSameName(value, name)) return [];
  if (isIdentifier(value) && value.includes('.') && !isSetting && !name.text.includes('-')) return [];
  // `secret: grafana-admin` is more often the name of a secret than one.
  if (/secret$/i.test(name.text) && !isConstant(name) && /^[a-z]+(?:-[a-z]+)+$/.test(value)) return [];
  if (/^[0-9]+$/.test(value) && !isConstant(name) && !(name.claim === 'password' && value.length >= 6)) return [];
  const isAnyLiteral = isConstant(name) || (isSetting && name.claim !== 'token');
  return secretAt(text, { start: at, end: at + value.length }, { claim: name.claim, isSetting: isAnyLiteral });
};

/** A value of several words that ends its line. */
const wordsAt: ReadValue = (text, { name, kind, separator, at }) => {
  const isSetting = kind === 'settings' || isConstant(name) || separator === '=';
  const pattern = /password|secret/.test(name.claim) ? (isSetting ? SETTING_WORDS : WORDS) : undefined;
  const end = endOfMatch(pattern, text, at) ?? at;
  return isToLineEnd(text, end) ? secretAt(text, { start: at, end }, name) : [];
};

const WORDS = /[\p{L}0-9]{1,30}(?: [\p{L}0-9]{1,30}){3,24}/uy;
const SETTING_WORDS = /[^\s"'`#{}<>$]{1,40}(?: [^\s"'`#{}<>$]{1,40}){1,24}/y;

/** In `{ user: me, password: value }` of YAML, which could as well be code. */
const readInBraces: ReadValue = (text, { name, kind, at }) => {
  const value = text.slice(at, endOfMatch(/[^\s"'`\\<>,{}()[\]]{1,128}(?=\s{0,4}[,})])/y, text, at) ?? at);
  const isSetting = kind === 'settings';
  if (
    !isSetting &&
    ((isIdentifier(value) && !/[0-9]{2}|[a-z][0-9][a-z]/.test(value) && !isConstant(name)) || !isUnlikeWords(value))
  )
    return [];
  return secretAt(text, { start: at, end: at + value.length }, { claim: name.claim, isSetting });
};

/** In `${NAME:-value}`. */
const readDefault: ReadValue = (text, { name, at }) => {
  const end = endOfMatch(/[^}\s"'`\\]{1,100}(?=\})/y, text, at) ?? at;
  return secretAt(text, { start: at, end }, { claim: name.claim, isSetting: true });
};

/** `--password value`, `ENV DB_PASSWORD value`, `password value` as a line of its own, `enable secret 9 value`. */
const readBehindSpace: ReadValue = (text, { name, kind, separator, at }) => {
  const line = text.slice(text.lastIndexOf('\n', name.start - 1) + 1, name.start).slice(-200);
  const modified = endOfMatch(MODIFIERS, text, at) ?? at;
  const start = /["']/.test(text.charAt(modified)) ? modified + 1 : modified;
  const value = wordAt(text, start).replace(/;$/, '');
  const end = start + value.length;
  const isOption = text.charAt(name.start - 1) === '-';
  if (value === '' || isSameName(value, name) || isCode(value, name) || /^-|[,)]$/.test(value)) return [];
  if (kind === 'code' && !isOption) return [];
  const random = randomPart(value, start, name.claim);
  if (random.length > 0) return random;
  const claim = name.claim === 'command' || name.claim === 'key' ? 'password' : name.claim;
  const isStrong = claim === 'password' || claim === 'secret';
  const [isMixed, after] = [isUnlikeWords(value), text.slice(end, end + 20)];
  if (COMMAND.test(line) || ((modified > at || kind === 'settings') && /^\s*$/.test(line))) {
    // A word of letters may be a keyword of the command, but hardly behind a user, the last one, or before numbers.
    const isLast = /user(?:name)? \S+ $/.test(line) || /^["']?(?:[ \t;]*(?:\r?\n|$)| [A-Z0-9{])/.test(after);
    if ((isLast && isStrong && value.length >= 5) || modified > at || isMixed)
      return secretAt(text, { start, end }, { claim, isSetting: true });
  }
  if (name.claim === 'command' || (!isOption && !isStrong)) return [];
  if (!isOption && isMixed && value.length >= 6 && !/pass|secret/i.test(value))
    return secretAt(text, { start, end }, { claim });
  if (start > modified || (!isOption && !(LINE_START.test(line) && isToLineEnd(text, end)))) return [];
  // A word behind an option, behind `user name` in the line before, or in a column of its own.
  const isValue = isOption && (claim === 'password' || /^(?: +-|[ \t\\]*(?:\n|$))/.test(after));
  const isList = separator.length > 3 || USER.test(text.slice(Math.max(0, name.start - 80), name.start));
  const isSetting = kind === 'settings' || isList || /^(?:require|master)|[_-]/.test(name.text);
  return isValue || isSetting || isMixed ? secretAt(text, { start, end }, { claim: name.claim, isSetting }) : [];
};

const USER = /(?:user|login|host|account|machine)(?:name)?[ \t]+\S+\s*$/i;
// `7`, `ENC`, `ascii-text`, `1 md5`: the way the value is written.
const MODIFIERS =
  /(?:(?:ENC|--?\w{4,12}|encrypted|manager user-name \S{1,40}|\(\w{3,8}\)|(?:ir)?reversible-cipher|cipher|plain-?text|clear-?text|ascii(?:-text)?|hex(?:adecimal)?|md5|sha[\w-]{0,8}|simple|scrypt|pbkdf2|type-?[0-9]|local|remote|read-?(?:only|write)?|write|[0-9]{1,3})[ \t]{1,4}){1,3}/iy;
// Of network devices.
const COMMAND =
  /(?:^|['"]|[#>$] |\/)\s*(?:no\s+)?(?:(?:config )?set|username|user|poll|machine|default|d-i|add|ipsec|xauth|wlan|vpn|enable|snmp[\w-]*|neighbor|peer|crypto|tacacs[\w-]*|radius[\w-]*|aaa|ip|ipv6|ntp|ppp|vtp|standby|local-user|wpa[\w-]*|server[\w-]*|option|tunnel-group|authentication|area|ikev[12]|isis|line|login)\s+(?:[^\n]{0,150}\s)?$/;

function isCode(value: string, name: SecretName): boolean {
  return /[\w\])]\(|^[([{]|\[|=>|->|::|\{/.test(value) || (!isConstant(name) && /^[\w$.]+=[\w$.]/.test(value));
}

function isIdentifier(value: string): boolean {
  return /^[a-z_$][\w$]*(?:\??\.[a-z_$][\w$]*)*$/i.test(value);
}

/** A random value ends where code or a list separator begins. */
function randomPart(value: string, start: number, claim: Claim): readonly Stretch[] {
  const word = /^[^=,;(){}[\]$|&]*={0,2}/.exec(value)?.[0] ?? '';
  if (claim === 'key' || claim === 'command' || value.charAt(word.length) === '(' || word.length < 14) return [];
  const isRandom = looksRandom(word) && !isPlaceholder(word) && !ELSEWHERE.test(word);
  return isRandom ? [{ start, end: start + word.length }] : [];
}

// An address, a date, a public key or a path; a key in base64 may begin with a slash, but has neither dots nor dashes.
const ELSEWHERE = /^(?:https?:|[0-9]{4}-[0-9]{2}-[0-9]{2}T|0x[0-9a-f]{40}$|AAAA[BCE][0-9]\w{4}|[.~]|\/.{0,400}[._-])/i;

function isAtLineStart(text: string, position: number): boolean {
  return LINE_START.test(text.slice(Math.max(0, position - 50), position));
}

/** The line ends here, but for a comment. */
function isToLineEnd(text: string, position: number): boolean {
  LINE_END.lastIndex = position;
  return LINE_END.test(text);
}

const LINE_START = /(?:^|\n)[ \t]*(?:(?:export|set|env|arg)\s{1,4})?["']?$/i;
const LINE_END = /["']|\\{1,4}[nr"']|[,;]?[ \t]{0,40}(?:$|[\n\r]|\\\n|[ \t](?:#|;|\/\/))/y;

/** Where a sticky pattern that matches at a position ends. */
function endOfMatch(pattern: RegExp | undefined, text: string, at: number): number | undefined {
  if (pattern === undefined) return undefined;
  pattern.lastIndex = at;
  const match = pattern.exec(text);
  return match === null ? undefined : at + match[0].length;
}

/** By the names in the table of syntaxes. */
export const READERS: Readonly<Record<string, ReadValue>> = {
  ...{ quoted: readQuoted, quotedMixed: readQuotedMixed, quotedLine: readQuotedLine, element: readElement },
  ...{ bare: readBare, bytes: readBytes, lineEnd: readLineEnd, inBraces: readInBraces, default: readDefault },
  behindSpace: readBehindSpace,
};
