import { isAbsolute, resolve } from 'node:path';
import type { CommandForm } from './names-command.js';
import {
  CHANGERS,
  CHANGING_GIT,
  CHANGING_STATEMENT,
  COPIERS,
  changesInPlace,
  INTERPRETERS,
  READERS,
  READING_SUBCOMMANDS,
  REMOVERS,
  RUNNERS,
  TASK_RUNNERS,
  VALUE_OPTIONS,
} from './programs.js';
import { type SimpleCommand, simpleCommands, type Word } from './simple-commands.js';

/** What a command line does, as far as guidance needs to know. Paths are absolute. */
export interface CommandActs {
  /** Files that it writes, moves or removes. */
  readonly changed: readonly string[];
  /** Those of them that are gone afterwards, with all that lies below. */
  readonly removed: readonly string[];
  /** Files that it runs or hands to a program which does more than look. */
  readonly handed: readonly string[];
  /** What it does in words, one line per act: `git push --force origin main`. */
  readonly text: string;
  /** Every command in the project, also those that only look. */
  readonly commands: readonly CommandForm[];
}

/** `isInside` says whether a folder belongs to the project: acts elsewhere are somebody else's. */
export function readCommand(command: string, cwd: string, isInside: (path: string) => boolean): CommandActs {
  const changed: string[] = [];
  const removed: string[] = [];
  const handed: string[] = [];
  const texts: string[] = [];
  const commands: CommandForm[] = [];
  for (const simple of simpleCommands(command, cwd)) {
    const act = readSimple(simple);
    const folder = act.folder;
    const absolute = (file: string) => (isAbsolute(file) ? file : resolve(folder, file));
    changed.push(...[...simple.writes, ...act.changed, ...act.removed].map(absolute));
    removed.push(...act.removed.map(absolute));
    handed.push(...act.handed.map(absolute));
    if (!isInside(folder)) continue;
    texts.push(...act.texts);
    if (act.form !== undefined) commands.push(act.form);
  }
  return { changed, removed, handed, text: texts.map((text) => `${text.replace(/\s+/g, ' ')} \n`).join(''), commands };
}

interface SimpleAct {
  readonly changed: readonly string[];
  readonly removed: readonly string[];
  readonly handed: readonly string[];
  readonly texts: readonly string[];
  readonly folder: string;
  readonly form: CommandForm | undefined;
}

function readSimple({ words, folder, reads, input }: SimpleCommand): SimpleAct {
  const [first, ...rest] = words;
  if (first === undefined) return { changed: [], removed: [], handed: [], texts: [], folder, form: undefined };
  const program = first.text.slice(first.text.lastIndexOf('/') + 1);
  const { subcommand, operands, options, folder: where } = readArguments(program, rest, folder);
  const form = { program, operands, options };
  const nothing = { changed: [], removed: [], handed: [], texts: [], folder: where, form };
  if (program === 'git' && subcommand !== undefined && CHANGING_GIT.has(subcommand)) {
    const paths = operands.slice(1);
    const texts = [sentence(program, rest)];
    return subcommand === 'rm'
      ? { ...nothing, removed: paths.map(beforeStar), texts }
      : { ...nothing, changed: paths, texts };
  }
  if (changesInPlace(program, options)) return { ...nothing, changed: operands };
  if (isReader(program, subcommand, operands, rest)) return nothing;
  const texts = [sentence(program, rest), plainSentence(program, operands, options)];
  if (REMOVERS.has(program))
    return { ...nothing, removed: operands.map(beforeStar), texts: [...texts, ...deletion(program, options)] };
  const found = program === 'find' ? foundBy(rest) : undefined;
  if (found !== undefined) return { ...nothing, ...found, texts };
  if (CHANGERS.has(program)) return { ...nothing, changed: operands, texts };
  if (program === 'mv')
    return { ...nothing, removed: operands.slice(0, -1).map(beforeStar), changed: targets(operands), texts };
  if (COPIERS.has(program)) return { ...nothing, changed: targets(operands), texts };
  if (DOWNLOADERS.has(program)) return { ...nothing, changed: outputFiles(rest), texts };
  const handed = [...(first.text.includes('/') ? [first.text] : []), ...operands, ...optionFiles(rest), ...reads];
  const done = [
    ...texts,
    ...stems(program, operands),
    ...resources(program, operands),
    ...tasks(program, operands),
    ...interpreted(words, input),
  ];
  return { ...nothing, handed, texts: done };
}

/** `cp a/b.txt .` writes `./b.txt`, not all that lies in the folder. */
function targets(operands: readonly string[]): string[] {
  const target = operands.at(-1);
  if (target === undefined || !/(?:^|\/)\.{0,2}$/.test(target)) return target === undefined ? [] : [target];
  return operands.slice(0, -1).map((source) => `${target}/${source.slice(source.lastIndexOf('/') + 1)}`);
}

/** `src/*` is everything in `src`, which is `src` as far as what lies below it is concerned. */
function beforeStar(path: string): string {
  return path.replace(/(^|\/)\*{1,2}$/, (_, slash: string) => (slash === '' ? '.' : '/'));
}

const DOWNLOADERS = new Set(['curl', 'wget']);

function isReader(program: string, subcommand: string | undefined, operands: readonly string[], rest: readonly Word[]) {
  if (READERS.has(program)) {
    // `find … -delete` and `find … -exec rm` act on what they find.
    return program !== 'find' || !rest.some(({ text }) => text === '-delete' || text.startsWith('-exec'));
  }
  const reading = READING_SUBCOMMANDS[program];
  if (reading === undefined || subcommand === undefined) return false;
  if (program === 'kubectl' && subcommand === 'rollout') return /^(?:status|history)$/.test(operands[1] ?? '');
  return reading.has(subcommand) || (program === 'gh' && reading.has(operands[1] ?? ''));
}

/**
 * What `find … -delete` and `find … -exec rm` take away: what they are told to look for, below the folders they are
 * given. One that takes away only what is empty takes nothing that anybody would miss.
 */
function foundBy(words: readonly Word[]): Partial<SimpleAct> | undefined {
  const texts = words.map(({ text }) => text);
  if (texts.includes('-empty')) return undefined;
  const after = (...options: string[]) => texts[texts.findIndex((text) => options.includes(text)) + 1] ?? '';
  const tests = texts.findIndex((text) => text.startsWith('-') || text === '!');
  const folders = tests > 0 ? texts.slice(0, tests) : ['.'];
  const isNamed = texts.includes('-name') || texts.includes('-iname');
  const found = isNamed ? folders.map((folder) => `${folder}/${after('-name', '-iname')}`) : folders;
  const isRun = texts.some((text) => text.startsWith('-exec'));
  const program = isRun ? after('-exec', '-execdir') : '';
  if (texts.includes('-delete') || REMOVERS.has(program)) return { removed: found };
  return isRun && changesInPlace(program, texts) ? { changed: found } : undefined;
}

interface Arguments {
  readonly subcommand: string | undefined;
  readonly operands: readonly string[];
  readonly options: readonly string[];
  /** Where the program works, if an option says so. */
  readonly folder: string;
}

function readArguments(program: string, words: readonly Word[], folder: string): Arguments {
  const operands: string[] = [];
  const options: string[] = [];
  const valued = VALUE_OPTIONS[program];
  let where = folder;
  for (let place = 0; place < words.length; place++) {
    const text = words[place]?.text ?? '';
    if (!text.startsWith('-') || text === '-') operands.push(text);
    else if (operands.length === 0 && valued?.has(text) === true) {
      const value = words[++place]?.text ?? '';
      if (text === '-C' && value !== '') where = isAbsolute(value) ? value : resolve(where, value);
    } else options.push(text);
  }
  return { subcommand: operands[0], operands, options, folder: where };
}

/** Words with blanks in them were quoted: a message, a pattern, a text. They are no acts. */
function sentence(program: string, words: readonly Word[]): string {
  return [program, ...words.filter(({ text }) => !/\s/.test(text)).map(({ text }) => text)].join(' ');
}

/** The subcommand right behind its program, whatever options stand between: `git -C /x push` is a `git push`. */
function plainSentence(program: string, operands: readonly string[], options: readonly string[]): string {
  return [program, ...operands.filter((text) => !/\s/.test(text)), ...options].join(' ');
}

/** `rm -fr`, `rm -r -f` and `rm --recursive` are all known as `rm -rf` or `rm -r`. */
function deletion(program: string, options: readonly string[]): string[] {
  if (program !== 'rm') return [];
  const letters = options.filter((option) => /^-[a-zA-Z]+$/.test(option)).join('');
  if (!/r/i.test(letters) && !options.includes('--recursive')) return [];
  return letters.includes('f') || options.includes('--force') ? ['rm -rf', 'rm -r'] : ['rm -r'];
}

/** `node scripts/migrate.js` and `./scripts/migrate.sh` do what the file is named after. */
function stems(program: string, operands: readonly string[]): string[] {
  const run = RUNNERS.has(program) ? operands.filter((operand) => !/\s/.test(operand)) : [];
  return [program, ...run].map((file) => file.slice(file.lastIndexOf('/') + 1).replace(/\.\w+$/, ''));
}

/** `deploy` is what kubectl itself calls a deployment for short. */
function resources(program: string, operands: readonly string[]): string[] {
  return program === 'kubectl' && operands.some((operand) => /^deploy(?:ments?)?(?:\/|$)/.test(operand))
    ? ['deploy']
    : [];
}

/** A task's name in words: `deploy-web` is a deploy. */
function tasks(program: string, operands: readonly string[]): string[] {
  if (!TASK_RUNNERS.has(program)) return [];
  const name = operands[0] === 'run' || operands[0] === 'run-script' ? operands[1] : operands[0];
  return name === undefined ? [] : [`${program} ${name.replace(/[-_:.]/g, ' ')}`];
}

/** What a database client is told to do, also inside of `docker compose exec db psql -c "…"`. */
function interpreted(words: readonly Word[], input: readonly string[]): string[] {
  const place = words.findIndex(({ text }) => Object.hasOwn(INTERPRETERS, text));
  const option = place === -1 ? undefined : INTERPRETERS[words[place]?.text ?? ''];
  const isVersionControl = words[0]?.text === 'git' || words[0]?.text === 'gh';
  const told = words.filter(({ text }, index) => {
    if (isVersionControl || !/\s/.test(text)) return false;
    if (CHANGING_STATEMENT.test(text)) return true;
    return option !== undefined && index > place && option.test(words[index - 1]?.text ?? '');
  });
  return [...told.map(({ text }) => text), ...(option === undefined ? [] : input)];
}

/** Behind `-o` or `-O`. */
function outputFiles(words: readonly Word[]): string[] {
  return words
    .filter((_, place) => /^-[a-zA-Z]*[oO]$|^--output$/.test(words[place - 1]?.text ?? ''))
    .map(({ text }) => text);
}

/** `--file=path` names a file as well as `--file path` does. */
function optionFiles(words: readonly Word[]): string[] {
  return words.flatMap(({ text }) => /^--?[\w-]+=(.+)$/.exec(text)?.[1] ?? []);
}
