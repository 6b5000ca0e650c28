/** A piece of a command line: a word, an operator between commands, or a redirection with its file. */
export type Token =
  | { readonly kind: 'word'; readonly text: string; readonly isQuoted: boolean }
  | { readonly kind: 'separator'; readonly text: string }
  | { readonly kind: 'redirection'; readonly operator: string; readonly target: string }
  | { readonly kind: 'here-document'; readonly body: string };

/**
 * Splits a command line as a shell does, as far as files and verbs need it: quotes, escapes, comments, redirections,
 * operators. Bodies of here-documents are kept apart: they are text, unless a program runs them. One pass, and nothing
 * is expanded.
 */
export function tokenize(command: string): Token[] {
  const reader = new Reader(command.slice(0, LONGEST_COMMAND));
  const tokens: Token[] = [];
  while (!reader.isAtEnd()) {
    const token = reader.next();
    if (token !== undefined) tokens.push(token);
  }
  return tokens;
}

const LONGEST_COMMAND = 20_000;
const WORD_ENDS = new Set([' ', '\t', '\n', '\r', ';', '&', '|', '<', '>', '(', ')', '`']);

class Reader {
  #at = 0;
  /** Here-documents whose bodies begin after the next line end. */
  readonly #awaited: { delimiter: string; mayIndent: boolean; token: { kind: 'here-document'; body: string } }[] = [];

  constructor(readonly text: string) {}

  isAtEnd(): boolean {
    return this.#at >= this.text.length;
  }

  next(): Token | undefined {
    const character = this.text[this.#at] ?? '';
    if (character === '\n') {
      this.#at++;
      this.#skipBodies();
      return { kind: 'separator', text: '\n' };
    }
    if (character === ' ' || character === '\t' || character === '\r') {
      this.#at++;
      return undefined;
    }
    if (character === '\\' && this.text[this.#at + 1] === '\n') {
      this.#at += 2;
      return undefined;
    }
    if (character === '#') {
      while (!this.isAtEnd() && this.text[this.#at] !== '\n') this.#at++;
      return undefined;
    }
    const redirection = this.#redirection();
    if (redirection !== undefined) return redirection.token;
    if (';&|()`'.includes(character)) return { kind: 'separator', text: this.#operator(character) };
    const { text, isQuoted } = this.#word();
    return { kind: 'word', text, isQuoted };
  }

  #operator(character: string): string {
    const length = this.text[this.#at + 1] === character && ';&|'.includes(character) ? 2 : 1;
    this.#at += length;
    return character.repeat(length);
  }

  #redirection(): { token: Token | undefined } | undefined {
    REDIRECTION.lastIndex = this.#at;
    const operator = REDIRECTION.exec(this.text)?.[0];
    if (operator === undefined) return undefined;
    this.#at += operator.length;
    while (this.text[this.#at] === ' ' || this.text[this.#at] === '\t') this.#at++;
    const { text: target } = this.#word();
    const plain = operator.replace(/^[\d&]+/, (digits) => (operator.startsWith('&>') ? digits : ''));
    if (plain === '<<' || plain === '<<-') {
      const token = { kind: 'here-document' as const, body: '' };
      this.#awaited.push({ delimiter: target, mayIndent: plain === '<<-', token });
      return { token };
    }
    // `2>&1` joins streams, `<<<` is a text: no file in either.
    if (plain === '<<<' || (plain.endsWith('&') && !plain.startsWith('&'))) return { token: undefined };
    return { token: { kind: 'redirection', operator: plain, target } };
  }

  #word(): { text: string; isQuoted: boolean } {
    let text = '';
    let isQuoted = false;
    const start = this.#at;
    while (!this.isAtEnd()) {
      const character = this.text[this.#at] ?? '';
      if (character === "'" || character === '"') {
        isQuoted = true;
        text += this.#quoted(character);
      } else if (character === '\\') {
        text += this.text[this.#at + 1] === '\n' ? '' : (this.text[this.#at + 1] ?? '');
        this.#at += 2;
      } else if (character === '$' && this.text[this.#at + 1] === '(') {
        // What a substitution runs is read as a command of its own; here the word only ends.
        this.#at++;
        break;
      } else if (WORD_ENDS.has(character)) break;
      else {
        text += character;
        this.#at++;
      }
    }
    // Nothing that could begin a word: pass over it, or the reader would stand still.
    if (this.#at === start) this.#at++;
    return { text, isQuoted };
  }

  #quoted(quote: string): string {
    let text = '';
    this.#at++;
    while (!this.isAtEnd() && this.text[this.#at] !== quote) {
      if (quote === '"' && this.text[this.#at] === '\\') this.#at++;
      text += this.text[this.#at] ?? '';
      this.#at++;
    }
    this.#at++;
    return text;
  }

  #skipBodies(): void {
    for (const { delimiter, mayIndent, token } of this.#awaited.splice(0)) {
      while (!this.isAtEnd()) {
        const end = this.text.indexOf('\n', this.#at);
        const line = this.text.slice(this.#at, end === -1 ? this.text.length : end);
        this.#at = end === -1 ? this.text.length : end + 1;
        if ((mayIndent ? line.replace(/^\t+/, '') : line) === delimiter) break;
        token.body += `${line}\n`;
      }
    }
  }
}

// Sticky: looked for exactly where the reader stands.
const REDIRECTION = /(?:\d{1,2})?(?:&>>?|<<<|<<-?|>>|>\||[<>]&?)/y;
