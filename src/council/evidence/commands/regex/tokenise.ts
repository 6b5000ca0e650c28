import { failure, type Result, success } from '../../../../kernel/result.js';
import { literal, type Pattern } from './pattern.js';
import { readBracket } from './read-bracket.js';
import { readEscape } from './read-escape.js';

export type Token =
  | { readonly kind: 'open' | 'close' | 'or' }
  | { readonly kind: 'repeat'; readonly least: number; readonly most: number | null }
  | { readonly kind: 'one'; readonly pattern: Pattern };

const HIGHEST_COUNT = 255;

/** Reads the text of a basic or extended expression of POSIX, with the additions of GNU grep. */
export function tokenise(text: string, syntax: 'basic' | 'extended', ignoreCase: boolean): Result<Token[], string> {
  const tokens: Token[] = [];
  let position = 0;
  while (position < text.length) {
    const rest = text.slice(position);
    if (rest.startsWith('[')) {
      const bracket = readBracket(rest, ignoreCase);
      if (!bracket.ok) return bracket;
      tokens.push({ kind: 'one', pattern: bracket.value.pattern });
      position += bracket.value.length;
      continue;
    }
    const interval = readInterval(rest, syntax);
    if (interval !== undefined) {
      if (!interval.ok) return interval;
      tokens.push(interval.value.token);
      position += interval.value.length;
      continue;
    }
    const spelling = rest.startsWith('\\') ? rest.slice(0, 2) : String.fromCodePoint(rest.codePointAt(0) ?? 0);
    const token = readToken(spelling, {
      syntax,
      ignoreCase,
      before: tokens.at(-1),
      after: rest.slice(spelling.length),
    });
    if (!token.ok) return token;
    tokens.push(token.value);
    position += spelling.length;
  }
  return success(tokens);
}

interface Surroundings {
  readonly syntax: 'basic' | 'extended';
  readonly ignoreCase: boolean;
  readonly before: Token | undefined;
  readonly after: string;
}

function readToken(spelling: string, around: Surroundings): Result<Token, string> {
  const operator = operatorOf(spelling, around);
  if (operator !== undefined) return success(operator);
  if (!spelling.startsWith('\\')) return success({ kind: 'one', pattern: literal(spelling, around.ignoreCase) });
  const escaped = readEscape(spelling.slice(1), around.ignoreCase);
  return escaped.ok ? success({ kind: 'one', pattern: escaped.value }) : escaped;
}

function operatorOf(spelling: string, around: Surroundings): Token | undefined {
  const isBasic = around.syntax === 'basic';
  // What is an operator with a backslash in a basic expression is one without it in an extended one.
  const bare = isBasic && /^\\[()|+?]$/.test(spelling) ? spelling.slice(1) : spelling;
  const isWritten = isBasic === spelling.startsWith('\\');
  switch (bare) {
    case '.':
      return { kind: 'one', pattern: { kind: 'any' } };
    case '*':
      return isBasic && isBeginning(around.before) ? undefined : { kind: 'repeat', least: 0, most: null };
    case '^':
      return isBasic && !isBeginning(around.before) ? undefined : { kind: 'one', pattern: { kind: 'line-start' } };
    case '$':
      return isBasic && !/^($|\\\)|\\\|)/.test(around.after)
        ? undefined
        : { kind: 'one', pattern: { kind: 'line-end' } };
    case '(':
      return isWritten ? { kind: 'open' } : undefined;
    case ')':
      return isWritten ? { kind: 'close' } : undefined;
    case '|':
      return isWritten ? { kind: 'or' } : undefined;
    case '+':
      return isWritten ? { kind: 'repeat', least: 1, most: null } : undefined;
    case '?':
      return isWritten ? { kind: 'repeat', least: 0, most: 1 } : undefined;
    default:
      return undefined;
  }
}

function isBeginning(before: Token | undefined): boolean {
  return before === undefined || before.kind === 'open' || before.kind === 'or' || isLineStart(before);
}

function isLineStart(token: Token): boolean {
  return token.kind === 'one' && token.pattern.kind === 'line-start';
}

/** Undefined where no interval stands; a brace that starts none is a plain character in an extended expression. */
function readInterval(
  rest: string,
  syntax: 'basic' | 'extended',
): Result<{ token: Token; length: number }, string> | undefined {
  const form = syntax === 'basic' ? /^\\\{(\d*)(,?)(\d*)\\\}/ : /^\{(\d*)(,?)(\d*)\}/;
  const [whole = '', low = '', comma = '', high = ''] = form.exec(rest) ?? [];
  if (whole === '' || (low === '' && high === '')) {
    return syntax === 'basic' && rest.startsWith('\\{')
      ? failure('the pattern has a repetition that is not \\{n\\}, \\{n,\\} or \\{n,m\\}.')
      : undefined;
  }
  const least = Number(low);
  const most = comma === '' ? least : high === '' ? null : Number(high);
  if (Math.max(least, most ?? 0) > HIGHEST_COUNT || (most !== null && most < least)) {
    return failure(`the pattern repeats something more than ${HIGHEST_COUNT} times, or counts down.`);
  }
  return success({ token: { kind: 'repeat', least, most }, length: whole.length });
}
