import { RE2JS } from 're2js';
import { failure, type Result, success } from '../../../kernel/result.js';
import { literal, type Pattern } from './regex/pattern.js';
import { readBracket } from './regex/read-bracket.js';
import { toRe2 } from './regex/to-re2.js';

/** A pattern with `*`, `?` and `[…]`, as find and grep take it: it fits a whole text, and `*` crosses slashes. */
export interface NamePattern {
  readonly text: string;
  readonly ignoreCase: boolean;
  fits(name: string): boolean;
}

const LONGEST = 500;
const MOST_STARS = 20;

/** Why so many patterns are not held against every name of a project; undefined when they are. */
export function tooManyPatterns(texts: readonly string[]): string | undefined {
  const length = texts.reduce((sum, text) => sum + text.length, 0);
  if (texts.length <= MOST_PATTERNS && length <= LONGEST_TOGETHER) return undefined;
  return `${MOST_PATTERNS} name patterns at most, of ${LONGEST_TOGETHER} characters together.`;
}

const MOST_PATTERNS = 30;
const LONGEST_TOGETHER = 1_000;

/** Refuses what programs read in different ways, so that the text may be handed on as it is. */
export function readNamePattern(text: string, ignoreCase = false): Result<NamePattern, string> {
  if (text.length > LONGEST) return failure(`a name pattern may have at most ${LONGEST} characters.`);
  if (text.split('*').length - 1 > MOST_STARS) return failure(`a name pattern may have at most ${MOST_STARS} stars.`);
  if (/[\0\n]/.test(text)) return failure('a name pattern may hold neither NUL nor a line break.');
  const parts: Pattern[] = [];
  for (let position = 0; position < text.length; ) {
    const read = readPart(text.slice(position), ignoreCase);
    if (!read.ok) return read;
    parts.push(read.value.pattern);
    position += read.value.length;
  }
  // Compiled when it is first needed: a request may hold more patterns than are accepted.
  let expression: RE2JS | undefined;
  return success({
    text,
    ignoreCase,
    fits: (name) => {
      expression ??= RE2JS.compile(`^${toRe2({ kind: 'sequence', parts })}$`);
      return expression.matcher(Buffer.from(name, 'utf8').toString('latin1')).find();
    },
  });
}

function readPart(rest: string, ignoreCase: boolean): Result<{ pattern: Pattern; length: number }, string> {
  const character = String.fromCodePoint(rest.codePointAt(0) ?? 0);
  switch (character) {
    case '*':
      return success({ pattern: { kind: 'repeat', of: { kind: 'any' }, least: 0, most: null }, length: 1 });
    case '?':
      return success({ pattern: { kind: 'any' }, length: 1 });
    case '[':
      return readSet(rest, ignoreCase);
    case '\\': {
      const escaped = rest.codePointAt(1);
      if (escaped === undefined) return failure('a name pattern may not end with a backslash.');
      const taken = String.fromCodePoint(escaped);
      return success({ pattern: one(taken, ignoreCase), length: 1 + taken.length });
    }
    default:
      return success({ pattern: one(character, ignoreCase), length: character.length });
  }
}

/** The programs fold only the case of ASCII letters here. */
function one(character: string, ignoreCase: boolean): Pattern {
  return literal(character, ignoreCase && character.charCodeAt(0) < 128);
}

function readSet(rest: string, ignoreCase: boolean): Result<{ pattern: Pattern; length: number }, string> {
  const bracket = readBracket(rest.replace(/^\[!/, '[^'), ignoreCase);
  if (!bracket.ok) return bracket;
  const written = rest.slice(0, bracket.value.length);
  if (/[\\/]|[^\0-\x7f]/.test(written)) return failure('a set in a name pattern may hold plain ASCII characters only.');
  return bracket;
}
