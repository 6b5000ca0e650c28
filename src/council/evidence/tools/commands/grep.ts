import { posix } from 'node:path';
import { failure, type Result, success } from '../../../../kernel/result.js';
import { compileGlob } from '../../../../project/glob/compile-glob.js';
import { compilePattern } from '../../search/compile-pattern.js';
import { DEFAULT_MAX_RESULTS, type Search, searchProject } from '../../search/search-project.js';
import { type Command, type GivenFlags, readFlags, readNumber, tooManyPatterns } from './read-flags.js';

const SYNTAX = {
  instead: 'search_code, whose patterns are RE2 too',
  flags: {
    pattern: '-e --regexp N',
    extended: '-E --extended-regexp',
    fixed: '-F --fixed-strings',
    ignoreCase: '-i --ignore-case',
    word: '-w --word-regexp',
    line: '-x --line-regexp',
    files: '-l --files-with-matches',
    count: '-c --count',
    maxCount: '-m --max-count N',
    after: '-A --after-context N',
    before: '-B --before-context N',
    context: '-C --context N',
    include: '--include N',
    exclude: '--exclude N',
    excludeFolder: '--exclude-dir N',
    // What these ask for is always so: folders are searched, every match has its path and line, binary files are left out.
    recursive: '-r --recursive',
    lineNumber: '-n --line-number',
    withFilename: '-H --with-filename',
    noFilename: '-h --no-filename',
    noMessages: '-s --no-messages',
    skipBinary: '-I',
  },
} as const;

type Values = GivenFlags<keyof typeof SYNTAX.flags>['values'];

const MAX_PATHS = 100;
const MAX_CONTEXT = 50;
const MAX_COUNT = 1_000_000;

export const grep: Command = async (args, context) => {
  const read = readFlags(SYNTAX, args);
  if (!read.ok) return read;
  const { values } = read.value;
  const operands = [...read.value.operands];
  const patterns = values.pattern ?? operands.splice(0, 1);
  if (patterns.length === 0) return failure('a pattern is missing.');
  if (operands.length > MAX_PATHS) return failure(`at most ${MAX_PATHS} paths are searched at a time.`);
  const pattern = joinPatterns(patterns, values);
  if (!pattern.ok) return pattern;
  const compiled = await compilePattern(pattern.value, values.ignoreCase !== undefined);
  if (!compiled.ok) return compiled;
  const [numbers, accepts] = [readNumbers(values), readFilter(values)];
  if (!numbers.ok) return numbers;
  if (!accepts.ok) return accepts;
  const search: Search = {
    pattern: compiled.value,
    written: patterns.join('|'),
    paths: operands.length === 0 ? [''] : operands,
    accepts: accepts.value,
    report: values.files !== undefined ? 'files' : values.count !== undefined ? 'counts' : 'lines',
    ...numbers.value,
    maxResults: DEFAULT_MAX_RESULTS,
  };
  return searchProject(search, context);
};

/** One RE2 pattern for everything that the flags say about matching. */
function joinPatterns(patterns: readonly string[], { fixed, extended, word, line }: Values): Result<string, string> {
  // In grep's basic syntax this means "or", in RE2 the character; guessing wrong would look like "no match".
  if (fixed === undefined && extended === undefined && patterns.some((pattern) => pattern.includes('\\|')))
    return failure('patterns are RE2, where "or" is "a|b"; write that, or give -E to search for the character "|".');
  const texts = fixed === undefined ? patterns : patterns.map((text) => text.replace(/[\\^$.|?*+()[\]{}]/g, '\\$&'));
  const any = texts.length === 1 ? (texts[0] ?? '') : texts.map((text) => `(?:${text})`).join('|');
  if (line !== undefined) return success(`^(?:${any})$`);
  return success(word === undefined ? any : `\\b(?:${any})\\b`);
}

function readNumbers(values: Values): Result<Pick<Search, 'before' | 'after' | 'maxPerFile'>, string> {
  const last = (name: 'before' | 'after' | 'context' | 'maxCount', max: number, fallback: number) => {
    const text = values[name]?.at(-1);
    return text === undefined ? fallback : readNumber(text, name === 'maxCount' ? 1 : 0, max);
  };
  const around = last('context', MAX_CONTEXT, 0);
  const before = last('before', MAX_CONTEXT, around ?? 0);
  const after = last('after', MAX_CONTEXT, around ?? 0);
  const maxPerFile = last('maxCount', MAX_COUNT, MAX_COUNT);
  if (around === undefined || before === undefined || after === undefined)
    return failure(`-A, -B and -C take a whole number up to ${MAX_CONTEXT}.`);
  if (maxPerFile === undefined) return failure(`-m takes a whole number from 1 to ${MAX_COUNT}.`);
  return success({ before, after, maxPerFile });
}

function readFilter({ include = [], exclude = [], excludeFolder = [] }: Values): Result<Search['accepts'], string> {
  const tooMany = tooManyPatterns([...include, ...exclude, ...excludeFolder]);
  if (tooMany !== undefined) return failure(tooMany);
  const compiled = [include, exclude, excludeFolder].map((globs) => globs.map((glob) => compileGlob(glob)));
  for (const glob of compiled.flat()) if (!glob.ok) return failure(`${glob.error}.`);
  const [included, excluded, folders] = compiled.map(
    (globs) => (name: string) => globs.some((glob) => glob.ok && glob.value.matches(name)),
  );
  return success((path, folder) => {
    const name = posix.basename(path);
    if ((include.length > 0 && !included?.(name)) || excluded?.(name)) return false;
    const between = folder === '' ? path : path.slice(folder.length + 1);
    return !between
      .split('/')
      .slice(0, -1)
      .some((one) => folders?.(one));
  });
}
