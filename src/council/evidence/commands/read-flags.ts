import { failure, type Result, success } from '../../../kernel/result.js';
import { printablePath } from '../confinement/printable-path.js';

/** What a command takes. A flag that is not listed does not exist. */
export interface CommandSyntax<Name extends string> {
  readonly command: string;
  /** Each flag as `-A --after-context N`: its spellings, and N where it takes a value. */
  readonly flags: Readonly<Record<Name, string>>;
  /** The tool to use for everything else. */
  readonly instead: string;
}

export interface GivenFlags<Name extends string> {
  /** The values of each flag that was given, in order; a flag without a value has ''. */
  readonly values: Readonly<Partial<Record<Name, readonly string[]>>>;
  readonly operands: readonly string[];
}

/**
 * Reads arguments as the GNU programs do (bundles such as `-rn`, attached values such as `-n5` and `--lines=5`, flags
 * behind operands, `--` as the end of flags), but against an exact list: an abbreviated long flag is refused.
 */
export function readFlags<Name extends string>(
  syntax: CommandSyntax<Name>,
  given: readonly string[],
): Result<GivenFlags<Name>, string> {
  const { command } = syntax;
  const flags = bySpelling(syntax.flags);
  const values: Partial<Record<Name, string[]>> = {};
  const operands: string[] = [];
  const rest = [...given];
  for (let argument = rest.shift(); argument !== undefined; argument = rest.shift()) {
    if (argument === '--') {
      operands.push(...rest);
      break;
    }
    if (argument === '-') return failure(`${command}: there is no standard input; give a file instead of "-".`);
    if (!argument.startsWith('-')) {
      operands.push(argument);
      continue;
    }
    for (const { spelling, attached } of spellingsIn(argument, flags)) {
      const flag = flags.get(spelling);
      if (flag === undefined) return failure(unsupported(spelling, syntax));
      if (!flag.takesValue && attached !== undefined) return failure(`${command}: ${spelling} takes no value.`);
      const value = flag.takesValue ? (attached ?? rest.shift()) : '';
      if (value === undefined) return failure(`${command}: ${spelling} needs a value.`);
      values[flag.name] = [...(values[flag.name] ?? []), value];
    }
  }
  return success({ values, operands });
}

/** Digits and nothing else: no sign, no unit, no hexadecimal. */
export function readNumber(text: string, min: number, max: number): number | undefined {
  const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  return number >= min && number <= max ? number : undefined;
}

interface Flag<Name> {
  readonly name: Name;
  readonly takesValue: boolean;
}

function bySpelling<Name extends string>(flags: CommandSyntax<Name>['flags']): Map<string, Flag<Name>> {
  const entries = Object.entries(flags) as [Name, string][];
  return new Map(
    entries.flatMap(([name, text]) => {
      const words = text.split(' ');
      const flag = { name, takesValue: words.at(-1) === 'N' };
      return words.filter((word) => word !== 'N').map((spelling) => [spelling, flag] as const);
    }),
  );
}

/** The flags in one argument: a long one, or a bundle of short ones of which the last may have its value attached. */
function* spellingsIn(
  argument: string,
  flags: ReadonlyMap<string, Flag<string>>,
): Generator<{ readonly spelling: string; readonly attached?: string }> {
  const equals = argument.indexOf('=');
  if (argument.startsWith('--')) {
    yield equals === -1
      ? { spelling: argument }
      : { spelling: argument.slice(0, equals), attached: argument.slice(equals + 1) };
    return;
  }
  for (let index = 1; index < argument.length; index++) {
    const spelling = `-${argument.charAt(index)}`;
    const attached = argument.slice(index + 1);
    if (flags.get(spelling)?.takesValue === true) {
      yield attached === '' ? { spelling } : { spelling, attached };
      return;
    }
    yield { spelling };
  }
}

function unsupported<Name extends string>(spelling: string, { command, flags, instead }: CommandSyntax<Name>): string {
  const known = Object.values<string>(flags).map((text) => text.replace(/ N$/, '').replace(' ', '/'));
  return `${command}: ${printablePath(spelling.slice(0, 40))} is not supported; it takes ${known.join(', ')}. For more, use ${instead}.`;
}
