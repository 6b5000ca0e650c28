/** A part of a command line: a word, an operator between commands, a redirection with its file, or a nested script. */
export type ShellToken =
  | { readonly kind: 'word'; readonly text: string; readonly hasVariable: boolean; readonly hides?: WordTrick }
  | { readonly kind: 'operator'; readonly text: string }
  | { readonly kind: 'redirection'; readonly operator: string; readonly target: string; readonly hides?: WordTrick }
  /** `expands`: the shell runs what is substituted in the body, as its end is not quoted. */
  | { readonly kind: 'here-document'; readonly body: string; readonly expands: boolean }
  /** `$(…)`, backquotes, `<(…)` and `>(…)`. */
  | { readonly kind: 'substitution'; readonly script: string };

/** The shell makes something else of the word than its text: `{a,b}` are two words, and `$'\x2e'` is a dot. */
type WordTrick = 'braces' | 'escapes';

/**
 * Splits a command line as a POSIX shell does, without expanding anything: quotes, escapes, comments, redirections and
 * operators. Here-documents and substitutions are tokens of their own. One pass.
 */
export function readShellLine(line: string): Pick<Reader, 'tokens' | 'unclosed'> {
  const reader = new Reader(line);
  while (!reader.isAtEnd()) reader.readNext();
  return reader;
}

const WORD_ENDS = new Set([' ', '\t', '\n', '\r', ';', '&', '|', '<', '>', '(', ')']);
// Sticky: searched exactly at the reader's index. The longest first: `&&` is not two `&`.
const SKIPPED = /[ \t\r]+|\\\n|#[^\n]*/y;
const OPERATOR = /\|\||&&|\|&|;;|[;&|()\n]/y;
const REDIRECTION = /\d{0,2}(?:&>>?|<<<|<<-?|>>|>\||<>|[<>]&?)/y;
const PLAIN = /[\w./:=@%+,~-]+/y;
const SUBSTITUTION = /`|\$\(/y;
const PROCESS = /[<>]\(/y;
const BODY_LINE = /[^\n]*\n?/y;

class Reader {
  readonly tokens: ShellToken[] = [];
  /** The quote, bracket or backslash that is missing its end, at which the line was cut. */
  unclosed: string | undefined;
  readonly #text: string;
  #index = 0;
  #hasVariable = false;
  #hasQuote = false;
  #hides: WordTrick | undefined;
  /** Their bodies begin after the next line end. */
  readonly #hereDocuments: { delimiter: string; mayIndent: boolean; token: { body: string } }[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  isAtEnd(): boolean {
    return this.#index >= this.#text.length;
  }

  readNext(): void {
    if (this.#take(SKIPPED) !== undefined || this.#substitution(PROCESS) !== undefined) return;
    if (this.#readRedirection() || this.#readOperator()) return;
    const text = this.#word();
    this.tokens.push({ kind: 'word', text, hasVariable: this.#hasVariable, ...this.#trick(text) });
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
    const target = this.#substitution(PROCESS) ?? this.#word();
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
      else if (character === "'") text += this.#until("'", this.#index + 1, this.#text.indexOf("'", this.#index + 1));
      else if (character === '"') text += this.#doubleQuoted();
      else if (character === '\\') text += this.#escaped();
      else text += this.#plain();
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
    while (!this.isAtEnd() && this.#text[this.#index] !== '"') {
      const isEscape = /^\\[\\"$`\n]/.test(this.#text.slice(this.#index, this.#index + 2));
      text += isEscape ? this.#escaped() : this.#plain();
    }
    if (this.isAtEnd()) this.unclosed ??= '"';
    this.#index++;
    return text;
  }

  /** Some characters that are no quotes, or the substitution that begins here. */
  #plain(): string {
    const text = this.#take(PLAIN) ?? this.#substitution(SUBSTITUTION) ?? this.#text[this.#index++] ?? '';
    if (text === '$') this.#hasVariable = true;
    return text;
  }

  /** The script becomes a token of its own; its output is unknown, so the word keeps a sign for it. */
  #substitution(pattern: RegExp): string | undefined {
    const mark = this.#take(pattern)?.at(-1);
    if (mark === undefined) return undefined;
    const start = this.#index;
    const end = mark === '`' ? this.#text.indexOf(mark, start) : closingParenthesis(this.#text, start);
    this.tokens.push({ kind: 'substitution', script: this.#until(mark, start, end) });
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
        const line = this.#take(BODY_LINE)?.replace(/\n$/, '') ?? '';
        if ((mayIndent ? line.replace(/^\t+/, '') : line) === delimiter) break;
        token.body += `${line}\n`;
      }
    }
  }
}

function closingParenthesis(text: string, from: number): number {
  let depth = 1;
  for (let index = from; index < text.length; index++) {
    if (text[index] === '(') depth++;
    else if (text[index] === ')' && --depth === 0) return index;
  }
  return -1;
}
