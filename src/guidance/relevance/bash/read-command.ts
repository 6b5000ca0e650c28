import { isAbsolute, resolve } from 'node:path';
import {
  CHANGERS,
  CHANGING_GIT,
  COPIERS,
  changesInPlace,
  READERS,
  READING_SUBCOMMANDS,
  SCRIPT_OPTIONS,
  VALUE_OPTIONS,
} from './programs.js';
import { type SimpleCommand, simpleCommands, type Word } from './simple-commands.js';

/** What a command line does, as far as guidance needs to know. Paths are absolute. */
export interface CommandActs {
  /** Files that it writes, moves or removes. */
  readonly changed: readonly string[];
  /** Files that it runs or hands to a program which does more than look. */
  readonly handed: readonly string[];
  /** What it does in words, one line per act: `git push --force origin main`. */
  readonly text: string;
}

/** `isInside` says whether a folder belongs to the project: acts elsewhere are somebody else's. */
export function readCommand(command: string, cwd: string, isInside: (path: string) => boolean): CommandActs {
  const changed: string[] = [];
  const handed: string[] = [];
  const texts: string[] = [];
  for (const simple of simpleCommands(command, cwd)) {
    const act = readSimple(simple);
    const folder = act.folder;
    const absolute = (file: string) => (isAbsolute(file) ? file : resolve(folder, file));
    changed.push(...[...simple.writes, ...act.changed].map(absolute));
    handed.push(...act.handed.map(absolute));
    if (isInside(folder)) texts.push(...act.texts);
  }
  return { changed, handed, text: texts.map((text) => `${text} \n`).join('') };
}

interface SimpleAct {
  readonly changed: readonly string[];
  readonly handed: readonly string[];
  readonly texts: readonly string[];
  readonly folder: string;
}

function readSimple({ words, folder }: SimpleCommand): SimpleAct {
  const [first, ...rest] = words;
  const nothing = { changed: [], handed: [], texts: [], folder };
  if (first === undefined) return nothing;
  const program = first.text.slice(first.text.lastIndexOf('/') + 1);
  const { subcommand, operands, options, folder: where } = readArguments(program, rest, folder);
  if (program === 'git' && subcommand !== undefined && CHANGING_GIT.has(subcommand)) {
    return { changed: operands.slice(1), handed: [], texts: [sentence(program, rest, options)], folder: where };
  }
  if (changesInPlace(program, options)) return { ...nothing, changed: operands, folder: where };
  if (isReader(program, subcommand, operands, rest)) return { ...nothing, folder: where };
  const texts = [sentence(program, rest, options), plainSentence(program, operands, options)];
  if (CHANGERS.has(program))
    return { changed: operands, handed: [], texts: [...texts, ...deletion(program, options)], folder: where };
  if (COPIERS.has(program)) return { changed: operands.slice(-1), handed: [], texts, folder: where };
  const scripts = scriptTexts(program, rest);
  const handed = [...(first.text.includes('/') ? [first.text] : []), ...operands, ...optionFiles(rest)];
  return { changed: [], handed, texts: [...texts, ...scripts], folder: where };
}

function isReader(program: string, subcommand: string | undefined, operands: readonly string[], rest: readonly Word[]) {
  if (READERS.has(program)) {
    // `find … -delete` and `find … -exec rm` act on what they find.
    return program !== 'find' || !rest.some(({ text }) => text === '-delete' || text.startsWith('-exec'));
  }
  const reading = READING_SUBCOMMANDS[program];
  if (reading === undefined || subcommand === undefined) return false;
  return reading.has(subcommand) || (program === 'gh' && reading.has(operands[1] ?? ''));
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
function sentence(program: string, words: readonly Word[], _options: readonly string[]): string {
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

function scriptTexts(program: string, words: readonly Word[]): string[] {
  const options = SCRIPT_OPTIONS[program];
  if (options === undefined) return [];
  return words
    .filter(({ text }, place) => /\s/.test(text) && (options.has('*') || options.has(words[place - 1]?.text ?? '')))
    .map(({ text }) => text);
}

/** `--file=path` names a file as well as `--file path` does. */
function optionFiles(words: readonly Word[]): string[] {
  return words.flatMap(({ text }) => /^--?[\w-]+=(.+)$/.exec(text)?.[1] ?? []);
}
