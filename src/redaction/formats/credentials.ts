import { isPlaceholder, looksRandom } from '../looks-random.js';
import type { Format } from './format.js';

const NAME = `(?<name>${[
  'pass(?:word|wd|phrase|code)?|pwd|secret|token|credentials?|auth|secret[_-]?key[_-]?base',
  '(?:api|access|secret|private|signing|encryption|auth|account|master|client|shared|session|license)[_-]?key',
].join('|')})(?:[_-]?[0-9]{1,2})?`;
const SEPARATOR = `(?:\\\\{0,3}["'\`]\\]?)?\\s{0,8}(?:=>|:=|==?|:)\\s{0,8}`;
const BARE_VALUE = `(?<secret>[^\\s"'\`\\\\=,;<>(){}[\\]$|&]{14,400}={0,2})`;

/** Secrets of no special look, told by what stands before them: a name, a header, the user part of an address. */
export const CREDENTIALS: readonly Format[] = [
  {
    kind: 'password',
    hints: ['://'],
    pattern: /:\/\/[^\s:@/"'`\\<>]{0,100}:(?<secret>[^\s@/"'`\\<>[\]]{1,200})@/g,
    isSecret: (password) => password.length > 2 && !isPlaceholder(password),
  },
  {
    kind: 'secret',
    hints: ['://'],
    pattern: /:\/\/(?<secret>[\w-]{20,200})(?::x-oauth-basic)?@/g,
    isSecret: looksRandom,
  },
  {
    kind: 'authorization',
    pattern:
      /(?:authorization|x-api-key|x-auth-token|private-token|api-key)\\{0,3}["']?\s{0,4}[:=]\s{0,4}\\{0,3}["'`]?(?:(?:bearer|basic|token|apikey)\s{1,4})?(?<secret>[\w.~+/-]{12,}={0,2})/gi,
    isSecret: looksRandom,
  },
  { kind: 'authorization', pattern: /(?<![\w-])bearer\s{1,4}(?<secret>[\w.~+/-]{16,}={0,2})/gi, isSecret: looksRandom },
  { kind: 'npm token', hints: ['_auth'], pattern: /_auth(?:Token)?\s{0,4}=\s{0,4}["']?(?<secret>[\w+/=-]{12,})/g },
  {
    // name = "value", "name": "value", also where the quotes are escaped because the whole stands in a string
    kind: 'secret',
    pattern: new RegExp(
      `${NAME}${SEPARATOR}\\\\{0,3}["'\`](?<secret>(?:[^\\s"'\`\\\\]|\\\\{1,4}(?![\\\\\\s"'\`nrtu])){8,400})`,
      'gi',
    ),
    isSecret: (value, { groups }) =>
      !isPlaceholder(value) && (looksRandom(value) || isHumanPassword(value, groups?.name)),
  },
  // NAME=value of environment files, name: value of YAML
  { kind: 'secret', pattern: new RegExp(`${NAME}${SEPARATOR}${BARE_VALUE}`, 'gi'), isSecret: isBareSecret },
  {
    // --name value of a command line
    kind: 'secret',
    hints: ['--'],
    pattern: new RegExp(`--(?:[a-z]{1,16}-){0,3}${NAME}[ =]["']?${BARE_VALUE}`, 'gi'),
    isSecret: isBareSecret,
  },
];

function isBareSecret(value: string): boolean {
  return !isPlaceholder(value) && !ELSEWHERE.test(value) && looksRandom(value);
}

// An address or a path; a key in base64 may begin with a slash as well, but has neither dots nor dashes.
const ELSEWHERE = /^(?:https?:|[.~]|\/.{0,400}[._-])/;

/** What a person chose: letters with a digit or a sign among them. Only a name that says "password" makes it one. */
function isHumanPassword(value: string, name: string | undefined): boolean {
  return /^(?:pass|pwd)/i.test(name ?? '') && /[a-z]/i.test(value) && /[0-9]|[^\w./-]/.test(value) && !CODE.test(value);
}

const CODE = /[({]|^[./~]|:\/\/|^[a-z_$][\w$]*(?:\.[a-z_$][\w$]*)+$/i;
