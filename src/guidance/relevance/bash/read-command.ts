import { isAbsolute, resolve } from 'node:path';
import { innerCommands, type Words } from './matches-command.js';
import { baseName, DATABASE_CLIENTS, isReader, READERS, rewritesFiles, TEXT_PROGRAMS } from './programs.js';
import { type ShellCommand, shellCommands } from './shell-commands.js';

/** What a command line does, as far as guidance needs to know. Paths are absolute. */
export interface CommandEffects {
  /** Files that it writes, moves or removes. */
  readonly changedFiles: readonly string[];
  /** Those of them that are gone afterwards, with everything below them. */
  readonly removedFiles: readonly string[];
  /** Files that it runs or passes to a program that does more than read. */
  readonly inputFiles: readonly string[];
  /** Every command, also those that only read. */
  readonly commands: readonly Words[];
  /** What may be another command among the arguments of these. */
  readonly inner: readonly Words[];
  /** The commands that do more than read, in lower case: a keyword such as `deploy` is found in `npm run deploy-web`. */
  readonly text: string;
  /** What a database client runs, in lower case and without comments and quoted values. */
  readonly statements: readonly string[];
  readonly isReadOnly: boolean;
}

export function readCommand(line: string, cwd: string): CommandEffects {
  const effects = { changedFiles: [] as string[], removedFiles: [] as string[], inputFiles: [] as string[] };
  const commands: Words[] = [];
  const inner: Words[] = [];
  let text = '';
  const statements: string[] = [];
  let isReadOnly = true;
  for (const command of shellCommands(line, cwd)) {
    const { changed = [], removed = [], input = [], isReading = false } = filesOf(command);
    const absolute = (file: string) => (isAbsolute(file) ? file : resolve(command.folder, file));
    effects.changedFiles.push(...[...command.writes, ...changed, ...removed].map(absolute));
    effects.removedFiles.push(...removed.map(absolute));
    effects.inputFiles.push(...input.map(absolute));
    commands.push(command.words);
    inner.push(...innerCommands(command.words));
    statements.push(...statementsOf(command));
    if (isReading) continue;
    isReadOnly = false;
    text += `${textOf(command.words)} \n`;
  }
  return { ...effects, commands, inner, text, statements, isReadOnly: isReadOnly && effects.changedFiles.length === 0 };
}

interface CommandFiles {
  readonly changed?: readonly string[];
  readonly removed?: readonly string[];
  readonly input?: readonly string[];
  readonly isReading?: boolean;
}

const REMOVERS = new Set(['rm', 'shred', 'unlink']);
const CHANGERS = new Set(['tee', 'truncate', 'touch', 'sponge', 'dos2unix']);
/** Their last operand is what they write. */
const COPIERS = new Set(['cp', 'install', 'ln', 'rsync', 'scp']);
const DOWNLOADERS = new Set(['curl', 'wget']);
const CHANGING_GIT = new Set(['mv', 'rm', 'checkout', 'restore', 'apply', 'am']);

function filesOf({ words, reads }: ShellCommand): CommandFiles {
  const [first = '', ...rest] = words;
  const program = baseName(first);
  const options = rest.filter((word) => word.startsWith('-') && word !== '-');
  const operands = rest.filter((word) => !options.includes(word));
  if (program === '') return { isReading: true };
  const gitCommand = program === 'git' ? operands.findIndex((word) => CHANGING_GIT.has(word)) : -1;
  if (gitCommand === 0 || gitCommand === 1) {
    const paths = operands.slice(gitCommand + 1);
    return operands[gitCommand] === 'rm' ? { removed: paths.map(withoutStar) } : { changed: paths };
  }
  if (rewritesFiles(program, options)) return { changed: operands };
  if (isReader(program, rest)) return { isReading: true };
  if (REMOVERS.has(program)) return { removed: operands.map(withoutStar) };
  if (program === 'find') return foundFiles(rest);
  if (CHANGERS.has(program)) return { changed: operands };
  if (program === 'mv') return { removed: operands.slice(0, -1).map(withoutStar), changed: targetsOf(operands) };
  if (COPIERS.has(program)) return { changed: targetsOf(operands) };
  if (DOWNLOADERS.has(program)) return { changed: outputFiles(rest) };
  const valueFiles = options.flatMap((word) => /=(.+)$/.exec(word)?.[1] ?? []);
  return { input: [...(first.includes('/') ? [first] : []), ...operands, ...valueFiles, ...reads] };
}

/** `cp a/b.txt .` writes `./b.txt`, not everything in the folder. */
function targetsOf(operands: Words): string[] {
  const target = operands.at(-1);
  if (target === undefined || !/(?:^|\/)\.{0,2}$/.test(target)) return target === undefined ? [] : [target];
  return operands.slice(0, -1).map((source) => `${target}/${baseName(source)}`);
}

/** `src/*` is everything in `src`: removing it is removing `src`. */
function withoutStar(path: string): string {
  return path.replace(/(^|\/)\*{1,2}$/, (_, slash: string) => (slash === '' ? '.' : '/'));
}

/** What `find … -delete` and `find … -exec rm` remove. Removing only what is empty loses nothing. */
function foundFiles(words: Words): CommandFiles {
  if (words.includes('-empty')) return {};
  const after = (...options: string[]) => words[words.findIndex((word) => options.includes(word)) + 1] ?? '';
  const tests = words.findIndex((word) => word.startsWith('-') || word === '!');
  const folders = tests > 0 ? words.slice(0, tests) : ['.'];
  const isNamed = words.includes('-name') || words.includes('-iname');
  const found = isNamed ? folders.map((folder) => `${folder}/${after('-name', '-iname')}`) : folders;
  const isRun = words.some((word) => word.startsWith('-exec'));
  const program = isRun ? after('-exec', '-execdir') : '';
  if (words.includes('-delete') || REMOVERS.has(program)) return { removed: found };
  return isRun && rewritesFiles(program, words) ? { changed: found } : {};
}

function outputFiles(words: Words): string[] {
  return words.filter((_, index) => /^-[a-zA-Z]*[oO]$|^--output$/.test(words[index - 1] ?? ''));
}

/** Without options and quoted texts. What git is given are names of branches, not what it does. */
function textOf([program = '', ...rest]: Words): string {
  const name = baseName(program);
  const operands = name === 'git' ? [] : rest.filter((word) => !word.startsWith('-') && !/\s/.test(word));
  return [name, ...operands].join(' ').toLowerCase();
}

/** What a database client runs, also within `docker compose exec db psql -c "…"`; elsewhere texts that begin like SQL. */
function statementsOf({ words, input }: ShellCommand): string[] {
  const [program = ''] = words;
  const client = words.findIndex((word) => DATABASE_CLIENTS.has(baseName(word)));
  if (client === -1 && (READERS.has(program) || TEXT_PROGRAMS.has(program))) return [];
  return [...words.slice(client + 1).filter((word) => /\s/.test(word)), ...input]
    .filter((text) => client !== -1 || SQL_START.test(text))
    .map((text) =>
      text
        .replace(/(?<!\S)--\s.*|\/\*[^*]*\*\/|'[^']*'/g, ' ')
        .replace(/\s+/g, ' ')
        .toLowerCase(),
    );
}

const SQL_START = /^\s*(?:alter|create|delete from|drop|insert into|truncate|update)\s/i;
