import { isAssignment, isHarmlessExport, isHarmlessVariable } from './assignments.js';
import { followsRule } from './follows-rule.js';
import { judgeGit } from './git.js';
import { judgeDatabase, judgeFile, judgeNode, judgeOtherLanguage, judgePython, judgeShell } from './interpreters.js';
import type { Call, Judge, JudgeAgain, Judgment } from './judge.js';
import { onlyPrintsAwk, onlyPrintsSed } from './languages.js';
import { judgeCurl, judgeHttpie, judgeWget } from './network.js';
import { valuesOf } from './options.js';
import { judgePackageManager, judgeSeveral, judgeTasks } from './package-managers.js';
import { ruleOf } from './programs.js';
import { isTrusted, mayWrite, noteRemoval, pathsOf, programName, type Shell, spend, UNKNOWN } from './shell.js';
import { unwrap } from './wrappers.js';

/** One command as the shell runs it: the part of it that may change something; undefined if it does not. */
export function findChange(words: readonly string[], context: CommandInput): string | undefined {
  const again: JudgeAgain = {
    script: (text, shell) => context.findInScript(text, shell) ?? true,
    program: (inner, { input, shell }) => judgeWords(inner, { input, shell }, again),
  };
  const judgment = judgeWords(words, context, again);
  return judgment === true ? undefined : judgment === false ? describe(words) : judgment;
}

export interface CommandInput extends Pick<Call, 'input' | 'shell'> {
  /** The part of a script that changes something. */
  readonly findInScript: (script: string, shell: Shell) => string | undefined;
}

function judgeWords(
  words: readonly string[],
  { input, shell }: Pick<Call, 'input' | 'shell'>,
  again: JudgeAgain,
): Judgment {
  const assigned = words.findIndex((word) => !isAssignment(word));
  if (assigned === -1) return words.every((word) => isHarmlessVariable(word, shell));
  if (!words.slice(0, assigned).every((word) => isHarmlessExport(word, shell))) return false;
  const [first = '', ...rest] = words.slice(assigned);
  const name = programName(first, shell);
  if (name === undefined) return false;
  spend(shell, rest.length);
  const asksForVersion = rest.length === 1 && /^(?:--version|--help|-v|-V|-version)$/.test(rest[0] ?? '');
  if (asksForVersion && input === undefined && !first.includes('/')) return true;
  const inner = unwrap(name, rest);
  if (inner === 'unknown') return false;
  if (inner !== undefined && name === 'xargs') {
    const [mark = ''] = [...valuesOf(rest, '-I'), ...rest.flatMap((word) => /^-I(.+)$/.exec(word)?.[1] ?? [])];
    const filled = inner.words.map((word) => (mark === '' ? word : word.replaceAll(mark, UNKNOWN)));
    return mark === ''
      ? judgeEach(filled, input, { shell, again })
      : again.program(filled, { input: undefined, shell });
  }
  if (inner !== undefined)
    return again.program(inner.words, { input, shell: inner.isContainer ? inContainer(shell) : shell });
  const judge = Object.hasOwn(JUDGES, name) ? JUDGES[name] : undefined;
  return (judge ?? judgeByRule)({ name, first, words: rest, input, shell }, again);
}

/** A container may have mounted the project anywhere: nothing may be written, and it runs what it was built with. */
function inContainer(shell: Shell): Shell {
  return { ...shell, context: { ...shell.context, isProtected: () => true, isProjectFile: () => true } };
}

/** `xargs` may run the command for all words at once, or for some of them. */
function judgeEach(
  words: readonly string[],
  input: string | undefined,
  { shell, again }: Pick<Call, 'shell'> & { readonly again: JudgeAgain },
): Judgment {
  const given = inputWords(input);
  for (const added of [given, ...given.map((word) => [word])]) {
    const judgment = again.program([...words, ...added], { input: undefined, shell });
    if (judgment !== true) return judgment;
  }
  return true;
}

/** They change every file that they name. Sources of a move count, too. */
const judgeWriter: Judge = ({ name, words, shell }) => {
  // Others choose another target or make links.
  const isKnown = (option: string) =>
    (name === 'cp' ? /^-[rRafpvuin]+$/ : /^-[rRfpvaincd]+$|^--(?:parents|force|append|recursive)$/).test(option);
  if (!words.every((word) => !word.startsWith('-') || isKnown(word))) return false;
  const operands = words.filter((word) => !word.startsWith('-'));
  const written = name === 'cp' ? operands.slice(-1) : operands;
  if (REMOVERS.has(name)) for (const word of written) noteRemoval(word, shell);
  return written.length > 0 && written.every((word) => mayWrite(word, shell));
};

const REMOVERS = new Set('rm rmdir rimraf mv'.split(' '));

const judgeFind: Judge = ({ words, shell }, again) => {
  if (words.some((word) => /^-(?:delete|fprint|fls|ok|files0-from)/.test(word))) return false;
  for (const [index, word] of words.entries()) {
    if (!/^-exec(?:dir)?$/.test(word)) continue;
    const end = words.findIndex((one, at) => at > index && (one === ';' || (one === '+' && words[at - 1] === '{}')));
    const inner = words.slice(index + 1, end === -1 ? undefined : end).map((one) => one.replaceAll('{}', UNKNOWN));
    // `-execdir` runs it in the folder of what was found.
    const judgment = again.program(inner, {
      input: undefined,
      shell: word === '-exec' ? shell : { ...shell, folders: [] },
    });
    if (judgment !== true) return judgment;
  }
  return true;
};

/** The script of a Python environment only sets variables. */
const judgeSource: Judge = ({ words: [file = ''], shell }, again) => {
  const isEnvironment = file.endsWith('/bin/activate') && pathsOf(file, shell).every((path) => isTrusted(path, shell));
  return isEnvironment || judgeFile(file, shell, again);
};

/** `tar -tzf a.tgz` and `tar tf a.tar` */
function onlyListsArchive([mode = '', ...rest]: readonly string[]): boolean {
  return /^-?[fjJvzZ]*t[fjJvzZ]*$/.test(mode) && !rest.some((word) => word.startsWith('-'));
}

const JUDGES: Readonly<Record<string, Judge>> = {
  ...assign('bash sh zsh dash ksh', judgeShell),
  ...assign('tee touch mkdir rmdir rm unlink cp mv rimraf', judgeWriter),
  ...assign('python python3 py pypy3', judgePython),
  ...assign('node nodejs tsx', judgeNode),
  ...assign('npm pnpm yarn bun', judgePackageManager),
  ...assign(
    'make gmake gradle gradlew mvn mvnw just task rake nx turbo lerna tox nox invoke ant sbt bb wireit',
    judgeTasks,
  ),
  ...assign('psql mysql mariadb sqlite3 duckdb', judgeDatabase),
  ...assign('run-s run-p npm-run-all npm-run-all2 concurrently', judgeSeveral),
  ...assign('ruby php perl', judgeOtherLanguage),
  ...assign('tar bsdtar', ({ words }) => onlyListsArchive(words)),
  ...assign('find', judgeFind),
  ...assign('cd pushd', () => true),
  ...assign('export', ({ words, shell }) =>
    words.every((word) => {
      const known = isAssignment(word) ? word : `${word}=${shell.variables.get(word) ?? ''}`;
      return (
        !word.startsWith('-') &&
        (isHarmlessExport(known, shell) || (shell.variables.get(word) === undefined && !isAssignment(word)))
      );
    }),
  ),
  ...assign('declare local readonly typeset', ({ words, shell }) =>
    words.every((word) =>
      word.startsWith('-') ? /^-[aAr]+$/.test(word) : !isAssignment(word) || isHarmlessVariable(word, shell),
    ),
  ),
  ...assign('set', ({ words }) =>
    words.every((word) => /^(?:[-+][euxo]+|--|pipefail|errexit|nounset|xtrace)$/.test(word)),
  ),
  ...assign(
    'kill',
    ({ words }) => words.length > 0 && words.every((word) => /^(?:%\d+|-(?:TERM|INT|HUP))$/.test(word)),
  ),
  ...assign('watch', ({ words, shell }, again) =>
    again.script(words.slice(words[0] === '-n' ? 2 : 0).join(' '), shell),
  ),
  ...assign('git', judgeGit),
  ...assign('curl', judgeCurl),
  ...assign('wget', judgeWget),
  ...assign('http xh', judgeHttpie),
  ...assign('sed gsed', ({ words }) => onlyPrintsSed(words)),
  ...assign('awk gawk mawk nawk', ({ words }) => onlyPrintsAwk(words)),
  ...assign('source .', judgeSource),
};

function assign(names: string, judge: Judge): Record<string, Judge> {
  return Object.fromEntries(names.split(' ').map((name) => [name, judge]));
}

const judgeByRule: Judge = ({ name, first, words, shell }, again) => {
  const rule = ruleOf(name);
  if (rule !== undefined) return followsRule(rule, words, shell);
  return first.includes('/') && judgeFile(first, shell, again);
};

function inputWords(input: string | undefined): string[] {
  return input === undefined || input === UNKNOWN ? [UNKNOWN] : input.split(/\s+/).filter((word) => word !== '');
}

function describe(words: readonly string[]): string {
  const text = words.join(' ').replaceAll(UNKNOWN, '…').replace(/\s+/g, ' ');
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}
