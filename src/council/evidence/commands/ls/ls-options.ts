import { failure, type Result, success } from '../../../../kernel/result.js';
import { type Flag, readFlags } from '../read-flags.js';

/** No `-L` and no `-H`: links are shown, never followed. */
const FLAGS: readonly Flag[] = [
  { name: 'all', short: 'a', long: 'all' },
  { name: 'all', short: 'A', long: 'almost-all' },
  { name: 'long', short: 'l' },
  { name: 'single', short: '1' },
  { name: 'human', short: 'h', long: 'human-readable' },
  { name: 'recursive', short: 'R', long: 'recursive' },
  { name: 'directory', short: 'd', long: 'directory' },
  { name: 'reverse', short: 'r', long: 'reverse' },
  { name: 'time', short: 't' },
  { name: 'size', short: 'S' },
  { name: 'slash', short: 'p' },
  { name: 'classify', short: 'F', long: 'classify' },
  { name: 'sort', long: 'sort', takesValue: true },
];

const MOST_OPERANDS = 50;

export interface LsOptions {
  readonly operands: readonly string[];
  /** `-a` too leaves out `.` and `..`: the folder above the project is nobody's business. */
  readonly all: boolean;
  readonly long: boolean;
  readonly human: boolean;
  readonly recursive: boolean;
  readonly directory: boolean;
  readonly reverse: boolean;
  readonly sort: 'name' | 'time' | 'size';
  readonly mark: 'nothing' | 'folders' | 'kinds';
}

export function readLsOptions(given: readonly string[]): Result<LsOptions, string> {
  const read = readFlags('ls', FLAGS, given);
  if (!read.ok) return read;
  const { flags, operands } = read.value;
  if (operands.length > MOST_OPERANDS) return failure(`ls takes at most ${MOST_OPERANDS} paths at a time.`);
  const has = (name: string) => flags.some((flag) => flag.name === name);
  const asked = flags.findLast(({ name }) => name === 'sort' || name === 'time' || name === 'size');
  const sort = asked?.name === 'sort' ? asked.value : (asked?.name ?? 'name');
  if (sort !== 'name' && sort !== 'time' && sort !== 'size') return failure('ls: --sort takes name, time or size.');
  return success({
    operands: operands.length === 0 ? ['.'] : operands,
    all: has('all'),
    long: has('long'),
    human: has('human'),
    recursive: has('recursive'),
    directory: has('directory'),
    reverse: has('reverse'),
    sort,
    mark: has('classify') ? 'kinds' : has('slash') ? 'folders' : 'nothing',
  });
}
