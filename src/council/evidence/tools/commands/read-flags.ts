import { parseArgs } from 'node:util';
import { failure, type Result, success } from '../../../../kernel/result.js';
import { printablePath } from '../../../../project/read-path.js';
import type { EvidenceContext } from '../../tool.js';

/** What a command takes. A flag that is not listed does not exist. */
export interface CommandSyntax<Name extends string> {
  /** Each flag as `-A --after-context N`: its names, and N if it takes a value. */
  readonly flags: Readonly<Record<Name, string>>;
  /** The tool to use for everything else. */
  readonly instead: string;
}

export interface GivenFlags<Name extends string> {
  /** The values of each flag that was given, in order; a flag without a value has ''. */
  readonly values: Readonly<Partial<Record<Name, readonly string[]>>>;
  readonly operands: readonly string[];
}

/** Reads arguments as the GNU programs do, but against an exact list: an abbreviated long flag is refused too. */
export function readFlags<Name extends string>(
  { flags, instead }: CommandSyntax<Name>,
  args: readonly string[],
): Result<GivenFlags<Name>, string> {
  const known = byFlag(flags);
  const values: Partial<Record<Name, string[]>> = {};
  const operands: string[] = [];
  for (const token of toTokens(args, known)) {
    if (token.kind === 'positional') operands.push(token.value);
    if (token.kind !== 'option') continue;
    const { rawName, value } = token;
    const flag = known.get(rawName);
    if (flag === undefined) {
      const listed = Object.values<string>(flags).map((text) => text.replace(/ N$/, '').replace(' ', '/'));
      const shown = printablePath(rawName.slice(0, 40));
      return failure(`${shown} is not supported; it takes ${listed.join(', ')}. For more, use ${instead}.`);
    }
    if (flag.takesValue !== (value !== undefined))
      return failure(`${rawName} ${flag.takesValue ? 'needs a' : 'takes no'} value.`);
    values[flag.name] = [...(values[flag.name] ?? []), value ?? ''];
  }
  if (operands.includes('-')) return failure(`there is no standard input; give a file instead of "-".`);
  return success({ values, operands });
}

interface Flag<Name> {
  readonly name: Name;
  readonly takesValue: boolean;
}

function byFlag<Name extends string>(flags: CommandSyntax<Name>['flags']): Map<string, Flag<Name>> {
  const entries = Object.entries(flags) as [Name, string][];
  return new Map(
    entries.flatMap(([name, text]) => {
      const [takesValue, names] = [text.endsWith(' N'), text.split(' ').filter((word) => word !== 'N')];
      return names.map((flag) => [flag, { name, takesValue }] as const);
    }),
  );
}

function toTokens(args: readonly string[], known: ReadonlyMap<string, Flag<string>>) {
  const options = [...known].map(([spelling, { takesValue }], index) => {
    const option = { type: takesValue ? ('string' as const) : ('boolean' as const) };
    return spelling.startsWith('--')
      ? [spelling.slice(2), option]
      : // The parser wants a long name for every short one; no argument can spell this one.
        [`=${index}`, { ...option, short: spelling.slice(1) }];
  });
  return parseArgs({
    args: [...args],
    options: Object.fromEntries(options),
    strict: false,
    tokens: true,
    allowPositionals: true,
  }).tokens;
}

/** Digits and nothing else: no sign, no unit, no hexadecimal. */
export function readNumber(text: string, min: number, max: number): number | undefined {
  const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  return number >= min && number <= max ? number : undefined;
}

/** One of the commands of `run_command`: reads its arguments and lets another tool answer. Errors do not name the command. */
export type Command = (args: readonly string[], context: EvidenceContext) => Promise<Result<string, string>>;

/** Why that many name patterns are not compared with every name of a project; undefined when they are. */
export function tooManyPatterns(patterns: readonly string[]): string | undefined {
  const length = patterns.reduce((sum, pattern) => sum + pattern.length, 0);
  if (patterns.length <= MAX_PATTERNS && length <= MAX_TOTAL_LENGTH) return undefined;
  return `at most ${MAX_PATTERNS} name patterns of ${MAX_TOTAL_LENGTH} characters in total are allowed.`;
}

const MAX_PATTERNS = 30;
const MAX_TOTAL_LENGTH = 1_000;
