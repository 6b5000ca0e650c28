import type { Finding } from '../finding.js';
import { isMixed, isSecretLiteral, MAX_PASSWORD_LENGTH } from '../literal.js';
import { isPlaceholder, looksRandom } from '../looks-random.js';
import { isAmongCode, isAtLineStart, isToLineEnd } from './lines.js';
import { findSecretNames, type SecretName } from './secret-names.js';

/**
 * Values behind a name that says what they are: in settings (env, YAML, INI, properties), JSON, XML, connection strings,
 * command lines and source code.
 */
export function findNamedValues(text: string): Finding[] {
  const findings: Finding[] = [];
  for (const name of findSecretNames(text)) {
    for (const { start, end } of valueBehind(text, name)) findings.push({ start, end, kind: 'secret' });
  }
  return findings;
}

interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** The literal behind a name, in several parts where it is put together from several. */
function valueBehind(text: string, name: SecretName): readonly Stretch[] {
  for (const syntax of SYNTAXES_BY_START.get(text.charAt(name.end)) ?? []) {
    syntax.separator.lastIndex = name.end;
    const separator = syntax.separator.exec(text)?.[0];
    if (separator === undefined || !(syntax.fits?.(text, name) ?? true)) continue;
    const found = syntax.read(text, { name, separator, at: name.end + separator.length });
    if (found.length > 0) return found;
  }
  return [];
}

interface Position {
  readonly name: SecretName;
  readonly separator: string;
  readonly at: number;
}

/** A way to write a name and its value. */
interface Syntax {
  /** The signs that the separator can start with: most names are followed by none of them. */
  readonly starts: string;
  readonly separator: RegExp;
  readonly fits?: (text: string, name: SecretName) => boolean;
  readonly read: (text: string, position: Position) => readonly Stretch[];
}

const TYPE = `(?:\\s{0,4}:?\\s{0,4}(?:string|str|&(?:'static )?str|optional\\[str\\]))?`;
const LITERAL_OF = `(?:(?:ConvertTo-SecureString(?: -String)?|String::from|Buffer\\.from|Some|SecretStr(?:ing)?|SecureString)?[ (]\\s{0,4}(?=["'@]))?`;

const SYNTAXES: readonly Syntax[] = [
  {
    // name = value, "name": "value", name: string = "value", also where the quotes are escaped
    starts: `\\"'\`[]) \t\r\n=:`,
    separator: new RegExp(
      `\\\\{0,3}["'\`]?[\\])]?(?:\\[[0-9]{0,4}\\])?${TYPE}\\s{0,8}(?:=>|:=|={1,3}|:(?!:))\\s{0,8}${LITERAL_OF}`,
      'iy',
    ),
    // In `x ? 'password' : 'text'` it is no name.
    fits: (text, name) => !/\?\s{0,4}["'`]$/.test(text.slice(Math.max(0, name.start - 6), name.start)),
    read: (text, position) => firstOf(readQuoted(text, position), () => readBare(text, position)),
  },
  {
    // name="DB_PASSWORD" value="…", - name: DB_PASSWORD, value: …
    starts: `\\"'\`, \t\r\n`,
    separator: /\\{0,3}["'`]?,?\s{0,40}(?:\\n\s{0,40})?\\{0,3}["'`]?(?:value|default)\\{0,3}["'`]?\s{0,4}[:=]\s{0,8}/iy,
    fits: (text, name) => /(?:name|key|id)\\{0,3}["'`]?\s{0,4}[:=]\s{0,4}\\{0,3}["'`]?$/i.test(before(text, name)),
    read: (text, position) => firstOf(readQuoted(text, position), () => readLineEnd(text, position)),
  },
  {
    // variable "name" { default = "value" }
    starts: `\\"`,
    separator: /\\{0,3}"\s{0,4}\{[^{}]{0,300}?\bdefault\s{0,8}=\s{0,8}/y,
    fits: (text, name) => /variable\s{1,4}\\{0,3}"$/.test(before(text, name)),
    read: readQuoted,
  },
  {
    // <name>value</name>, <property name="name">value</property>, <key>name</key><string>value</string>
    starts: `\\"' ></`,
    separator: /(?:\\{0,3}["'])?[^<>\n]{0,100}>\s{0,40}(?:<!\[CDATA\[)?|<\/key>\s{0,40}<string>/y,
    fits: (text, name) =>
      /<(?:[\w.]{1,30}:)?$|<key>$|<\w[^<>\n]{0,80}(?:name|key)=\\{0,3}["']$/.test(before(text, name)),
    read: readElement,
  },
  {
    // put("name", "value")
    starts: `\\"'\``,
    separator: /\\{0,3}["'`]\s{0,4},\s{0,8}/y,
    read: readMixed,
  },
  {
    // setName("value"), .name("value")
    starts: '(',
    separator: /\(\s{0,4}/y,
    fits: (text, name) =>
      /^(?:set|with)/i.test(name.text) ||
      /\.(?:set|with)?\w{0,20}$/.test(name.text) ||
      before(text, name).endsWith('.'),
    read: readMixed,
  },
  {
    // password 'value' in SQL and build scripts; --name value, -name value on a command line; a line of .netrc
    starts: ' \t',
    separator: /[ \t]{1,8}(?!`)/y,
    fits: (text, name) => name.claim === 'password' || before(text, name).endsWith('-'),
    read: (text, position) => firstOf(readMixed(text, position), () => readWordBehindSpace(text, position)),
  },
];

const SYNTAXES_BY_START: ReadonlyMap<string, readonly Syntax[]> = new Map(
  [...new Set(SYNTAXES.flatMap(({ starts }) => [...starts]))].map((start) => [
    start,
    SYNTAXES.filter(({ starts }) => starts.includes(start)),
  ]),
);

function before(text: string, { start }: SecretName): string {
  return text.slice(Math.max(0, start - 100), start);
}

function firstOf(found: readonly Stretch[], otherwise: () => readonly Stretch[]): readonly Stretch[] {
  return found.length > 0 ? found : otherwise();
}

/** A string, and those that are joined to it. */
function readQuoted(text: string, { name, at }: Position): readonly Stretch[] {
  const parts: Stretch[] = [];
  for (let part = quotedAt(text, at); part !== undefined && parts.length < MAX_PARTS; ) {
    parts.push(part);
    const next = part.isClosed ? stickyEnd(JOINED, text, part.end) : undefined;
    part = next === undefined ? undefined : quotedAt(text, next);
  }
  const value = parts.map(({ start, end }) => text.slice(start, end)).join('');
  // Between backticks there are words in prose, and templates in code.
  if (isSame(value, name) || (/\s/.test(value) && text.charAt((parts[0]?.start ?? 0) - 1) === '`')) return [];
  return isSecretLiteral(value, name.claim, isConstant(name)) ? parts : [];
}

const MAX_PARTS = 20;
// "a" + "b", "a" . "b", and "a" above "b"; a string before a colon is the next name.
const JOINED =
  /\\{0,3}["'`]\s{0,8}(?:(?:[+.&]|\.\.|<>|\|\|)\s{0,40}|\\?\n\s{0,40})(?=["'`][^"'`\n]{0,200}["'`](?!\s{0,4}[:=]))/y;

interface QuotedPart extends Stretch {
  readonly isClosed: boolean;
}

function quotedAt(text: string, at: number): QuotedPart | undefined {
  OPENING.lastIndex = at;
  const opening = OPENING.exec(text);
  if (opening === null) return undefined;
  const [all, escaping = '', quote = '"'] = opening;
  const start = at + all.length;
  const end = stickyEnd(escaping === '' ? CONTENT[quote] : ESCAPED_CONTENT, text, start) ?? start;
  const isClosed = escaping === '' ? text.charAt(end) === quote : /["'`\\]/.test(text.charAt(end));
  if (isClosed) return { start, end, isClosed };
  // Cut off, or no string at all: only its first word can be told.
  return { start, end: stickyEnd(WORD, text, start) ?? start, isClosed };
}

const OPENING = /(?:[bruf@LN]{1,2}(?=["']))?(\\{0,3})(["'`])/y;
const CONTENT: Readonly<Record<string, RegExp>> = {
  '"': /(?:[^"\\\n]|\\[^\n]){0,400}/y,
  "'": /(?:[^'\\\n]|\\[^\n]){0,400}/y,
  '`': /(?:[^`\\\n]|\\[^\n]){0,400}/y,
};
const ESCAPED_CONTENT = /(?:[^"'`\\\n]|\\{1,4}(?![\\\s"'`nrtu])){0,400}/y;
const WORD = /(?:[^\s"'`\\]|\\{1,4}(?![\\\s"'`nrtu])){0,400}/y;

/** Strings of any kind follow a name in calls and in prose: only one that is not made of words is taken for a secret. */
function readMixed(text: string, position: Position): readonly Stretch[] {
  const parts = readQuoted(text, position);
  const value = parts.map(({ start, end }) => text.slice(start, end)).join('');
  return isUnlikeWords(value) ? parts : [];
}

function isUnlikeWords(value: string): boolean {
  return isMixed(value) && /[0-9!@#$%^&*]/.test(value) && !/\s/.test(value);
}

function readElement(text: string, { name, at }: Position): readonly Stretch[] {
  const end = stickyEnd(/[^<>[\]]{1,200}(?=<\/|\]\]>)/y, text, at);
  if (end === undefined) return [];
  const value = text.slice(at, end).trimEnd();
  return !isSame(value, name) && isSecretLiteral(value, name.claim) ? [{ start: at, end: at + value.length }] : [];
}

/** A value without quotes ends at a space, and in a connection string at the next sign that separates. */
function readBare(text: string, { name, separator, at }: Position): readonly Stretch[] {
  const isCompact = !/\s/.test(separator);
  const previous = text.charAt(name.start - 1);
  const all = text.slice(at, stickyEnd(BARE_WORD, text, at) ?? at);
  const isListed = separator === '=' && (/[;?&,]/.test(previous) || NEXT_IN_LIST.test(all));
  const value = isListed ? all.replace(REST_OF_LIST, '') : all;
  const found = [{ start: at, end: at + value.length }];
  if (value === '' || isSame(value, name)) return [];
  if (isRandomWord(value, name)) return randomPart(value, at);
  if (separator.includes('\n') || value.length > MAX_PASSWORD_LENGTH || CODE.test(value)) return [];
  if (separator === '=' && (isListed || /[\s"'`-]/.test(previous || ' '))) {
    // NAME=value, ?name=value, ;name=value
    return isSettingValue(text, { name, value, at }) ? found : [];
  }
  // name: value, name = value on a line of its own
  return isAtLineStart(text, name.start) && (!isCompact || /[0-9]/.test(value)) ? readLineEnd(text, { name, at }) : [];
}

function isSettingValue(text: string, { name, value, at }: { name: SecretName; value: string; at: number }): boolean {
  // What closes a call or a block is not part of the value.
  const inner = value.replace(/[)\]}:,;]+$/, '');
  const isInList = /[;?&]/.test(text.charAt(name.start - 1)) && !inner.includes('.');
  const isName = isIdentifier(inner) && !isConstant(name) && !isInList;
  if (isName && (inner !== value || (!/[0-9]/.test(inner) && isAmongCode(text, at)))) return false;
  return isSecretLiteral(inner, name.claim, true);
}

/** A value that ends its line. */
function readLineEnd(text: string, { name, at }: Pick<Position, 'name' | 'at'>): readonly Stretch[] {
  const end = stickyEnd(BARE_WORD, text, at) ?? at;
  const value = text.slice(at, end);
  if (
    value.length > MAX_PASSWORD_LENGTH ||
    !isToLineEnd(text, end) ||
    /[,;)}]$/.test(value) ||
    CODE.test(value) ||
    isSame(value, name)
  )
    return [];
  const isSetting = isConstant(name) || name.text.includes('-');
  if (isIdentifier(value) && !isSetting && (value.includes('.') || isAmongCode(text, at))) return [];
  return isSecretLiteral(value, name.claim, isConstant(name)) ? [{ start: at, end }] : [];
}

const BARE_WORD = /[^\s"'`\\<>]{1,400}/y;
const NEXT_IN_LIST = /[;&,][\w.-]{1,40}=/;
const REST_OF_LIST = /[;&,].*$/;
const CODE = /[\w\])]\(|^[([{]|\[|=>|->|::|\{|^[\w$.]+=[\w$.]/;

function isIdentifier(value: string): boolean {
  return /^[a-z_$][\w$]*(?:\??\.[a-z_$][\w$]*)*$/i.test(value);
}

/** A random value is told by its look, wherever it is: it ends where a sign of code or of a list begins. */
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

// An address or a path; a key in base64 may begin with a slash as well, but has neither dots nor dashes.
const ELSEWHERE = /^(?:https?:|[.~]|\/.{0,400}[._-])/;

/** `--password value`, `ENV DB_PASSWORD value`, and `password value` as a line of its own. */
function readWordBehindSpace(text: string, { name, at }: Position): readonly Stretch[] {
  const end = stickyEnd(BARE_WORD, text, at) ?? at;
  const value = text.slice(at, end);
  const isOption = text.charAt(name.start - 1) === '-';
  if (isOption && isRandomWord(value, name)) return randomPart(value, at);
  if (!isOption && !(isAtLineStart(text, name.start) && isToLineEnd(text, end))) return [];
  if (!isUnlikeWords(value) || /^-|[,;)]$/.test(value) || CODE.test(value) || isSame(value, name)) return [];
  return isSecretLiteral(value, name.claim) ? [{ start: at, end }] : [];
}

/** A name in capitals is that of a variable of the environment. */
function isConstant(name: SecretName): boolean {
  return /^[A-Z][A-Z0-9_]*$/.test(name.text);
}

function isSame(value: string, name: SecretName): boolean {
  return value.length < MAX_NAME_LENGTH && plain(value) === plain(name.text);
}

const MAX_NAME_LENGTH = 100;

function plain(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9]/g, '');
}

function stickyEnd(pattern: RegExp | undefined, text: string, at: number): number | undefined {
  if (pattern === undefined) return undefined;
  pattern.lastIndex = at;
  const match = pattern.exec(text);
  return match === null ? undefined : at + match[0].length;
}
