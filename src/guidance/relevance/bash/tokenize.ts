/** A part of a command line: a word, an operator between commands, a redirection with its file, or a nested script. */
export type Token =
  | { readonly kind: 'word'; readonly text: string }
  | { readonly kind: 'separator'; readonly text: string }
  | { readonly kind: 'redirection'; readonly operator: string; readonly target: string }
  | { readonly kind: 'here-document'; readonly body: string }
  | { readonly kind: 'substitution'; readonly script: string };

/**
 * Splits a command line as a shell does, as far as files and commands need it: quotes, escapes, comments, redirections,
 * operators. Here-documents and substitutions are tokens of their own. One pass; no variable is expanded.
 */
export function tokenize(command: string): Token[] {
  const reader = new Reader(command.slice(0, MAX_COMMAND_LENGTH));
  while (!reader.isAtEnd()) reader.readNext();
  return reader.tokens;
}

const MAX_COMMAND_LENGTH = 20_000;
const WORD_ENDS = new Set([' ', '\t', '\n', '\r', ';', '&', '|', '<', '>', '(', ')']);

interface HereDocument {
  readonly delimiter: string;
  readonly mayIndent: boolean;
  readonly token: { kind: 'here-document'; body: string };
}

class Reader {
  readonly tokens: Token[] = [];
  #index = 0;
  /** Their bodies begin after the next line end. */
  readonly #hereDocuments: HereDocument[] = [];

  constructor(readonly text: string) {}

  isAtEnd(): boolean {
    return this.#index >= this.text.length;
  }

  readNext(): void {
    const character = this.text[this.#index] ?? '';
    if (character === '\n') {
      this.#index++;
      this.#readBodies();
      this.tokens.push({ kind: 'separator', text: '\n' });
    } else if (character === ' ' || character === '\t' || character === '\r') this.#index++;
    else if (character === '\\' && this.text[this.#index + 1] === '\n') this.#index += 2;
    else if (character === '#') this.#index = endOfLine(this.text, this.#index);
    else if (this.#readRedirection()) return;
    else if (';&|()'.includes(character)) this.#readOperator(character);
    else this.tokens.push({ kind: 'word', text: this.#word() });
  }

  #readOperator(character: string): void {
    const length = this.text[this.#index + 1] === character && ';&|'.includes(character) ? 2 : 1;
    this.#index += length;
    this.tokens.push({ kind: 'separator', text: character.repeat(length) });
  }

  #readRedirection(): boolean {
    REDIRECTION.lastIndex = this.#index;
    const found = REDIRECTION.exec(this.text)?.[0];
    if (found === undefined) return false;
    this.#index += found.length;
    while (this.text[this.#index] === ' ' || this.text[this.#index] === '\t') this.#index++;
    const target = this.#word();
    const operator = found.replace(/^\d+/, '');
    if (operator === '<<' || operator === '<<-') {
      const token = { kind: 'here-document' as const, body: '' };
      this.#hereDocuments.push({ delimiter: target, mayIndent: operator === '<<-', token });
      this.tokens.push(token);
    } else if (operator === '<<<') this.tokens.push({ kind: 'here-document', body: target });
    // `2>&1` joins streams: there is no file.
    else if (!operator.endsWith('&')) this.tokens.push({ kind: 'redirection', operator, target });
    return true;
  }

  #word(): string {
    let text = '';
    const start = this.#index;
    while (!this.isAtEnd()) {
      const character = this.text[this.#index] ?? '';
      if (WORD_ENDS.has(character)) break;
      // `$'…'` and `$"…"` are quotes, too.
      if (character === '$' && /^['"]/.test(this.text[this.#index + 1] ?? '')) this.#index++;
      else if (character === "'") text += this.#singleQuoted();
      else if (character === '"') text += this.#doubleQuoted();
      else if (this.#startsSubstitution()) text += this.#substitution();
      else if (character === '\\') {
        text += this.text[this.#index + 1] === '\n' ? '' : (this.text[this.#index + 1] ?? '');
        this.#index += 2;
      } else {
        text += character;
        this.#index++;
      }
    }
    // Nothing that could begin a word: skip it, or the reader would never end.
    if (this.#index === start) this.#index++;
    return text;
  }

  #singleQuoted(): string {
    const start = this.#index + 1;
    const end = this.text.indexOf("'", start);
    this.#index = end === -1 ? this.text.length : end + 1;
    return this.text.slice(start, end === -1 ? undefined : end);
  }

  #doubleQuoted(): string {
    let text = '';
    this.#index++;
    while (!this.isAtEnd() && this.text[this.#index] !== '"') {
      if (this.#startsSubstitution()) text += this.#substitution();
      else {
        if (this.text[this.#index] === '\\') this.#index++;
        text += this.text[this.#index] ?? '';
        this.#index++;
      }
    }
    this.#index++;
    return text;
  }

  #startsSubstitution(): boolean {
    return this.text[this.#index] === '`' || this.text.startsWith('$(', this.#index);
  }

  /** The script becomes a token of its own; its output is unknown, so the word keeps a sign for it. */
  #substitution(): string {
    const isBackquoted = this.text[this.#index] === '`';
    const start = this.#index + (isBackquoted ? 1 : 2);
    const end = isBackquoted ? this.text.indexOf('`', start) : closingParenthesis(this.text, start);
    this.#index = end === -1 ? this.text.length : end + 1;
    this.tokens.push({ kind: 'substitution', script: this.text.slice(start, end === -1 ? undefined : end) });
    return '$()';
  }

  #readBodies(): void {
    for (const { delimiter, mayIndent, token } of this.#hereDocuments.splice(0)) {
      while (!this.isAtEnd()) {
        const end = endOfLine(this.text, this.#index);
        const line = this.text.slice(this.#index, end);
        this.#index = end + 1;
        if ((mayIndent ? line.replace(/^\t+/, '') : line) === delimiter) break;
        token.body += `${line}\n`;
      }
    }
  }
}

// Sticky: searched exactly at the reader's index.
const REDIRECTION = /\d{0,2}(?:&>>?|<<<|<<-?|>>|>\||[<>]&?)/y;

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
