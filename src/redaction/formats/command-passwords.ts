import type { Finding } from '../finding.js';
import { isSecretLiteral } from './literal.js';
import type { Stretch } from './secret-names.js';

/** Passwords that programs take in a short option, such as `curl -u name:password` or `mysql -ppassword`. */
export function findCommandPasswords(text: string): Finding[] {
  const findings: Finding[] = [];
  if (!HINT.test(text)) return findings;
  PROGRAM.lastIndex = 0;
  for (let match = PROGRAM.exec(text); match !== null; match = PROGRAM.exec(text)) {
    const start = match.index + match[0].length;
    const { found, end } = readCommand(text, { start, program: match.groups?.program ?? '' });
    for (const each of found) findings.push({ ...each, kind: 'password' });
    PROGRAM.lastIndex = end;
  }
  return findings;
}

const HINT = /\s(?:-{1,2}[uUapPwxN]|\/p:)|curl /;

interface PasswordOption {
  readonly option: RegExp;
  /** The password is in the next word, or in the same one. */
  readonly isAttached?: boolean;
  /** What is before the password in its word. */
  readonly before?: RegExp;
}

const USER_AND_COLON = /^[^:]{0,100}:/;
const OPTIONS: Readonly<Record<string, readonly PasswordOption[]>> = {
  curl: [
    { option: /^(?:-[a-zA-Z]{0,6}[uU]|--user|--proxy-user)$/, before: USER_AND_COLON },
    { option: /^-u[^:]{1,100}:/, isAttached: true },
  ],
  http: [{ option: /^(?:-a|--auth)$/, before: USER_AND_COLON }],
  sshpass: [{ option: /^-p$/ }, { option: /^-p/, isAttached: true }],
  mysql: [{ option: /^-p/, isAttached: true }],
  redis: [{ option: /^(?:-a|--pass)$/ }],
  ldap: [{ option: /^-[xZ]{0,3}w$/ }],
  mongo: [{ option: /^-p$/ }, { option: /^-p/, isAttached: true }],
  sqlcmd: [{ option: /^-P$/ }, { option: /^-P/, isAttached: true }],
  lftp: [{ option: /^-u$/, before: /^[^,]{0,100},/ }],
  smbclient: [{ option: /^-U$/, before: /^[^%]{0,100}%/ }],
  docker: [{ option: /^-p$/ }],
  openssl: [{ option: /^-pass(?:in|out)?$/, before: /^pass:/ }],
  zip: [{ option: /^-P$/ }],
  xfreerdp: [{ option: /^\/p:/, isAttached: true }],
  'ssh-keygen': [{ option: /^-N$/ }],
  '7z': [{ option: /^-p/, isAttached: true }],
};

const PROGRAM = new RegExp(
  `(?<![\\w.-])(?<program>${[
    'curl|https?|xh|sshpass|mysql(?:dump|admin|import|show|check|pump|sh)?|mariadb(?:-dump|-admin)?|redis-cli|valkey-cli',
    'ldap(?:search|add|modify|delete|passwd|whoami|compare)|mongo(?:sh|dump|restore|export|import)?|cqlsh|sqlcmd|bcp|ipmitool',
    'mosquitto_pub|mosquitto_sub|isql|rdesktop|psexec|xfreerdp|ssh-keygen|lftp|smbclient|(?:docker|podman|oc|az|helm registry) login|openssl|zip|unzip|7za?',
  ].join('|')})(?:\\.exe)?(?=[ \\t])`,
  'g',
);

function optionsOf(program: string): readonly PasswordOption[] {
  const family = Object.keys(OPTIONS).find((name) => program.startsWith(name));
  return OPTIONS[family ?? SAME_OPTIONS[program] ?? ''] ?? [];
}

const SAME_OPTIONS: Readonly<Record<string, string>> = {
  xh: 'http',
  mariadb: 'mysql',
  'mariadb-dump': 'mysql',
  'mariadb-admin': 'mysql',
  'valkey-cli': 'redis',
  cqlsh: 'mongo',
  bcp: 'sqlcmd',
  ipmitool: 'sqlcmd',
  isql: 'sqlcmd',
  mosquitto_pub: 'sqlcmd',
  mosquitto_sub: 'sqlcmd',
  rdesktop: 'docker',
  psexec: 'docker',
  'podman login': 'docker',
  'oc login': 'docker',
  'az login': 'docker',
  'helm registry login': 'docker',
  unzip: 'zip',
};

interface Command {
  readonly program: string;
  readonly start: number;
}

/** The passwords among the words of a command, and where it ends. A command may start another one. */
function readCommand(text: string, { program, start }: Command): { found: Stretch[]; end: number } {
  const found: Stretch[] = [];
  let options = optionsOf(program);
  let expected: PasswordOption | undefined;
  let end = start;
  for (let word = wordAt(text, end); word !== undefined && end - start < MAX_COMMAND_LENGTH; word = wordAt(text, end)) {
    end = word.end;
    if (expected !== undefined) {
      found.push(...passwordIn(word.value, word.start, expected.before));
      expected = undefined;
      continue;
    }
    const option = options.find((each) => each.option.test(word.option));
    if (option === undefined) options = optionsOf(word.option).length > 0 ? optionsOf(word.option) : options;
    else if (option.isAttached === true)
      found.push(...passwordIn(word.value, word.start, word.isSplit ? undefined : option.option));
    else if (word.isSplit) found.push(...passwordIn(word.value, word.start, option.before));
    else expected = option;
  }
  return { found, end };
}

const MAX_COMMAND_LENGTH = 1000;

interface CommandWord {
  readonly option: string;
  readonly value: string;
  /** Where the value starts. */
  readonly start: number;
  readonly end: number;
  /** The word has both, as in `--user=me` and `-p"x"`. */
  readonly isSplit: boolean;
}

/** Words may be quoted. A line that ends in a backslash continues in the next one. */
function wordAt(text: string, at: number): CommandWord | undefined {
  WORD.lastIndex = at;
  const match = WORD.exec(text);
  if (match?.groups === undefined) return undefined;
  const { gap = '', option, quoted, bare } = match.groups;
  const value = quoted?.slice(1, -1) ?? bare ?? '';
  const start = at + gap.length + (option?.length ?? 0) + (quoted === undefined ? 0 : 1);
  const isSplit = option !== undefined;
  return { option: option?.replace(/=$/, '') ?? value, value, start, end: at + match[0].length, isSplit };
}

const WORD =
  /(?<gap>(?:[ \t]|\\\r?\n){0,40})(?<option>--[a-z-]{1,30}=|-[a-zA-Z](?=["']))?(?:(?<quoted>"(?:[^"\\\n]|\\.){0,300}"|'[^'\n]{0,300}')|(?<bare>(?:[^\s"'`\\|;<>]|\\(?![\s"'`\\])){1,300}))/y;

function passwordIn(word: string, from: number, before: RegExp | undefined): Stretch[] {
  const skipped = before === undefined ? '' : before.exec(word)?.[0];
  if (skipped === undefined) return [];
  const password = word.slice(skipped.length);
  if (/^[-$(]|^[A-Z_]+$/.test(password) || !isSecretLiteral(password, 'password', true)) return [];
  return [{ start: from + skipped.length, end: from + word.length }];
}
