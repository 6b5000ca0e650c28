export type CharacterTest = (code: number) => boolean;

/** The class that begins at a `[`, and where its `]` stands; undefined when there is none. */
export function readClass(pattern: string, start: number): { test: CharacterTest; end: number } | undefined {
  let at = start + 1;
  const isNegated = pattern[at] === '!' || pattern[at] === '^';
  if (isNegated) at++;
  const ranges: [number, number][] = [];
  const named: RegExp[] = [];
  for (let isFirst = true; at < pattern.length; isFirst = false) {
    if (pattern[at] === ']' && !isFirst) return { test: testOf(ranges, named, isNegated), end: at };
    const name = /^\[:([a-z]+):\]/.exec(pattern.slice(at, at + 12));
    const known = NAMED[name?.[1] ?? ''];
    if (name !== null && known !== undefined) {
      named.push(known);
      at += name[0].length;
      continue;
    }
    const from = readCharacter(pattern, at);
    at = from.next;
    if (pattern[at] === '-' && pattern[at + 1] !== ']' && at + 1 < pattern.length) {
      const to = readCharacter(pattern, at + 1);
      ranges.push([from.code, to.code]);
      at = to.next;
    } else ranges.push([from.code, from.code]);
  }
  return undefined;
}

const NAMED: Readonly<Record<string, RegExp>> = {
  alpha: /^[A-Za-z]$/,
  digit: /^[0-9]$/,
  alnum: /^[A-Za-z0-9]$/,
  upper: /^[A-Z]$/,
  lower: /^[a-z]$/,
  space: /^\s$/,
  xdigit: /^[0-9A-Fa-f]$/,
  punct: /^[!-/:-@[-`{-~]$/,
};

function readCharacter(pattern: string, at: number): { code: number; next: number } {
  const start = pattern[at] === '\\' && at + 1 < pattern.length ? at + 1 : at;
  const code = pattern.codePointAt(start) ?? 0;
  return { code, next: start + (code > 0xffff ? 2 : 1) };
}

function testOf(ranges: readonly [number, number][], named: readonly RegExp[], isNegated: boolean): CharacterTest {
  return (code) => {
    const isIn =
      ranges.some(([from, to]) => code >= from && code <= to) ||
      named.some((expression) => expression.test(String.fromCodePoint(code)));
    return isIn !== isNegated;
  };
}
