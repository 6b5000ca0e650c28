import { failure, type Result, success } from '../../../kernel/result.js';

/** One flag that a command may be given. What is not in a command's list does not exist. */
export interface Flag {
  /** The name by which the command knows it: its only long spelling, or its short one. */
  readonly name: string;
  readonly short?: string;
  readonly long?: string;
  readonly takesValue?: boolean;
}

export interface GivenFlag {
  readonly name: string;
  readonly value: string;
}

export interface FlagsAndOperands {
  readonly flags: readonly GivenFlag[];
  readonly operands: readonly string[];
}

/**
 * Reads arguments as the GNU programs do (bundles such as `-rn`, attached values such as `-n5` and `--lines=5`, flags
 * behind operands, `--` as the end of flags), but against an exact list: an abbreviated long flag, which the programs
 * would accept, is refused, for it could be any spelling of a flag that is left out on purpose.
 */
export function readFlags(
  command: string,
  known: readonly Flag[],
  given: readonly string[],
): Result<FlagsAndOperands, string> {
  const flags: GivenFlag[] = [];
  const operands: string[] = [];
  const rest = [...given];
  for (let argument = rest.shift(); argument !== undefined; argument = rest.shift()) {
    if (argument === '--') {
      operands.push(...rest);
      break;
    }
    if (!argument.startsWith('-')) operands.push(argument);
    else if (argument === '-') return failure(`${command} has no standard input here; name a file instead of "-".`);
    else {
      const read = argument.startsWith('--') ? readLong(argument, known, rest) : readBundle(argument, known, rest);
      if (!read.ok) return failure(`${command}: ${read.error} It takes ${listFlags(known)}.`);
      flags.push(...read.value);
    }
  }
  return success({ flags, operands });
}

function readLong(argument: string, known: readonly Flag[], rest: string[]): Result<GivenFlag[], string> {
  const equals = argument.indexOf('=');
  const long = argument.slice(2, equals === -1 ? undefined : equals);
  const flag = known.find((candidate) => candidate.long === long);
  if (flag === undefined) return failure(`the flag --${long} is not allowed (long flags are written in full).`);
  const attached = equals === -1 ? undefined : argument.slice(equals + 1);
  if (flag.takesValue !== true) {
    if (attached !== undefined) return failure(`the flag --${long} takes no value.`);
    return success([{ name: flag.name, value: '' }]);
  }
  return withValue(flag, `--${long}`, attached, rest);
}

function readBundle(argument: string, known: readonly Flag[], rest: string[]): Result<GivenFlag[], string> {
  const flags: GivenFlag[] = [];
  for (let position = 1; position < argument.length; position++) {
    const letter = argument.charAt(position);
    const flag = known.find((candidate) => candidate.short === letter);
    if (flag === undefined) {
      const where = argument.length > 2 ? ` in ${argument}` : '';
      return failure(`the flag -${letter}${where} is not allowed.`);
    }
    if (flag.takesValue === true) {
      const attached = argument.slice(position + 1);
      const read = withValue(flag, `-${letter}`, attached === '' ? undefined : attached, rest);
      return read.ok ? success([...flags, ...read.value]) : read;
    }
    flags.push({ name: flag.name, value: '' });
  }
  return success(flags);
}

function withValue(
  flag: Flag,
  spelling: string,
  attached: string | undefined,
  rest: string[],
): Result<GivenFlag[], string> {
  const value = attached ?? rest.shift();
  if (value === undefined) return failure(`the flag ${spelling} needs a value.`);
  return success([{ name: flag.name, value }]);
}

function listFlags(known: readonly Flag[]): string {
  return known
    .map(({ short, long }) => [short && `-${short}`, long && `--${long}`].filter(Boolean).join('/'))
    .join(', ');
}
