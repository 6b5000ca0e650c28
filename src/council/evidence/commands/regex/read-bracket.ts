import { failure, type Result, success } from '../../../../kernel/result.js';
import { type Pattern, setOf } from './pattern.js';

/** Reads a bracket expression such as `[^a-z_[:digit:]]` at the beginning of a text. */
export function readBracket(text: string, ignoreCase: boolean): Result<{ pattern: Pattern; length: number }, string> {
  const negated = text.charAt(1) === '^';
  const members: string[] = [];
  let position = negated ? 2 : 1;
  const first = position;
  while (position === first || text.charAt(position) !== ']') {
    if (position >= text.length) return failure('the pattern has a [ without its ].');
    const read = readMember(text, position);
    if (!read.ok) return read;
    members.push(...read.value.members);
    position = read.value.next;
  }
  const pattern = setOf(members, { negated, ignoreCase });
  if (pattern === undefined) return failure('a set that excludes characters may hold ASCII characters only.');
  return success({ pattern, length: position + 1 });
}

function readMember(text: string, position: number): Result<{ members: string[]; next: number }, string> {
  const named = /^\[:([a-z]+):\]/.exec(text.slice(position, position + 20));
  if (named !== null) {
    const members = CLASSES[named[1] ?? ''];
    if (members === undefined) return failure(`the class ${named[0]} does not exist.`);
    return success({ members: charactersOf(members), next: position + named[0].length });
  }
  if (/^\[[.=:]/.test(text.slice(position))) {
    return failure('collating elements such as [.a.] and [=a=] are not supported in a set.');
  }
  const low = characterAt(text, position);
  const dash = position + low.length;
  const high = text.charAt(dash) === '-' ? characterAt(text, dash + 1) : '';
  if (high === '' || high === ']') return success({ members: [low], next: dash });
  const [from = 0, to = 0] = [low.codePointAt(0), high.codePointAt(0)];
  if (from > 127 || to > 127) return failure('a range in a set may name ASCII characters only.');
  if (from > to) return failure(`the range ${low}-${high} in a set counts down.`);
  return success({ members: charactersOf([[from, to]]), next: dash + 1 + high.length });
}

function characterAt(text: string, position: number): string {
  const code = text.codePointAt(position);
  return code === undefined ? '' : String.fromCodePoint(code);
}

type Ranges = readonly (readonly [number, number])[];

function charactersOf(ranges: Ranges): string[] {
  return ranges.flatMap(([from, to]) =>
    Array.from({ length: to - from + 1 }, (_, index) => String.fromCharCode(from + index)),
  );
}

const CLASSES: Readonly<Record<string, Ranges>> = {
  __proto__: null as never,
  alpha: [
    [65, 90],
    [97, 122],
  ],
  digit: [[48, 57]],
  alnum: [
    [48, 57],
    [65, 90],
    [97, 122],
  ],
  upper: [[65, 90]],
  lower: [[97, 122]],
  space: [
    [9, 9],
    [11, 13],
    [32, 32],
  ],
  blank: [
    [9, 9],
    [32, 32],
  ],
  punct: [
    [33, 47],
    [58, 64],
    [91, 96],
    [123, 126],
  ],
  print: [[32, 126]],
  graph: [[33, 126]],
  cntrl: [
    [1, 9],
    [11, 31],
    [127, 127],
  ],
  xdigit: [
    [48, 57],
    [65, 70],
    [97, 102],
  ],
};
