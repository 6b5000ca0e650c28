import { isAbsolute, resolve } from 'node:path';
import { findProgram, has, programName, type Words } from '../../commands/programs.js';
import { readSteps, type Step } from '../../commands/steps.js';
import { innerCommands, takesTextOnly } from './matches-command.js';

export type CommandEffects = ReturnType<typeof readCommand>;

/** Reads what a command line does, as far as guidance needs to know. Paths are absolute. */
export function readCommand(line: string, cwd: string) {
  const effects = {
    /** Files that it writes, moves or removes. */
    changedFiles: [] as string[],
    /** Those of them that are gone afterwards, with everything below them. */
    removedFiles: [] as string[],
    /** Files that it runs or passes to a program that does more than read. */
    inputFiles: [] as string[],
    /** Every command, also those that only read. */
    commands: [] as Words[],
    /** Possible commands among the arguments of these. */
    inner: [] as Words[],
    /** Lower case, of commands that do more than read: a keyword such as `deploy` is found in `npm run deploy-web`. */
    text: '',
    /** The statements for a database, in lower case and without comments and quoted values. */
    statements: [] as string[],
    isReadOnly: true,
  };
  for (const step of readSteps(line, cwd)) {
    const { changed = [], removed = [], input = [], isReading = false } = findFiles(step);
    const absolute = (file: string) => (isAbsolute(file) ? file : resolve(step.folder, file));
    effects.changedFiles.push(...[...step.writes, ...changed, ...removed].map(absolute));
    effects.removedFiles.push(...removed.map(absolute));
    effects.inputFiles.push(...input.map(absolute));
    effects.commands.push(step.words);
    effects.inner.push(...innerCommands(step.words));
    effects.statements.push(...findStatements(step));
    if (!isReading) effects.text += `${toText(step.words)} \n`;
    effects.isReadOnly &&= isReading && effects.changedFiles.length === 0;
  }
  return effects;
}

interface CommandFiles {
  readonly changed?: Words;
  readonly removed?: Words;
  readonly input?: Words;
  readonly isReading?: boolean;
}

function findFiles({ words, reads }: Step): CommandFiles {
  const [first = '', ...rest] = words;
  const name = programName(first);
  const options = rest.filter((word) => word.startsWith('-') && word !== '-');
  const operands = rest.filter((word) => !options.includes(word));
  if (name === '') return { isReading: true };
  const gitCommand = name === 'git' ? operands.findIndex((word) => has(CHANGING_GIT, word)) : -1;
  if (gitCommand === 0 || gitCommand === 1) {
    const paths = operands.slice(gitCommand + 1);
    return operands[gitCommand] === 'rm' ? { removed: paths.map(withoutStar) } : { changed: paths };
  }
  if (rewrites(name, options)) return { changed: operands };
  if (isReading(name, rest)) return { isReading: true };
  if (name === 'find') return foundFiles(rest);
  const { changes } = findProgram(name);
  if (changes === 'all') return { changed: operands };
  if (changes === 'removed') return { removed: operands.map(withoutStar) };
  if (changes === 'last') return { changed: findTargets(operands) };
  if (changes === 'moved') {
    return { removed: operands.slice(0, -1).map(withoutStar), changed: findTargets(operands) };
  }
  if (changes === 'output') {
    return { changed: rest.filter((_, index) => /^-[a-zA-Z]*[oO]$|^--output$/.test(rest[index - 1] ?? '')) };
  }
  const valueFiles = options.flatMap((word) => /=(.+)$/.exec(word)?.[1] ?? []);
  return { input: [...(first.includes('/') ? [first] : []), ...operands, ...valueFiles, ...reads] };
}

const CHANGING_GIT = 'mv rm checkout restore apply am';
const REWRITING_OPTION = / --(?:in-place|inplace|write|fix|overwrite)(?:=| |$)/;

function rewrites(program: string, options: Words): boolean {
  return (findProgram(program).rewrites ?? REWRITING_OPTION).test(` ${options.join(' ')}`);
}

function isReading(name: string, words: Words): boolean {
  // `find … -delete` and `find … -exec rm` change what they find.
  if (name === 'find') return !words.some((word) => word === '-delete' || word.startsWith('-exec'));
  const { reads, wraps } = findProgram(name);
  if (reads === true || wraps === true) return true;
  const [one = '', two = ''] = words.filter((word) => !word.startsWith('-'));
  // The first word may be the value of an option before it: `git -C dir log`. `gh pr view` has two subcommands.
  const mayBeSecond = name === 'gh' || words[0]?.startsWith('-');
  return has(reads, one) || has(reads, `${one}/${two}`) || (mayBeSecond === true && has(reads, two));
}

/** `cp a/b.txt .` writes `./b.txt`, not everything in the folder. */
function findTargets(operands: Words): string[] {
  const target = operands.at(-1) ?? '';
  if (!/(?:^|\/)\.{0,2}$/.test(target)) return [target];
  return operands.slice(0, -1).map((source) => `${target}/${source.slice(source.lastIndexOf('/') + 1)}`);
}

/** `src/*` is everything in `src`: removing it is removing `src`. */
function withoutStar(path: string): string {
  return path.replace(/(^|\/)\*{1,2}$/, (_, slash: string) => (slash === '' ? '.' : '/'));
}

/** Finds the files that `find … -delete` and `find … -exec rm` remove. Removing only what is empty loses nothing. */
function foundFiles(words: Words): CommandFiles {
  if (words.includes('-empty')) return {};
  const after = (...options: string[]) => words[words.findIndex((word) => options.includes(word)) + 1] ?? '';
  const tests = words.findIndex((word) => word.startsWith('-') || word === '!');
  const folders = tests > 0 ? words.slice(0, tests) : ['.'];
  const isNamed = words.includes('-name') || words.includes('-iname');
  const found = isNamed ? folders.map((folder) => `${folder}/${after('-name', '-iname')}`) : folders;
  const isRun = words.some((word) => word.startsWith('-exec'));
  const program = isRun ? after('-exec', '-execdir') : '';
  if (words.includes('-delete') || findProgram(program).changes === 'removed') return { removed: found };
  return isRun && rewrites(program, words) ? { changed: found } : {};
}

/** Without options and quoted texts. What git is given are names of branches, not what it does. */
function toText([program = '', ...rest]: Words): string {
  const name = programName(program);
  const operands = rest.filter((word) => name !== 'git' && !/^-|\s/.test(word));
  return [name, ...operands].join(' ').toLowerCase();
}

/** Finds the statements of a database client, also within `docker compose exec db psql -c "…"`; elsewhere texts that begin like SQL. */
function findStatements({ words, input }: Step): string[] {
  const [program = ''] = words;
  const client = words.findIndex((word) => findProgram(word).isDatabaseClient);
  if (client === -1 && takesTextOnly(program)) return [];
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
