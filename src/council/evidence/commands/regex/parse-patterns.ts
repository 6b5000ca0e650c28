import { failure, type Result, success } from '../../../../kernel/result.js';
import { EMPTY, literal, type Pattern, patternSize } from './pattern.js';
import { type Token, tokenise } from './tokenise.js';

export interface PatternOptions {
  readonly syntax: 'basic' | 'extended' | 'fixed';
  readonly ignoreCase: boolean;
}

const LONGEST_PATTERN = 1000;
const LARGEST_PATTERN = 2000;
const DEEPEST_GROUP = 50;

/** Reads the patterns of a grep command: a line matches when one of them does, and each line of one is a pattern. */
export function parsePatterns(texts: readonly string[], options: PatternOptions): Result<Pattern, string> {
  const choices: Pattern[] = [];
  for (const text of texts.flatMap((given) => given.split('\n'))) {
    if (text.length > LONGEST_PATTERN) return failure(`the pattern is longer than ${LONGEST_PATTERN} characters.`);
    if (text.includes('\0')) return failure('the pattern holds a NUL character.');
    const read = readOne(text, options);
    if (!read.ok) return read;
    choices.push(read.value);
  }
  const pattern = oneOf(choices);
  if (patternSize(pattern) > LARGEST_PATTERN) {
    return failure('the pattern is too large once its repetitions are written out; use a simpler one.');
  }
  return success(pattern);
}

function readOne(text: string, { syntax, ignoreCase }: PatternOptions): Result<Pattern, string> {
  if (syntax === 'fixed') {
    return success({ kind: 'sequence', parts: Array.from(text, (character) => literal(character, ignoreCase)) });
  }
  const tokens = tokenise(text, syntax, ignoreCase);
  return tokens.ok ? arrange(tokens.value) : tokens;
}

interface OpenGroup {
  readonly options: Pattern[];
  parts: Pattern[];
}

/** Tokens in a row become a tree; a stack holds the groups that are open. */
function arrange(tokens: readonly Token[]): Result<Pattern, string> {
  const stack: OpenGroup[] = [{ options: [], parts: [] }];
  for (const token of tokens) {
    const group = stack.at(-1);
    if (group === undefined) break;
    switch (token.kind) {
      case 'open':
        if (stack.length > DEEPEST_GROUP) return failure('the pattern nests its groups too deeply.');
        stack.push({ options: [], parts: [] });
        break;
      case 'close': {
        const outer = stack.at(-2);
        if (outer === undefined) return failure('the pattern has a closing parenthesis too many.');
        stack.pop();
        outer.parts.push(finish(group));
        break;
      }
      case 'or':
        group.options.push(inSequence(group.parts));
        group.parts = [];
        break;
      case 'repeat': {
        const of = group.parts.pop();
        if (of === undefined || isEdge(of)) return failure('the pattern has a repetition with nothing to repeat.');
        group.parts.push({ kind: 'repeat', of, least: token.least, most: token.most });
        break;
      }
      case 'one':
        group.parts.push(token.pattern);
        break;
    }
  }
  const [whole] = stack;
  if (whole === undefined || stack.length > 1) return failure('the pattern has an opening parenthesis too many.');
  return success(finish(whole));
}

function finish({ options, parts }: OpenGroup): Pattern {
  return oneOf([...options, inSequence(parts)]);
}

function oneOf(options: readonly Pattern[]): Pattern {
  return options.length > 1 ? { kind: 'choice', options } : (options[0] ?? EMPTY);
}

function inSequence(parts: readonly Pattern[]): Pattern {
  return parts.length === 1 ? (parts[0] ?? EMPTY) : { kind: 'sequence', parts };
}

/** What matches between characters cannot be repeated; engines differ in what they make of it. */
function isEdge({ kind }: Pattern): boolean {
  return kind === 'line-start' || kind === 'line-end' || kind === 'word-edge' || kind === 'no-word-edge';
}
