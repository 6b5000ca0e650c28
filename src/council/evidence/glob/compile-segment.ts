import { failure, type Result, success } from '../../../kernel/result.js';
import { type CharacterTest, readClass } from './read-class.js';

/** Whether one name, a path's part between two slashes, fits. */
export type SegmentMatcher = (name: string) => boolean;

export function compileSegment(segment: string): Result<SegmentMatcher, string> {
  const tokens = readTokens(segment);
  if (!tokens.ok) return tokens;
  return success(matcherOf(tokens.value));
}

type Token = string | CharacterTest | typeof STAR;
const STAR = Symbol('star');

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

/** Most patterns are a name, a beginning or an ending: those need no machine. */
function matcherOf(tokens: readonly Token[]): SegmentMatcher {
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
  return (given) => run(tokens, given);
}

function isLiteral(tokens: readonly Token[]): tokens is readonly string[] {
  return tokens.every((token) => typeof token === 'string');
}

/** Goes back to the last star only, so the time is at most the product of both lengths. */
function run(tokens: readonly Token[], name: string): boolean {
  let token = 0;
  let at = 0;
  let retryToken = -1;
  let retryAt = 0;
  while (at < name.length) {
    const current = tokens[token];
    const step = current === undefined || current === STAR ? 0 : stepOver(current, name, at);
    if (current === STAR) {
      retryToken = token;
      retryAt = at;
      token++;
    } else if (step > 0) {
      token++;
      at += step;
    } else if (retryToken >= 0) {
      retryAt++;
      token = retryToken + 1;
      at = retryAt;
    } else return false;
  }
  while (tokens[token] === STAR) token++;
  return token === tokens.length;
}

/** How far a token that fits leads; a test takes a whole character, also one of two code units. */
function stepOver(token: string | CharacterTest, name: string, at: number): number {
  if (typeof token === 'string') return name[at] === token ? 1 : 0;
  const code = name.codePointAt(at) ?? 0;
  if (!token(code)) return 0;
  return code > 0xffff ? 2 : 1;
}
