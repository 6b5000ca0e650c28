import { failure, type Result, success } from '../../../../kernel/result.js';
import { readFlags } from '../read-flags.js';
import { parsePatterns } from '../regex/parse-patterns.js';
import type { Pattern } from '../regex/pattern.js';
import { wholeNumber } from '../whole-number.js';
import { GREP_FLAGS } from './grep-flags.js';

/** What a grep command asks for, checked. */
export interface GrepOptions {
  readonly pattern: Pattern;
  readonly operands: readonly string[];
  readonly recursive: boolean;
  readonly selection: LineSelection;
  readonly report: 'lines' | 'count' | 'files-with' | 'files-without';
  readonly lineNumbers: boolean;
  /** Undefined: only where there may be more than one file. */
  readonly fileNames: boolean | undefined;
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly excludeFolders: readonly string[];
}

/** Which lines of a file are wanted; the part of a command that an engine has to know. */
export interface LineSelection {
  readonly invert: boolean;
  readonly wholeWords: boolean;
  readonly wholeLines: boolean;
  readonly onlyMatching: boolean;
  readonly most: number;
  readonly before: number;
  readonly after: number;
}

const MOST_CONTEXT = 50;
const MOST_LINES = 1_000_000;

export function readGrepOptions(given: readonly string[]): Result<GrepOptions, string> {
  const read = readFlags('grep', GREP_FLAGS, given);
  if (!read.ok) return read;
  const { flags } = read.value;
  const has = (name: string) => flags.some((flag) => flag.name === name);
  const values = (name: string) => flags.filter((flag) => flag.name === name).map(({ value }) => value);
  const number = (name: string, most: number) => {
    const text = values(name).at(-1);
    return text === undefined ? success(undefined) : wholeNumber(`grep: --${name}`, text, most);
  };

  const [before, after, context, maxCount] = [
    number('before', MOST_CONTEXT),
    number('after', MOST_CONTEXT),
    number('context', MOST_CONTEXT),
    number('max-count', MOST_LINES),
  ];
  for (const checked of [before, after, context, maxCount]) if (!checked.ok) return checked;
  const numberOf = (checked: Result<number | undefined, string>) => (checked.ok ? checked.value : undefined);

  const operands = [...read.value.operands];
  const texts = has('regexp') ? values('regexp') : operands.splice(0, 1);
  if (texts.length === 0) return failure('grep needs a pattern.');
  const recursive = has('recursive');
  if (operands.length === 0 && !recursive) return failure('grep needs a file, or -r to search the whole project.');
  const pattern = parsePatterns(texts, { syntax: syntaxOf(flags), ignoreCase: has('ignore-case') });
  if (!pattern.ok) return failure(`grep: ${pattern.error}`);

  const report = has('without-match')
    ? 'files-without'
    : has('with-matches')
      ? 'files-with'
      : has('count')
        ? 'count'
        : 'lines';
  // Context belongs to whole lines.
  const showsContext = report === 'lines' && !has('only-matching');
  const most = numberOf(maxCount) ?? MOST_LINES;
  return success({
    pattern: pattern.value,
    operands: operands.length === 0 ? ['.'] : operands,
    recursive,
    selection: {
      invert: has('invert'),
      wholeWords: has('word') && !has('line'),
      wholeLines: has('line'),
      onlyMatching: report === 'lines' && has('only-matching'),
      most: report.startsWith('files') ? Math.min(1, most) : most,
      before: showsContext ? (numberOf(before) ?? numberOf(context) ?? 0) : 0,
      after: showsContext ? (numberOf(after) ?? numberOf(context) ?? 0) : 0,
    },
    report,
    lineNumbers: has('line-number'),
    fileNames: has('no-filename') ? false : has('with-filename') ? true : undefined,
    include: values('include'),
    exclude: values('exclude'),
    excludeFolders: values('exclude-dir'),
  });
}

/** The last one that was given counts. */
function syntaxOf(flags: readonly { readonly name: string }[]): 'basic' | 'extended' | 'fixed' {
  const last = flags.findLast(({ name }) => name === 'extended' || name === 'fixed' || name === 'basic')?.name;
  return last === 'extended' || last === 'fixed' ? last : 'basic';
}
