import { readShellLine, type ShellToken } from '../../kernel/shell-words.js';

/** Statements one after the other; the last one's exit code is that of the whole. */
export type CommandList = readonly Statement[];

export interface Statement {
  /** Pipelines joined by `&&` and `||`. */
  readonly chain: readonly Link[];
  readonly isBackground: boolean;
}

export interface Link {
  readonly after: '&&' | '||';
  readonly isNegated: boolean;
  readonly stages: readonly Stage[];
}

export type Stage =
  | { readonly kind: 'command'; readonly words: readonly string[] }
  | { readonly kind: 'group'; readonly list: CommandList };

/** Loops and conditions: which of their commands decided is not to be seen from outside. */
const RESERVED = /^(?:if|then|else|elif|fi|for|while|until|do|done|case|esac|select|function|coproc|!|}|\[\[)$/;

/** Undefined for a line that is not plainly a list of commands. */
export function parseCommandLine(line: string): CommandList | undefined {
  const tokens = splitWords(line);
  if (tokens === undefined) return undefined;
  const reader = createReader(tokens);
  const list = readList(reader);
  return list !== undefined && reader.peek() === undefined ? list : undefined;
}

type Token = Extract<ShellToken, { readonly kind: 'word' | 'operator' }>;

/** Without redirections. Undefined for what cannot be judged from outside: substitutions, here-documents, open quotes. */
function splitWords(line: string): Token[] | undefined {
  const { tokens, unclosed } = readShellLine(line);
  if (unclosed !== undefined) return undefined;
  const known = tokens.filter((token) => token.kind !== 'redirection');
  const words = known.filter((token) => token.kind === 'word' || token.kind === 'operator');
  return words.length === known.length ? words : undefined;
}

interface Reader {
  peek(): Token | undefined;
  next(): Token | undefined;
  accept(...operators: readonly string[]): string | undefined;
}

function createReader(tokens: readonly Token[]): Reader {
  let position = 0;
  const peek = () => tokens[position];
  return {
    peek,
    next: () => tokens[position++],
    accept(...operators) {
      const token = peek();
      if (token?.kind !== 'operator' || !operators.includes(token.text)) return undefined;
      position++;
      return token.text;
    },
  };
}

function readList(reader: Reader): CommandList | undefined {
  const statements: Statement[] = [];
  for (;;) {
    skipLineEnds(reader);
    if (isAtEnd(reader)) return statements;
    const chain = readChain(reader);
    if (chain === undefined) return undefined;
    const end = reader.accept(';', '&', '\n');
    statements.push({ chain, isBackground: end === '&' });
    if (end === undefined) return isAtEnd(reader) ? statements : undefined;
  }
}

function skipLineEnds(reader: Reader): void {
  while (reader.accept('\n') !== undefined);
}

function isAtEnd(reader: Reader): boolean {
  const token = reader.peek();
  return token === undefined || token.text === ')' || (token.kind === 'word' && token.text === '}');
}

function readChain(reader: Reader): Link[] | undefined {
  const links: Link[] = [];
  for (let after: '&&' | '||' | undefined = '&&'; after !== undefined; ) {
    if (links.length > 0) skipLineEnds(reader);
    const link = readLink(reader, after);
    if (link === undefined) return undefined;
    links.push(link);
    after = reader.accept('&&', '||') as typeof after;
  }
  return links;
}

function readLink(reader: Reader, after: '&&' | '||'): Link | undefined {
  const isNegated = reader.peek()?.text === '!';
  if (isNegated) reader.next();
  const stages: Stage[] = [];
  do {
    if (stages.length > 0) skipLineEnds(reader);
    const stage = readStage(reader);
    if (stage === undefined) return undefined;
    stages.push(stage);
  } while (reader.accept('|', '|&') !== undefined);
  return { after, isNegated, stages };
}

function readStage(reader: Reader): Stage | undefined {
  if (reader.accept('(') !== undefined) return readGroup(reader, ')');
  const first = reader.peek();
  if (first?.kind !== 'word' || RESERVED.test(first.text)) return undefined;
  if (first.text === '{') {
    reader.next();
    return readGroup(reader, '}');
  }
  const words: string[] = [];
  for (let token = reader.peek(); token?.kind === 'word'; token = reader.peek()) {
    words.push(token.text);
    reader.next();
  }
  return { kind: 'command', words };
}

function readGroup(reader: Reader, end: ')' | '}'): Stage | undefined {
  const list = readList(reader);
  return list !== undefined && reader.next()?.text === end ? { kind: 'group', list } : undefined;
}
