import { failure, type Result, success } from '../../../../kernel/result.js';
import { literal, type Pattern, setOf } from './pattern.js';

const WORD = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_');
const SPACE = Array.from(' \t\v\f\r');
const DIGITS = Array.from('0123456789');

/** What a backslash and the character behind it mean. */
export function readEscape(character: string, ignoreCase: boolean): Result<Pattern, string> {
  switch (character) {
    case 'w':
      return setWith(WORD, false);
    case 'W':
      return setWith(WORD, true);
    case 's':
      return setWith(SPACE, false);
    case 'S':
      return setWith(SPACE, true);
    // GNU grep takes these three for the letters alone, which nobody means who writes them.
    case 'd':
      return setWith(DIGITS, false);
    case 'D':
      return setWith(DIGITS, true);
    case 't':
      return success({ kind: 'literal', character: '\t' });
    // The matcher without back-tracking knows the edges of words, but not on which side of one it is.
    case 'b':
    case '<':
    case '>':
      return success({ kind: 'word-edge' });
    case 'B':
      return success({ kind: 'no-word-edge' });
    case '`':
      return success({ kind: 'line-start' });
    case "'":
      return success({ kind: 'line-end' });
    case '':
      return failure('the pattern ends with a backslash.');
    default:
      if (/[1-9]/.test(character)) {
        return failure(`back-references such as \\${character} are not supported; write the text out instead.`);
      }
      if (/[a-zA-Z0]/.test(character)) return failure(`\\${character} has no meaning in a pattern of grep.`);
      return success(literal(character, ignoreCase));
  }
}

function setWith(members: readonly string[], negated: boolean): Result<Pattern, string> {
  const pattern = setOf(members, { negated, ignoreCase: false });
  return pattern === undefined ? failure('the pattern holds a set that cannot be matched.') : success(pattern);
}
