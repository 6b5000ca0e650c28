import { nearestName } from '../../../../kernel/nearest-name.js';
import { failure, type Result, success } from '../../../../kernel/result.js';
import { readNamePattern } from '../name-pattern.js';
import { type Comparison, FILE_TYPES, type FileType, SIZE_UNITS, type SizeUnit, type Test } from './expression.js';

/** Without a value. */
const PLAIN: ReadonlyMap<string, Test> = new Map([
  ['-true', { kind: 'always' }],
  ['-false', { kind: 'never' }],
  ['-print', { kind: 'print' }],
  ['-empty', { kind: 'empty-file' }],
]);

type ReadValue = (value: string) => Result<Test, string>;

const WITH_VALUE: ReadonlyMap<string, ReadValue> = new Map<string, ReadValue>([
  ['-name', (value) => readPattern('name', value, false)],
  ['-iname', (value) => readPattern('name', value, true)],
  ['-path', (value) => readPattern('path', value, false)],
  ['-wholename', (value) => readPattern('path', value, false)],
  ['-ipath', (value) => readPattern('path', value, true)],
  ['-type', readType],
  ['-size', readSize],
  ['-mtime', (value) => readAge(value, 'days')],
  ['-mmin', (value) => readAge(value, 'minutes')],
  ['-newer', (value) => success({ kind: 'newer', than: value })],
]);

const OTHER_WORDS = ['-maxdepth', '-mindepth', '-not', '-a', '-o'];

export function readTest(
  word: string,
  value: string | undefined,
): Result<{ readonly test: Test; readonly takesValue: boolean }, string> {
  const plain = PLAIN.get(word);
  if (plain !== undefined) return success({ test: plain, takesValue: false });
  const read = WITH_VALUE.get(word);
  if (read === undefined) return failure(unknown(word));
  if (value === undefined) return failure(`${word} needs a value.`);
  const test = read(value);
  return test.ok ? success({ test: test.value, takesValue: true }) : failure(`${word}: ${test.error}`);
}

function unknown(word: string): string {
  const known = [...PLAIN.keys(), ...WITH_VALUE.keys(), ...OTHER_WORDS];
  const near = nearestName(word, known);
  const shown = word.length > 40 ? `${word.slice(0, 40)}…` : word;
  return `"${shown}" is not allowed${near === undefined ? '' : `; did you mean ${near}?`} It takes ${known.join(', ')}, ! and ( ).`;
}

function readPattern(kind: 'name' | 'path', value: string, ignoreCase: boolean): Result<Test, string> {
  const pattern = readNamePattern(value, ignoreCase);
  return pattern.ok ? success({ kind, pattern: pattern.value }) : pattern;
}

function readType(value: string): Result<Test, string> {
  const types = value.split(',');
  const isType = (type: string): type is FileType => Object.hasOwn(FILE_TYPES, type);
  return types.every(isType) && new Set(types).size === types.length
    ? success({ kind: 'type', types })
    : failure('the types are f (file), d (folder) and l (link).');
}

function readSize(value: string): Result<Test, string> {
  const [, sign = '', digits, unit = 'b'] = /^([-+]?)(\d{1,15})([cwbkMG]?)$/.exec(value) ?? [];
  if (digits === undefined) return failure('a size is a whole number with c, k, M or G behind it, such as +10k.');
  return success({ kind: 'size', compare: comparison(sign), count: Number(digits), unit: sizeUnit(unit) });
}

function sizeUnit(unit: string): SizeUnit {
  return Object.hasOwn(SIZE_UNITS, unit) ? (unit as SizeUnit) : 'b';
}

function readAge(value: string, unit: 'days' | 'minutes'): Result<Test, string> {
  const [, sign = '', digits] = /^([-+]?)(\d{1,7})$/.exec(value) ?? [];
  if (digits === undefined) return failure('an age is a whole number, such as -7.');
  return success({ kind: 'age', compare: comparison(sign), count: Number(digits), unit });
}

function comparison(sign: string): Comparison {
  return sign === '+' ? 'more' : sign === '-' ? 'less' : 'exactly';
}
