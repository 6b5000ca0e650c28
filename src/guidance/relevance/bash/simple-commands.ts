import { isAbsolute, resolve } from 'node:path';
import { type Token, tokenize } from './tokenize.js';

export interface Word {
  readonly text: string;
  readonly isQuoted: boolean;
}

/** One program with its arguments, where it runs, and the files that the shell opens for it. */
export interface SimpleCommand {
  readonly words: readonly Word[];
  readonly writes: readonly string[];
  readonly reads: readonly string[];
  /** Texts that it is given on its standard input: a here-document, or what `echo` writes into the pipe. */
  readonly input: readonly string[];
  /** Absolute. */
  readonly folder: string;
}

/** The programs of a command line in order, without what only carries them: `sudo`, `env`, `time`, `xargs`, `sh -c`. */
export function simpleCommands(command: string, folder: string, depth = 0): SimpleCommand[] {
  const commands: SimpleCommand[] = [];
  const loops = new Map<string, readonly Word[]>();
  let where = folder;
  for (const group of groups(tokenize(command)).slice(0, MOST_COMMANDS)) {
    if (noteLoop(group.words, loops)) continue;
    const words = unwrap(group.words)
      .slice(0, MOST_WORDS)
      .flatMap((word) => loops.get(word.text) ?? [word])
      .slice(0, MOST_WORDS);
    const [program, first] = words;
    if (program?.text === 'cd' || program?.text === 'pushd') {
      where = enter(where, words.slice(1).find(({ text }) => !text.startsWith('-'))?.text ?? first?.text);
      continue;
    }
    if (depth < DEEPEST && commands.length < MOST_COMMANDS) {
      for (const script of scriptsOf(words, group.input)) commands.push(...simpleCommands(script, where, depth + 1));
    }
    if (words.length > 0 || group.writes.length > 0) commands.push({ ...group, words, folder: where });
  }
  return commands;
}

const DEEPEST = 3;
const MOST_COMMANDS = 300;
const MOST_WORDS = 1_000;
const MOST_LOOP_VALUES = 50;

function enter(folder: string, target: string | undefined): string {
  if (target === undefined || target === '-') return folder;
  // Where somebody's home is does not matter: it is not the project.
  if (target.startsWith('~')) return `/${target}`;
  return isAbsolute(target) ? target : resolve(folder, target);
}

/** `for file in a b` gives `$file` the words a and b. */
function noteLoop(words: readonly Word[], loops: Map<string, readonly Word[]>): boolean {
  const [keyword, name, joint, ...values] = words;
  if (keyword?.text !== 'for' || name === undefined || joint?.text !== 'in') return false;
  for (const spelling of [`$${name.text}`, `\${${name.text}}`]) loops.set(spelling, values.slice(0, MOST_LOOP_VALUES));
  return true;
}

interface Group {
  readonly words: Word[];
  readonly writes: string[];
  readonly reads: string[];
  readonly input: string[];
}

function groups(tokens: readonly Token[]): Group[] {
  let last: Group = { words: [], writes: [], reads: [], input: [] };
  const all = [last];
  for (const token of tokens) {
    if (token.kind === 'separator') {
      const next: Group = { words: [], writes: [], reads: [], input: [] };
      if (token.text === '|') pipe(last, next);
      all.push(next);
      last = next;
    } else if (token.kind === 'word') last.words.push(token);
    else if (token.kind === 'here-document') last.input.push(token.body);
    else if (token.target !== '') (token.operator.includes('>') ? last.writes : last.reads).push(token.target);
  }
  return all;
}

/** What `echo` says and the files that `cat` opens reach the next program. */
function pipe({ words: [program, ...rest], reads }: Group, next: Group): void {
  const given = rest.map(({ text }) => text).filter((text) => !text.startsWith('-'));
  if (WRITERS.has(program?.text ?? '')) next.input.push(given.join(' '));
  else if (FEEDERS.has(program?.text ?? '')) next.reads.push(...given, ...reads);
}

const WRITERS = new Set(['echo', 'printf']);
const FEEDERS = new Set(['cat', 'zcat', 'envsubst', 'sed']);

const CARRIERS = new Set(['sudo', 'doas', 'env', 'time', 'nohup', 'command', 'exec', 'nice', 'xargs', 'npx', 'bunx']);
const KEYWORDS = new Set(['if', 'then', 'else', 'elif', 'fi', 'do', 'done', 'while', 'until', '!', '{', '}']);
/** Options of carriers that have a value of their own. */
const CARRIER_VALUES = new Set(['-u', '-g', '-n', '-I', '-P', '-L', '-d', '-s', '-E', '-p', '--package']);

function unwrap(words: readonly Word[]): Word[] {
  let rest = [...words];
  for (;;) {
    const [first, second, third] = rest;
    if (first === undefined) return rest;
    const isAssignment = /^[A-Za-z_]\w*=/.test(first.text);
    if (isAssignment || (!first.isQuoted && KEYWORDS.has(first.text))) rest = rest.slice(1);
    else if (CARRIERS.has(first.text)) rest = withoutOptions(rest.slice(1));
    else if (first.text === 'timeout') rest = withoutOptions(rest.slice(1)).slice(1);
    else if (PACKAGE_RUNNERS.has(first.text) && (second?.text === 'exec' || second?.text === 'dlx') && third) {
      rest = withoutOptions(rest.slice(2));
    } else return rest;
  }
}

const PACKAGE_RUNNERS = new Set(['npm', 'pnpm', 'yarn', 'bun', 'poetry', 'uv']);

function withoutOptions(words: Word[]): Word[] {
  let place = 0;
  for (; place < words.length; place++) {
    const text = words[place]?.text ?? '';
    if (CARRIER_VALUES.has(text)) place++;
    else if (!text.startsWith('-') && !/^[A-Za-z_]\w*=/.test(text)) break;
  }
  return words.slice(place);
}

const SHELLS = new Set(['bash', 'sh', 'zsh', 'dash']);

/** What `bash -c "…"`, `eval …`, `ssh host "…"` and `bash <<EOF` run. */
function scriptsOf(words: readonly Word[], input: readonly string[]): string[] {
  const [program, ...rest] = words;
  if (program === undefined) return [];
  if (program.text === 'eval') return [rest.map(({ text }) => text).join(' ')];
  if (program.text === 'ssh') return [...rest.filter(({ text }) => /\s/.test(text)).map(({ text }) => text), ...input];
  // Also within another command: `docker exec api sh -c "…"`.
  const shell = words.findIndex(({ text }) => SHELLS.has(text));
  if (shell === -1) return [];
  const given = words.slice(shell + 1);
  const flag = given.findIndex(({ text }) => /^-[a-z]*c$/.test(text));
  const script = flag === -1 ? undefined : given[flag + 1]?.text;
  if (script !== undefined) return [script];
  // With a file to run, the input is that file's affair.
  return given.every(({ text }) => text.startsWith('-')) ? [...input] : [];
}
