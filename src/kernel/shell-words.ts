/** A part of a command line: a word, an operator between commands, a redirection with its file, or a nested script. */
export type ShellToken =
  | { readonly kind: 'word'; readonly text: string; readonly hasVariable: boolean; readonly hides?: WordTrick }
  | { readonly kind: 'operator'; readonly text: string }
  | { readonly kind: 'redirection'; readonly operator: string; readonly target: string; readonly hides?: WordTrick }
  /** `expands`: the shell runs what is substituted in the body, as its end is not quoted. */
  | { readonly kind: 'here-document'; readonly body: string; readonly expands: boolean }
  /** `$(…)`, backquotes, `<(…)` and `>(…)`. */
  | { readonly kind: 'substitution'; readonly script: string };

/** What the shell makes of a word is not its text: `{a,b}` are two words, and `$'\x2e'` is a dot. */
type WordTrick = 'braces' | 'escapes';

export interface ShellLine {
  readonly tokens: readonly ShellToken[];
  /** What is missing its end, at which the line was cut: a quote, a bracket or a backslash. */
  readonly unclosed: string | undefined;
}

/**
 * Splits a command line as a POSIX shell does, without expanding anything: quotes, escapes, comments, redirections and
 * operators. Here-documents and substitutions are tokens of their own. One pass.
 */
export function readShellLine(line: string): ShellLine {
  const reader = new Reader(line);
  while (!reader.isAtEnd()) reader.readNext();
  return reader;
}

const WORD_ENDS = new Set([' ', '\t', '\n', '\r', ';', '&', '|', '<', '>', '(', ')']);
// Sticky: searched exactly at the reader's index. The longest first: `&&` is not two `&`.
const OPERATOR = /\|\||&&|\|&|;;|[;&|()\n]/y;
const REDIRECTION = /\d{0,2}(?:&>>?|<<<|<<-?|>>|>\||<>|[<>]&?)/y;

interface HereDocument {
  readonly delimiter: string;
  readonly mayIndent: boolean;
  readonly token: { kind: 'here-document'; body: string; expands: boolean };
}

class Reader implements ShellLine {
  readonly tokens: ShellToken[] = [];
  unclosed: string | undefined;
  readonly #text: string;
  #index = 0;
  #hasVariable = false;
  #hasQuote = false;
  #hides: WordTrick | undefined;
  /** Their bodies begin after the next line end. */
  readonly #hereDocuments: HereDocument[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  isAtEnd(): boolean {
    return this.#index >= this.#text.length;
  }

  readNext(): void {
    const character = this.#text[this.#index] ?? '';
    if (character === ' ' || character === '\t' || character === '\r') this.#index++;
    else if (character === '\\' && this.#text[this.#index + 1] === '\n') this.#index += 2;
    else if (character === '#') this.#index = endOfLine(this.#text, this.#index);
    else if (this.#startsProcess()) this.#substitution();
    else if (!this.#readRedirection() && !this.#readOperator()) {
      const text = this.#word();
      this.tokens.push({ kind: 'word', text, hasVariable: this.#hasVariable, ...this.#trick(text) });
    }
  }

  #take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#index;
    const found = pattern.exec(this.#text)?.[0];
    this.#index += found?.length ?? 0;
    return found;
  }

  #readOperator(): boolean {
    const text = this.#take(OPERATOR);
    if (text === undefined) return false;
    if (text === '\n') this.#readBodies();
    this.tokens.push({ kind: 'operator', text });
    return true;
  }

  #readRedirection(): boolean {
    const operator = this.#take(REDIRECTION)?.replace(/^\d+/, '');
    if (operator === undefined) return false;
    while (this.#text[this.#index] === ' ' || this.#text[this.#index] === '\t') this.#index++;
    const start = this.#index;
    const target = this.#startsProcess() ? this.#substitution() : this.#word();
    if (operator === '<<' || operator === '<<-') {
      const expands = !/['"\\]/.test(this.#text.slice(start, this.#index));
      const token = { kind: 'here-document' as const, body: '', expands };
      this.#hereDocuments.push({ delimiter: target, mayIndent: operator === '<<-', token });
      this.tokens.push(token);
    } else if (operator === '<<<') this.tokens.push({ kind: 'here-document', body: target, expands: false });
    // `2>&1` joins streams: there is no file. `>&name` writes one.
    else if (!operator.endsWith('&') || !/^\d*-?$/.test(target))
      this.tokens.push({ kind: 'redirection', operator, target, ...this.#trick(target) });
    return true;
  }

  #word(): string {
    let text = '';
    this.#hasVariable = false;
    this.#hasQuote = false;
    this.#hides = undefined;
    while (!this.isAtEnd()) {
      const character = this.#text[this.#index] ?? '';
      if (WORD_ENDS.has(character)) break;
      if (/['"\\]/.test(character)) this.#hasQuote = true;
      if (character === '{' && this.#text[this.#index - 1] !== '$') this.#hides ??= 'braces';
      // `$'…'` and `$"…"` are quotes, too.
      if (this.#text.startsWith("$'", this.#index)) text += this.#escapedQuote();
      else if (this.#text.startsWith('$"', this.#index)) this.#index++;
      else if (character === "'") text += this.#singleQuoted();
      else if (character === '"') text += this.#doubleQuoted();
      else if (character === '\\') text += this.#escaped();
      else text += this.#plain(character);
    }
    return text;
  }

  /** Braces that are partly quoted are as unclear as escapes. */
  #trick(text: string): { readonly hides?: WordTrick } {
    if (this.#hides === 'escapes') return { hides: 'escapes' };
    if (this.#hides === undefined || !/\{.*(?:,|\.\.).*\}/s.test(text)) return {};
    return { hides: this.#hasQuote || this.#hasVariable ? 'escapes' : 'braces' };
  }

  #escaped(): string {
    const escaped = this.#text[this.#index + 1];
    if (escaped === undefined) this.unclosed ??= '\\';
    this.#index += 2;
    return escaped === '\n' ? '' : (escaped ?? '');
  }

  #singleQuoted(): string {
    return this.#until("'", this.#index + 1, this.#text.indexOf("'", this.#index + 1));
  }

  /** `$'…'`: a backslash keeps the quote open. Its escapes stay as they are. */
  #escapedQuote(): string {
    let end = this.#index + 2;
    while (end < this.#text.length && this.#text[end] !== "'") end += this.#text[end] === '\\' ? 2 : 1;
    const text = this.#until("'", this.#index + 2, end < this.#text.length ? end : -1);
    if (text.includes('\\')) this.#hides = 'escapes';
    return text;
  }

  #doubleQuoted(): string {
    let text = '';
    this.#index++;
    for (;;) {
      const character = this.#text[this.#index];
      if (character === undefined) {
        this.unclosed ??= '"';
        return text;
      }
      if (character === '"') {
        this.#index++;
        return text;
      }
      if (character === '\\' && /[\\"$`\n]/.test(this.#text[this.#index + 1] ?? '')) text += this.#escaped();
      else text += this.#plain(character);
    }
  }

  /** A character that is not a quote, or the substitution that begins with it. */
  #plain(character: string): string {
    if (character === '`' || this.#text.startsWith('$(', this.#index)) return this.#substitution();
    if (character === '$') this.#hasVariable = true;
    this.#index++;
    return character;
  }

  #startsProcess(): boolean {
    return this.#text.startsWith('<(', this.#index) || this.#text.startsWith('>(', this.#index);
  }

  /** The script becomes a token of its own; its output is unknown, so the word keeps a sign for it. */
  #substitution(): string {
    const isBackquoted = this.#text[this.#index] === '`';
    const start = this.#index + (isBackquoted ? 1 : 2);
    const end = isBackquoted ? this.#text.indexOf('`', start) : closingParenthesis(this.#text, start);
    this.tokens.push({ kind: 'substitution', script: this.#until(isBackquoted ? '`' : '(', start, end) });
    return '$()';
  }

  #until(mark: string, start: number, end: number): string {
    if (end === -1) this.unclosed ??= mark;
    this.#index = end === -1 ? this.#text.length : end + 1;
    return this.#text.slice(start, end === -1 ? undefined : end);
  }

  #readBodies(): void {
    for (const { delimiter, mayIndent, token } of this.#hereDocuments.splice(0)) {
      while (!this.isAtEnd()) {
        const end = endOfLine(this.#text, this.#index);
        const line = this.#text.slice(this.#index, end);
        this.#index = end + 1;
        if ((mayIndent ? line.replace(/^\t+/, '') : line) === delimiter) break;
        token.body += `${line}\n`;
      }
    }
  }
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end === -1 ? text.length : end;
}

function closingParenthesis(text: string, from: number): number {
  let depth = 1;
  for (let index = from; index < text.length; index++) {
    if (text[index] === '(') depth++;
    else if (text[index] === ')' && --depth === 0) return index;
  }
  return -1;
}
