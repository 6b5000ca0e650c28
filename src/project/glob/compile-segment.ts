import { failure, type Result, success } from '../../kernel/result.js';

/** True if one name, a path's part between two slashes, fits. */
export type SegmentMatcher = (name: string) => boolean;

export function compileSegment(segment: string): Result<SegmentMatcher, string> {
  const tokens = readTokens(segment);
  if (!tokens.ok) return tokens;
  return success(toMatcher(tokens.value));
}

type Token = string | CharacterTest | typeof STAR;
/** Matches any number of units. */
export const STAR = Symbol('star');

function readTokens(segment: string): Result<Token[], string> {
  const tokens: Token[] = [];
  for (let at = 0; at < segment.length; at++) {
    const character = segment[at] ?? '';
    if (character === '*') {
      if (tokens.at(-1) !== STAR) tokens.push(STAR);
    } else if (character === '?') tokens.push(() => true);
    else if (character === '[') {
      const found = readClass(segment, at);
      if (found === undefined) return failure('a "[" has no "]"; write "\\\\[" for the character itself');
      tokens.push(found.test);
      at = found.end;
    } else if (character === '\\' && at + 1 < segment.length) {
      at++;
      tokens.push(segment[at] ?? '');
    } else tokens.push(character);
  }
  return success(tokens);
}

/** Most patterns are a name, a beginning or an ending: those are compared directly. */
function toMatcher(tokens: readonly Token[]): SegmentMatcher {
  const [first, ...rest] = tokens;
  if (isLiteral(tokens)) {
    const name = tokens.join('');
    return (given) => given === name;
  }
  if (first === STAR && isLiteral(rest)) {
    const ending = rest.join('');
    return (given) => given.endsWith(ending);
  }
  const beforeLast = tokens.slice(0, -1);
  if (tokens.at(-1) === STAR && isLiteral(beforeLast)) {
    const beginning = beforeLast.join('');
    return (given) => given.startsWith(beginning);
  }
  return (given) => {
    let matched = countMatched(tokens, given.length, (token, at) => stepOver(token, given, at));
    while (tokens[matched] === STAR) matched++;
    return matched === tokens.length;
  };
}

function isLiteral(tokens: readonly Token[]): tokens is readonly string[] {
  return tokens.every((token) => typeof token === 'string');
}

/**
 * Counts the parts that match a text of that length, each fitting `stepOver` units or any number for a star; -1 when it does not
 * match. Goes back to the last star only, so the time is at most the product of both lengths.
 */
export function countMatched<Part>(
  parts: readonly (Part | typeof STAR)[],
  length: number,
  stepOver: (part: Part, at: number) => number,
): number {
  let [part, at] = [0, 0];
  let [retryPart, retryAt] = [-1, 0];
  while (at < length) {
    const current = parts[part];
    const step = current === undefined || current === STAR ? 0 : stepOver(current, at);
    if (current === STAR) {
      retryPart = part;
      retryAt = at;
      part++;
    } else if (step > 0) {
      part++;
      at += step;
    } else if (retryPart >= 0) {
      retryAt++;
      part = retryPart + 1;
      at = retryAt;
    } else return -1;
  }
  return part;
}

/** Finds how far a token that fits leads; a test takes a whole character, also one of two code units. */
function stepOver(token: string | CharacterTest, name: string, at: number): number {
  if (typeof token === 'string') return name[at] === token ? 1 : 0;
  const code = name.codePointAt(at) ?? 0;
  if (!token(code)) return 0;
  return code > 0xffff ? 2 : 1;
}

type CharacterTest = (code: number) => boolean;

/** The class that begins at a `[`, and where its `]` stands; undefined when there is none. */
function readClass(pattern: string, start: number): { test: CharacterTest; end: number } | undefined {
  let at = start + 1;
  const isNegated = pattern[at] === '!' || pattern[at] === '^';
  if (isNegated) at++;
  const ranges: [number, number][] = [];
  const named: RegExp[] = [];
  for (let isFirst = true; at < pattern.length; isFirst = false) {
    if (pattern[at] === ']' && !isFirst) return { test: toTest(ranges, named, isNegated), end: at };
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

function toTest(ranges: readonly [number, number][], named: readonly RegExp[], isNegated: boolean): CharacterTest {
  return (code) => {
    const isIn =
      ranges.some(([from, to]) => code >= from && code <= to) ||
      named.some((expression) => expression.test(String.fromCodePoint(code)));
    return isIn !== isNegated;
  };
}
