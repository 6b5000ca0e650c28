import { isAbsolute, resolve } from 'node:path';
import { readShellLine, type ShellToken } from '../../../kernel/shell-words.js';
import { DATABASE_CLIENTS } from './programs.js';

/** One program with its arguments, the folder it runs in, and the files that the shell opens for it. */
export interface ShellCommand {
  readonly words: readonly string[];
  readonly writes: readonly string[];
  readonly reads: readonly string[];
  /** Texts on its standard input: a here-document, or what `echo` writes into the pipe. */
  readonly input: readonly string[];
  /** Absolute. */
  readonly folder: string;
}

/** The programs of a command line in order, without wrappers such as `sudo`, `env`, `time`, `xargs` and `sh -c`. */
export function shellCommands(line: string, cwd: string, depth = 0): ShellCommand[] {
  const commands: ShellCommand[] = [];
  const variables: Variables = new Map();
  let folder = cwd;
  for (const group of splitIntoGroups(readShellLine(line.slice(0, MAX_LINE_LENGTH)).tokens).slice(0, MAX_COMMANDS)) {
    const nested = depth < MAX_DEPTH && commands.length < MAX_COMMANDS;
    for (const script of nested ? group.scripts : []) commands.push(...shellCommands(script, folder, depth + 1));
    if (setsVariable(group.words, variables)) continue;
    for (const words of expandVariables(withoutWrappers(group.words.slice(0, MAX_WORDS)), variables)) {
      if (words[0] === 'cd' || words[0] === 'pushd') {
        folder = changeFolder(folder, words.slice(1).find((word) => !word.startsWith('-')) ?? words[1]);
        break;
      }
      for (const script of nested ? scriptsOf(words, group.input) : []) {
        commands.push(...shellCommands(script, folder, depth + 1));
      }
      const { writes, reads, input } = group;
      if (words.length > 0 || writes.length > 0) commands.push({ words, writes, reads, input, folder });
      if (commands.length > MAX_COMMANDS) break;
    }
  }
  return commands;
}

const MAX_LINE_LENGTH = 20_000;
const MAX_DEPTH = 3;
const MAX_COMMANDS = 300;
const MAX_WORDS = 1_000;
const MAX_VALUES = 50;

function changeFolder(folder: string, target: string | undefined): string {
  if (target === undefined || target === '-') return folder;
  // The home folder is not the project; its real path does not matter.
  if (target.startsWith('~')) return `/${target}`;
  return isAbsolute(target) ? target : resolve(folder, target);
}

/** By their spelling: the words that they are, once for each run of a loop. */
type Variables = Map<string, readonly (readonly string[])[]>;

/** `for file in a b` and `file=a` give `$file` a value. */
function setsVariable(words: readonly string[], variables: Variables): boolean {
  const [first = '', second = '', third, ...values] = words;
  const isLoop = first === 'for' && third === 'in';
  const assignment = words.length === 1 ? /^([A-Za-z_]\w*)=(.*)$/s.exec(first) : null;
  if (!isLoop && assignment === null) return false;
  const name = isLoop ? second : (assignment?.[1] ?? '');
  const runs = isLoop ? values.map((value) => [value]) : [(assignment?.[2] ?? '').split(/\s+/).slice(0, MAX_VALUES)];
  for (const spelling of [`$${name}`, `\${${name}}`]) variables.set(spelling, runs.slice(0, MAX_VALUES));
  return true;
}

/** The command as it runs; several times in a loop. */
function expandVariables(words: readonly string[], variables: Variables): string[][] {
  const runs = Math.max(1, ...words.map((word) => variables.get(word)?.length ?? 1));
  // A variable that was set once has the same value in every run of a loop.
  const valueIn = (run: number, values: readonly (readonly string[])[] | undefined) =>
    values?.length === 1 ? values[0] : values?.[run];
  return Array.from({ length: runs }, (_, run) =>
    words.flatMap((word) => valueIn(run, variables.get(word)) ?? [word]).slice(0, MAX_WORDS),
  );
}

interface Group {
  readonly words: string[];
  readonly writes: string[];
  readonly reads: string[];
  readonly input: string[];
  readonly scripts: string[];
}

function splitIntoGroups(tokens: readonly ShellToken[]): Group[] {
  const newGroup = (): Group => ({ words: [], writes: [], reads: [], input: [], scripts: [] });
  let group = newGroup();
  const groups = [group];
  for (const token of tokens) {
    if (token.kind === 'operator') {
      const next = newGroup();
      if (token.text === '|' || token.text === '|&') pipe(group, next);
      groups.push(next);
      group = next;
    } else if (token.kind === 'word') group.words.push(token.text);
    else if (token.kind === 'here-document') group.input.push(token.body);
    else if (token.kind === 'substitution') group.scripts.push(token.script);
    else if (token.target !== '') (token.operator.includes('>') ? group.writes : group.reads).push(token.target);
  }
  return groups;
}

/** The text of `echo` and the files of `cat` reach the next program. */
function pipe({ words: [program = '', ...rest], reads, input }: Group, next: Group): void {
  const operands = rest.filter((word) => !word.startsWith('-'));
  if (program === 'echo' || program === 'printf') next.input.push(operands.join(' ').replaceAll('\\n', '\n'));
  else if (program === 'cat') {
    next.reads.push(...operands, ...reads);
    next.input.push(...input);
  }
}

const KEYWORDS = new Set(['if', 'then', 'else', 'elif', 'fi', 'do', 'done', 'while', 'until', '!', '{', '}']);
const WRAPPERS = new Set(
  'sudo doas env time nohup command exec nice ionice setsid stdbuf xargs npx bunx timeout'.split(' '),
);
const PACKAGE_RUNNERS = new Set(['npm', 'pnpm', 'yarn', 'bun', 'poetry', 'uv', 'bundle']);
/** Options of wrappers that have a value of their own. */
const VALUE_OPTIONS = new Set(['-u', '-g', '-n', '-k', '-I', '-P', '-L', '-d', '-s', '--package']);

/** `FOO=1 sudo -u x git push` is `git push`. */
export function withoutWrappers(words: readonly string[]): readonly string[] {
  const [first = '', second = ''] = words;
  if (isAssignment(first) || KEYWORDS.has(first)) return withoutWrappers(words.slice(1));
  // The first argument of `timeout` is the time.
  if (WRAPPERS.has(first)) {
    return withoutWrappers(withoutOptions(words.slice(1)).slice(first === 'timeout' ? 1 : 0));
  }
  if (PACKAGE_RUNNERS.has(first) && (second === 'exec' || second === 'dlx')) {
    return withoutWrappers(withoutOptions(words.slice(2)));
  }
  return words;
}

function withoutOptions(words: readonly string[]): readonly string[] {
  let index = 0;
  for (; index < words.length; index++) {
    const word = words[index] ?? '';
    if (VALUE_OPTIONS.has(word)) index++;
    else if (!word.startsWith('-') && !isAssignment(word)) break;
  }
  return words.slice(index);
}

function isAssignment(word: string): boolean {
  return /^[A-Za-z_]\w*=/.test(word);
}

const SHELLS = new Set(['bash', 'sh', 'zsh', 'dash']);
const SCRIPT_OPTION = /^(?:-[a-z]*c|--command|--run)$/;

/** The scripts of `bash -c "…"`, `su -c "…"`, `eval …`, `trap "…" EXIT`, `ssh host "…"` and `bash <<EOF`. */
function scriptsOf(words: readonly string[], input: readonly string[]): string[] {
  const [program, ...rest] = words;
  if (program === 'eval') return [rest.join(' ')];
  if (program === 'trap') return rest.slice(0, 1);
  if (program === 'ssh') return [...rest.filter((word) => /\s/.test(word)), ...input];
  const option = words.some((word) => DATABASE_CLIENTS.has(word))
    ? -1
    : rest.findIndex((word) => SCRIPT_OPTION.test(word));
  // Also within another command: `docker exec -i api bash <<EOF`. With a file to run, the input belongs to that file.
  const shell = words.findIndex((word) => SHELLS.has(word.slice(word.lastIndexOf('/') + 1)));
  const isFile = (word: string, index: number) =>
    !word.startsWith('-') && !/^-[a-z]*o$/.test(words[shell + index] ?? '');
  const readsInput = shell !== -1 && !words.slice(shell + 1).some(isFile);
  return [...(option === -1 ? [] : rest.slice(option + 1, option + 2)), ...(readsInput ? input : [])];
}
