import { isSecretValue, isUnlikeWords } from '../form.js';
import { isConstant, isSameName, type SecretName } from './names.js';
import {
  endOfMatch,
  isCode,
  isToLineEnd,
  LINE_START,
  randomPart,
  type Stretch,
  type ValuePosition,
  wordAt,
} from './values.js';

/** Secrets behind a name and a space, and in the rest of its line. */
export function readLine(text: string, position: ValuePosition): readonly Stretch[] {
  const next = /[ \t]/.test(text.charAt(position.at)) ? readNextWord(text, position) : [];
  return next.length > 0 || position.kind === 'code' || position.kind === 'labels' ? next : readRest(text, position);
}

/** `--password value`, `ENV DB_PASSWORD value`, `password value` as a line of its own, `enable secret 9 value`. */
function readNextWord(text: string, { name, kind, at: from }: ValuePosition): readonly Stretch[] {
  const at = endOfMatch(/[ \t]{1,40}/y, text, from) ?? from;
  const earlier = text.slice(Math.max(0, name.start - MAX_REST), name.start);
  const line = earlier.slice(earlier.lastIndexOf('\n') + 1);
  const modified = endOfMatch(MODIFIERS, text, at) ?? at;
  const start = /["']/.test(text.charAt(modified)) ? modified + 1 : modified;
  const value = wordAt(text, start).replace(/;$/, '');
  const end = start + value.length;
  const isOption = text.charAt(name.start - 1) === '-';
  if (value === '' || isSameName(value, name) || isCode(value, name) || /^-|[,)]$/.test(value)) return [];
  if (kind === 'code' && !isOption) return [];
  const random = name.claim === 'key' ? [] : randomPart(value, start);
  if (random.length > 0) return random;
  const found = [{ start, end }];
  const after = text.slice(end, end + 20);
  const isPassword = name.claim === 'password';
  if (COMMAND.test(line) || ((modified > at || kind === 'settings') && /^\s*$/.test(line))) {
    // A word of letters may be a keyword of the command, but hardly behind a user, the last one, or before numbers.
    const isLast = /user(?:name)? \S+ $/.test(line) || /^["']?(?:[ \t;]*(?:\r?\n|$)| [A-Z0-9{])/.test(after);
    const isNamed = /(?:pass\w*|secret|key|psk|community)$/i.test(name.text);
    const isAny = modified > at || (isNamed && value.length >= 5 && (isLast || start > modified));
    if (isSecretValue(value, isAny ? 'any' : 'mixed')) return found;
  }
  if (name.claim === 'key' || (!isOption && !isPassword)) return [];
  if (isSecretValue(value, 'strong')) return found;
  if (start === modified && !isOption && name.claim === 'password' && /[_-]/.test(name.text) && isToLineEnd(text, end))
    return isSecretValue(value, 'word') ? found : [];
  if (start > modified || (!isOption && !(LINE_START.test(line) && isToLineEnd(text, end)))) return [];
  // A word behind an option, behind `user name` in the line before, or in a column of its own.
  const isValue = isOption && (isPassword || /^(?: +-|[ \t\\]*(?:\n|$))/.test(after));
  const isList = at - from > 3 || USER.test(text.slice(Math.max(0, name.start - 80), name.start));
  const isSetting = kind === 'settings' || isList || isConstant(name) || /^(?:require|master)|[_-]/.test(name.text);
  if (!isValue && !isSetting && !isUnlikeWords(value)) return [];
  return isSecretValue(value, isSetting ? 'any' : 'word') ? found : [];
}

const USER = /(?:user|login|host|account|machine)(?:name)?[ \t]+\S+\s*$/i;
// `7`, `ENC`, `ascii-text`, `1 md5`: the way the value is written.
const MODIFIERS =
  /(?:(?:ENC|encrypted|(?:manager )?user-name \S{1,40}|\(\w{3,8}\)|[\w-]{0,13}cipher|[a-z]{5}-?text|hex(?:adecimal)?|md5|sha[\w-]{0,8}|ascii|simple|scrypt|pbkdf2|type-?[0-9]|local|remote|[0-9]{1,3})[ \t]{1,4}){1,3}/iy;
// Of network devices: a verb, or keywords with a number or a dash among them.
const COMMAND =
  /(?:^|['"]|[#>$] |\/)\s*(?:no )?(?:(?:set|add|user(?:name)?|enable|option|machine|poll|default|crypto|login)\s(?:[^\n]{0,150}\s)?|(?=[a-z0-9 ._:/-]*[0-9-])[a-z][a-z0-9 ._:/-]{0,150}\s)$/;

/** In settings and pasted text, a word further behind the name that has the form of a password. */
function readRest(text: string, position: ValuePosition): readonly Stretch[] {
  const { name, kind, at } = position;
  // The name of a file, for example.
  if (/[\w./-]/.test(text.charAt(at))) return [];
  const line = text.slice(at, at + MAX_REST).split('\n', 1)[0] ?? '';
  // Minified code has no lines.
  if (line.length === MAX_REST && !text.slice(Math.max(0, name.start - MAX_REST), name.start).includes('\n')) return [];
  const need = kind === 'settings' && name.claim === 'password' ? 'mixed' : 'strong';
  const last = LAST_OF_FEW.exec(line)?.[1] ?? '';
  if (kind === 'settings' && name.claim === 'password' && !/^$|\.\w{1,4}$/.test(last) && isSecretValue(last, 'any')) {
    const end = at + line.trimEnd().length;
    return [{ start: end - last.length, end }];
  }
  const isSpecial = (value: string) => name.claim !== 'key' || (value.length >= 8 && /[!#$%^&*?~+@]/.test(value));
  // The last word may be cut.
  const words = line.length === MAX_REST ? line : `${line} `;
  return [...words.matchAll(REST_WORD)].flatMap(({ index, 1: value = '' }) => {
    const start = at + index + 1;
    if (/^[0-9a-f-]+$/.test(value) && !/[:=] ?$/.test(words.slice(0, index))) return [];
    return isSpecial(value) && isSecretValue(value, need) && !isCode(value, name) && !OTHER_FORM.test(value)
      ? [{ start, end: start + value.length }]
      : [];
  });
}

const MAX_REST = 200;
const LAST_OF_FEW = /^(?:[ \t]+[\w-]{1,40}){0,2}[ \t]+([^\s"'`=(){}[\]<>,;/]{5,64})[ \t\r]*$/;
const REST_WORD = /[ \t"'](?=[^\s"'`<>\\,;()=]{0,100}[0-9])([^\s"'`<>\\,;()=]{6,100})(?=[\s"',;])/g;
// The name of a secret, a path, an address, an e-mail address, a name with a version, a variable, a color.
const OTHER_FORM = /pass|secret|token|\.\.|[/\\]|^[$%@#&*+?!-]|&#|\?\.|&&|\|\||@[\w-]*\.|[:@][0-9]|^[\w.-]+:/i;

/** The values below a name that heads a column: of CSV, of a table in Markdown or of a database, of an INSERT. */
export function readColumn(text: string, name: SecretName): readonly Stretch[] {
  const rest = text.slice(name.end, name.end + MAX_HEADER);
  const length = rest.search(/[\n)]/);
  if (length === -1) return [];
  const to = name.end + length;
  const earlier = text.slice(Math.max(0, name.start - MAX_HEADER), name.start);
  const before = earlier.slice(Math.max(earlier.lastIndexOf('\n'), earlier.lastIndexOf('(')) + 1);
  const header = before + text.slice(name.start, to);
  const [delimiter = ''] = /[|;\t,]/.exec(rest.slice(0, length)) ?? /[|;\t,]/.exec(before) ?? [];
  if (delimiter === '' || (delimiter === '|' && /["'`]/.test(header))) return [];
  if (!header.split(delimiter).every((cell) => NAME_CELL.test(cell))) return [];
  if (!/[^\s|].*[|;\t,].*[^\s|,;]/.test(header)) return [];
  ROWS.lastIndex = to;
  const column = before.split(delimiter).length - 1;
  const found: Stretch[] = [];
  for (let at = to + (ROWS.exec(text)?.[0].length ?? text.length), row = 0; at < text.length && row < MAX_ROWS; row++) {
    const line = /^[^\n]{0,1000}/.exec(text.slice(at, at + 1000))?.[0] ?? '';
    const cells = line.split(delimiter);
    const isRow = cells.length === header.split(delimiter).length && !cells[column]?.includes(name.text);
    if (!isRow && !/^[\s|+:-]*$/.test(line)) break;
    const cell = /[^\s"'`(][^\s"'`);]*/.exec(cells[column] ?? '');
    const start = at + cells.slice(0, column).join(delimiter).length + Math.min(column, 1) + (cell?.index ?? 0);
    const value = cell?.[0] ?? '';
    if (isUnlikeWords(value) && isSecretValue(value, 'any')) found.push({ start, end: start + value.length });
    at += line.length + 1;
  }
  return found;
}

const MAX_HEADER = 300;
const MAX_ROWS = 100;
const NAME_CELL = /^[\s"'`#]*[\w .-]{0,40}[\s"'`]*$/;
const ROWS = /\)\s{0,8}values\s{0,8}\(|\n/iy;
