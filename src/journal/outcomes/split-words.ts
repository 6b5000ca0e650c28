export type Token =
  | { readonly kind: 'word'; readonly text: string }
  | { readonly kind: 'operator'; readonly text: string };

/** Longest first: `&&` is not two `&`. */
const OPERATORS = /\|\||&&|\|&|;;|[;&|()\n]/y;
const REDIRECTION = /\d*(?:>>|>\||>&|<&|<>|>|<)|&>>?/y;
const BLANK = /(?:[^\S\n]|\\\n)+/y;
const COMMENT = /#[^\n]*/y;

/**
 * A command line of a POSIX shell as words and operators, quotes taken away, redirections left out. Undefined for what
 * cannot be judged from outside: substitutions, here-documents, unbalanced quotes.
 */
export function splitWords(line: string): Token[] | undefined {
  const tokens: Token[] = [];
  let position = 0;
  let isRedirectionTarget = false;
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = position;
    const found = pattern.exec(line)?.[0];
    if (found !== undefined) position += found.length;
    return found;
  };
  while (position < line.length) {
    if (take(BLANK) !== undefined || take(COMMENT) !== undefined) continue;
    if (line.startsWith('<<', position) || /^[<>]\(/.test(line.slice(position, position + 2))) return undefined;
    if (take(REDIRECTION) !== undefined) {
      isRedirectionTarget = true;
      continue;
    }
    const operator = take(OPERATORS);
    if (operator !== undefined) {
      tokens.push({ kind: 'operator', text: operator });
      continue;
    }
    const word = readWord(line, position);
    if (word === undefined) return undefined;
    position = word.end;
    if (!isRedirectionTarget) tokens.push({ kind: 'word', text: word.text });
    isRedirectionTarget = false;
  }
  return tokens;
}

interface Word {
  readonly text: string;
  readonly end: number;
}

function readWord(line: string, start: number): Word | undefined {
  let text = '';
  let position = start;
  while (position < line.length) {
    const character = line[position] ?? '';
    if (/[\s;&|()<>]/.test(character)) break;
    const part = readPart(line, position, character);
    if (part === undefined) return undefined;
    text += part.text;
    position = part.end;
  }
  return { text, end: position };
}

function readPart(line: string, position: number, character: string): Word | undefined {
  if (character === "'") return readSingleQuoted(line, position);
  if (character === '"') return readDoubleQuoted(line, position);
  if (isSubstitution(line, position)) return undefined;
  if (character !== '\\') return { text: character, end: position + 1 };
  const escaped = line[position + 1] ?? '';
  return { text: escaped === '\n' ? '' : escaped, end: position + 2 };
}

function readSingleQuoted(line: string, position: number): Word | undefined {
  const end = line.indexOf("'", position + 1);
  return end < 0 ? undefined : { text: line.slice(position + 1, end), end: end + 1 };
}

function readDoubleQuoted(line: string, start: number): Word | undefined {
  let text = '';
  for (let position = start + 1; position < line.length; position++) {
    const character = line[position] ?? '';
    if (character === '"') return { text, end: position + 1 };
    if (isSubstitution(line, position)) return undefined;
    if (character === '\\' && /[\\"$`]/.test(line[position + 1] ?? '')) position++;
    text += line[position] ?? '';
  }
  return undefined;
}

function isSubstitution(line: string, position: number): boolean {
  return line[position] === '`' || line.startsWith('$(', position);
}
