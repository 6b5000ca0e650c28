import { failure, type Result, success } from '../../../../kernel/result.js';
import { tooManyPatterns } from '../name-pattern.js';
import { wholeNumber } from '../whole-number.js';
import { type Expression, type FindRequest, testsIn } from './expression.js';
import { readTest } from './read-test.js';

const MOST_OPERANDS = 20;
const MOST_WORDS = 200;
const DEEPEST = 100;
const ANY_DEPTH = 1000;

/** Reads `find [path…] [expression]`. Only tests that look are known: nothing that runs, writes, deletes or follows. */
export function readFindRequest(given: readonly string[]): Result<FindRequest, string> {
  if (given.length > MOST_WORDS) return failure(`find takes at most ${MOST_WORDS} arguments.`);
  const begin = given.findIndex((word) => word.startsWith('-') || word === '(' || word === ')' || word === '!');
  const operands = begin === -1 ? given : given.slice(0, begin);
  if (operands.length > MOST_OPERANDS) return failure(`find takes at most ${MOST_OPERANDS} paths at a time.`);
  const reader: Reader = {
    words: begin === -1 ? [] : given.slice(begin),
    position: 0,
    minDepth: 0,
    maxDepth: ANY_DEPTH,
  };
  const expression: Result<Expression, string> =
    reader.words.length === 0 ? success({ kind: 'always' }) : readChoice(reader, 0);
  if (!expression.ok) return failure(`find: ${expression.error}`);
  if (reader.position < reader.words.length) return failure('find: there is a ) without its (.');
  const patterns = testsIn(expression.value).flatMap((test) => ('pattern' in test ? [test.pattern.text] : []));
  const tooMany = tooManyPatterns(patterns);
  if (tooMany !== undefined) return failure(`find: ${tooMany}`);
  const prints = testsIn(expression.value).filter(({ kind }) => kind === 'print').length;
  if (prints > 1) return failure('find: -print may stand once.');
  return success({
    operands: operands.length === 0 ? ['.'] : operands,
    expression: expression.value,
    hasPrint: prints === 1,
    minDepth: reader.minDepth,
    maxDepth: reader.maxDepth,
  });
}

interface Reader {
  readonly words: readonly string[];
  position: number;
  minDepth: number;
  maxDepth: number;
}

function readChoice(reader: Reader, depth: number): Result<Expression, string> {
  if (depth > DEEPEST) return failure('the expression is nested too deeply.');
  let left = readSequence(reader, depth);
  while (left.ok && ['-o', '-or'].includes(reader.words[reader.position] ?? '')) {
    reader.position++;
    const right = readSequence(reader, depth);
    if (!right.ok) return right;
    left = success({ kind: 'or', left: left.value, right: right.value });
  }
  return left;
}

function readSequence(reader: Reader, depth: number): Result<Expression, string> {
  let left = readOne(reader, depth);
  while (left.ok) {
    const next = reader.words[reader.position];
    if (next === undefined || next === ')' || next === '-o' || next === '-or') break;
    if (next === '-a' || next === '-and') reader.position++;
    const right = readOne(reader, depth);
    if (!right.ok) return right;
    left = success({ kind: 'and', left: left.value, right: right.value });
  }
  return left;
}

function readOne(reader: Reader, depth: number): Result<Expression, string> {
  const word = reader.words[reader.position++];
  if (depth > DEEPEST) return failure('the expression is nested too deeply.');
  switch (word) {
    case undefined:
      return failure('the expression ends where a test should stand.');
    case '!':
    case '-not': {
      const of = readOne(reader, depth + 1);
      return of.ok ? success({ kind: 'not', of: of.value }) : of;
    }
    case '(': {
      const inner = readChoice(reader, depth + 1);
      if (!inner.ok) return inner;
      return reader.words[reader.position++] === ')' ? inner : failure('there is a ( without its ).');
    }
    case '-maxdepth':
    case '-mindepth': {
      const number = wholeNumber(word, reader.words[reader.position++] ?? '', ANY_DEPTH);
      if (!number.ok) return number;
      reader[word === '-maxdepth' ? 'maxDepth' : 'minDepth'] = number.value;
      return success({ kind: 'always' });
    }
    default: {
      const test = readTest(word, reader.words[reader.position]);
      if (!test.ok) return test;
      if (test.value.takesValue) reader.position++;
      return success(test.value.test);
    }
  }
}
