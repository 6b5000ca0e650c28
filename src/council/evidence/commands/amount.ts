import { failure, type Result, success } from '../../../kernel/result.js';
import { type FlagsAndOperands, readFlags } from './read-flags.js';

/** How much of a file head and tail are asked for. */
export interface Amount {
  readonly unit: 'lines' | 'bytes';
  readonly count: number;
  /** `head -n -5` leaves out the last five, `tail -n +5` begins at the fifth. */
  readonly isFromOtherEnd: boolean;
}

export interface AmountRequest {
  readonly amount: Amount;
  readonly operands: readonly string[];
  /** Undefined: only where there is more than one file. */
  readonly headers: boolean | undefined;
}

const FLAGS = [
  { name: 'lines', short: 'n', long: 'lines', takesValue: true },
  { name: 'bytes', short: 'c', long: 'bytes', takesValue: true },
  { name: 'quiet', short: 'q', long: 'quiet' },
  { name: 'verbose', short: 'v', long: 'verbose' },
];

const MOST = 10_000_000;

/** Reads the arguments of head and tail; `otherEnd` is the sign that counts from the other end ("-" or "+"). */
export function readAmount(
  command: 'head' | 'tail',
  otherEnd: '-' | '+',
  given: readonly string[],
): Result<AmountRequest, string> {
  // The old spelling of a count, `-20`, stands first and alone.
  const old = /^-(\d{1,15})$/.exec(given[0] ?? '');
  const read = readFlags(command, FLAGS, old === null ? given : ['-n', old[1] ?? '', ...given.slice(1)]);
  if (!read.ok) return read;
  const { flags, operands } = read.value;
  const asked = flags.findLast(({ name }) => name === 'lines' || name === 'bytes') ?? { name: 'lines', value: '10' };
  const [, sign = '', digits] = /^([-+]?)(\d{1,15})$/.exec(asked.value) ?? [];
  if (digits === undefined || Number(digits) > MOST) {
    return failure(`${command}: --${asked.name} takes a whole number up to ${MOST}, not "${asked.value}".`);
  }
  return success({
    amount: {
      unit: asked.name === 'bytes' ? 'bytes' : 'lines',
      count: Number(digits),
      isFromOtherEnd: sign === otherEnd,
    },
    operands,
    headers: headersOf(flags),
  });
}

function headersOf(flags: FlagsAndOperands['flags']): boolean | undefined {
  const last = flags.findLast(({ name }) => name === 'quiet' || name === 'verbose')?.name;
  return last === undefined ? undefined : last === 'verbose';
}
