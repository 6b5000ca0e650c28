import { posix } from 'node:path';
import { failure, type Result, success } from '../../../../kernel/result.js';
import { compileSegment } from '../../../../project/glob/compile-segment.js';
import type { Entry } from '../../../../project/list-checked-folder.js';
import { printablePath } from '../../../../project/read-path.js';
import { listEntries } from '../list-files.js';
import { type Command, readNumber, tooManyPatterns } from './read-flags.js';

const MAX_PATHS = 20;
const MAX_DEPTH = 1000;
/** A pattern takes longer the longer a path is. */
const MAX_PATH_LENGTH = 1_000;

/** Only tests on names and kinds are known: nothing that runs, writes, deletes or follows links. */
export const find: Command = async (args, context) => {
  const begin = args.findIndex((word) => word.startsWith('-') || ['(', ')', '!'].includes(word));
  const folders = begin === -1 ? args : args.slice(0, begin);
  if (folders.length > MAX_PATHS) return failure(`at most ${MAX_PATHS} paths are searched at a time.`);
  const expression = readExpression(begin === -1 ? [] : args.slice(begin));
  if (!expression.ok) return expression;
  const { passes, minDepth, maxDepth } = expression.value;
  if (maxDepth === 0) return success('Nothing below the given paths is listed with -maxdepth 0.');
  const search = {
    folders: folders.length === 0 ? [''] : folders,
    maxDepth,
    accepts: (entry: Entry, relative: string) =>
      entry.path.length <= MAX_PATH_LENGTH && relative.split('/').length >= minDepth && passes(entry),
    ifNone: 'Nothing matches (ignored files are left out).',
  };
  return listEntries(search, context);
};

type Test = (entry: Entry) => boolean;

interface Reader {
  readonly words: readonly string[];
  position: number;
  readonly patterns: string[];
  minDepth: number;
  maxDepth: number;
}

function readExpression(
  given: readonly string[],
): Result<{ readonly passes: Test } & Pick<Reader, 'minDepth' | 'maxDepth'>, string> {
  // Printing is what happens anyway.
  const words = given.at(-1) === '-print' ? given.slice(0, -1) : given;
  const reader: Reader = { words, position: 0, patterns: [], minDepth: 0, maxDepth: MAX_DEPTH };
  const passes: Result<Test, string> = words.length === 0 ? success(() => true) : readChoice(reader);
  if (!passes.ok) return passes;
  if (reader.position < words.length) return failure('there is a ")" without its "(".');
  const tooMany = tooManyPatterns(reader.patterns);
  if (tooMany !== undefined) return failure(tooMany);
  return success({ passes: passes.value, minDepth: reader.minDepth, maxDepth: reader.maxDepth });
}

function readChoice(reader: Reader): Result<Test, string> {
  const choices: Test[] = [];
  do {
    const all = readSequence(reader);
    if (!all.ok) return all;
    choices.push(all.value);
  } while (takeWord(reader, '-o', '-or'));
  return success((entry) => choices.some((passes) => passes(entry)));
}

function readSequence(reader: Reader): Result<Test, string> {
  const tests: Test[] = [];
  do {
    const test = readOne(reader);
    if (!test.ok) return test;
    tests.push(test.value);
    takeWord(reader, '-a', '-and');
  } while (![undefined, ')', '-o', '-or'].includes(reader.words[reader.position]));
  return success((entry) => tests.every((passes) => passes(entry)));
}

function takeWord(reader: Reader, ...words: readonly string[]): boolean {
  if (!words.includes(reader.words[reader.position] ?? '')) return false;
  reader.position++;
  return true;
}

function readOne(reader: Reader): Result<Test, string> {
  if (takeWord(reader, '!', '-not')) {
    const negated = readOne(reader);
    return negated.ok ? success((entry) => !negated.value(entry)) : negated;
  }
  if (takeWord(reader, '(')) {
    const inner = readChoice(reader);
    if (!inner.ok || takeWord(reader, ')')) return inner;
    return failure('there is a "(" without its ")".');
  }
  const word = reader.words[reader.position++];
  if (word === undefined) return failure('the expression ends where a test should be.');
  if (!TESTS.has(word)) return failure(unsupported(word));
  const value = reader.words[reader.position++];
  return value === undefined ? failure(`${word} needs a value.`) : readTest(word, value, reader);
}

const TESTS: ReadonlySet<string> = new Set(['-name', '-iname', '-path', '-ipath', '-type', '-maxdepth', '-mindepth']);

function unsupported(word: string): string {
  const known = [...TESTS, '-not', '-o', '( )'].join(', ');
  return `${printablePath(word.slice(0, 40))} is not supported; it takes ${known}. For more, use list_files or search_code.`;
}

function readTest(word: string, value: string, reader: Reader): Result<Test, string> {
  switch (word) {
    case '-maxdepth':
    case '-mindepth': {
      const depth = readNumber(value, 0, MAX_DEPTH);
      if (depth === undefined) return failure(`${word} takes a whole number up to ${MAX_DEPTH}.`);
      reader[word === '-maxdepth' ? 'maxDepth' : 'minDepth'] = depth;
      return success(() => true);
    }
    case '-type': {
      if (!/^[fdl](?:,[fdl])*$/.test(value)) return failure('-type takes f (file), d (folder) or l (link).');
      return success(({ kind }) => value.includes(KIND_LETTERS[kind]));
    }
    default: {
      reader.patterns.push(value);
      return readPattern(value, { isName: word.endsWith('name'), ignoreCase: word.startsWith('-i') });
    }
  }
}

const KIND_LETTERS = { file: 'f', folder: 'd', link: 'l', other: '?' } as const;

/** The pattern has to match a whole name or path; in a path `*` crosses slashes. */
function readPattern(
  pattern: string,
  { isName, ignoreCase }: { readonly isName: boolean; readonly ignoreCase: boolean },
): Result<Test, string> {
  const fold = (text: string) => (ignoreCase ? text.toLowerCase() : text);
  const matcher = compileSegment(fold(pattern));
  if (!matcher.ok) return failure(`${matcher.error}.`);
  const matches = (text: string) => matcher.value(fold(text));
  return success(({ path }) => (isName ? matches(posix.basename(path)) : matches(path) || matches(`./${path}`)));
}
