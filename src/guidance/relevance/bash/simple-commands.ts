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
  /** Absolute. */
  readonly folder: string;
}

/** The programs of a command line in order, without what only carries them: `sudo`, `env`, `time`, `xargs`, `sh -c`. */
export function simpleCommands(command: string, folder: string, depth = 0): SimpleCommand[] {
  const commands: SimpleCommand[] = [];
  let where = folder;
  for (const { words: all, writes } of groups(tokenize(command))) {
    const words = unwrap(all);
    const [program, first] = words;
    if (program?.text === 'cd' || program?.text === 'pushd') {
      const target = words.slice(1).find(({ text }) => !text.startsWith('-'))?.text ?? first?.text;
      if (target !== undefined && target !== '-') where = isAbsolute(target) ? target : resolve(where, target);
      continue;
    }
    const script = depth < DEEPEST ? scriptOf(words) : undefined;
    if (script !== undefined) commands.push(...simpleCommands(script, where, depth + 1));
    if (words.length > 0 || writes.length > 0) commands.push({ words, writes, folder: where });
  }
  return commands;
}

const DEEPEST = 3;

interface Group {
  readonly words: Word[];
  readonly writes: string[];
}

function groups(tokens: readonly Token[]): Group[] {
  const all: Group[] = [{ words: [], writes: [] }];
  for (const token of tokens) {
    const last = all.at(-1);
    if (token.kind === 'separator') all.push({ words: [], writes: [] });
    else if (token.kind === 'word') last?.words.push(token);
    else if (token.operator.includes('>') && token.target !== '') last?.writes.push(token.target);
  }
  return all;
}

const CARRIERS = new Set(['sudo', 'doas', 'env', 'time', 'nohup', 'command', 'exec', 'nice', 'xargs', 'npx', 'bunx']);
const KEYWORDS = new Set(['if', 'then', 'else', 'elif', 'fi', 'do', 'done', 'while', 'until', '!', '{', '}']);
/** Options of carriers that have a value of their own. */
const CARRIER_VALUES = new Set(['-u', '-g', '-n', '-I', '-P', '-L', '-d', '-s', '-E', '-p', '--package']);

function unwrap(words: readonly Word[]): Word[] {
  let rest = [...words];
  for (;;) {
    const [first, second, third] = rest;
    if (first === undefined) return rest;
    if (!first.isQuoted && (KEYWORDS.has(first.text) || /^[A-Za-z_]\w*=/.test(first.text))) rest = rest.slice(1);
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

const SHELLS = new Set(['bash', 'sh', 'zsh', 'dash', 'eval']);

/** What `bash -c "…"` runs. */
function scriptOf(words: readonly Word[]): string | undefined {
  const [program, ...rest] = words;
  if (program === undefined || !SHELLS.has(program.text)) return undefined;
  if (program.text === 'eval') return rest.map(({ text }) => text).join(' ');
  const flag = rest.findIndex(({ text }) => /^-[a-z]*c$/.test(text));
  return flag === -1 ? undefined : rest[flag + 1]?.text;
}
