/** A position in a TOML text. Reading moves it forward and throws on a syntax error. */
export interface TomlCursor {
  atEnd(): boolean;
  peek(): string;
  /** Skips the text if it is next. */
  accept(text: string): boolean;
  expect(text: string): void;
  skipSpaces(): void;
  /** Skips spaces, line ends and comments. */
  skipBlank(): void;
  /** Nothing but a comment may follow on the line. */
  endLine(): void;
  readSimpleKey(): string;
  readString(): string;
  /** A number, a date or a boolean. */
  readScalar(): void;
}

export function createTomlCursor(text: string): TomlCursor {
  let position = text.startsWith('\uFEFF') ? 1 : 0;

  function take(pattern: RegExp): string | undefined {
    pattern.lastIndex = position;
    const [found] = pattern.exec(text) ?? [];
    if (found !== undefined) position += found.length;
    return found;
  }

  function need(pattern: RegExp, what: string): string {
    const found = take(pattern);
    if (found === undefined) throw new Error(`${what} expected at character ${position}`);
    return found;
  }

  const accept = (wanted: string) => {
    if (!text.startsWith(wanted, position)) return false;
    position += wanted.length;
    return true;
  };

  return {
    atEnd: () => position >= text.length,
    peek: () => text.charAt(position),
    accept,
    expect(wanted) {
      if (!accept(wanted)) throw new Error(`${wanted} expected at character ${position}`);
    },
    skipSpaces: () => void take(/[ \t]*/y),
    skipBlank: () => void take(/(?:[ \t\r\n]|#[^\n]*)*/y),
    endLine: () => void need(/[ \t]*(?:#[^\n]*)?(?:\r?\n|$)/y, 'the end of the line'),
    readSimpleKey() {
      const quoted = take(ONE_LINE_STRING);
      return quoted === undefined ? need(/[A-Za-z0-9_-]+/y, 'a key') : unquoted(quoted);
    },
    readString: () => unquoted(take(MANY_LINE_STRING) ?? need(ONE_LINE_STRING, 'a string')),
    readScalar: () => void need(/[A-Za-z0-9+.:_-]+(?: \d\d:\d\d[\d:.+Z-]*)?/y, 'a value'),
  };
}

const ONE_LINE_STRING = /"(?:[^"\\\r\n]|\\[^\r\n])*"|'[^'\r\n]*'/y;
/** Up to two quotes may come directly before the closing three. */
const MANY_LINE_STRING = /"""(?:[^"\\]|\\[\s\S]|"(?!""))*"{3,5}|'''(?:[^']|'(?!''))*'{3,5}/y;

function unquoted(literal: string): string {
  const quotes = /^("""|'''|"|')/.exec(literal)?.[1] ?? '';
  const inner = literal.slice(quotes.length, -quotes.length);
  if (quotes.startsWith("'")) return inner;
  return inner.replace(/\\(?:u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|x([0-9A-Fa-f]{2})|([\s\S]))/g, (_all, ...groups) => {
    const [short, long, byte, letter] = groups as (string | undefined)[];
    const code = short ?? long ?? byte;
    if (code !== undefined) return String.fromCodePoint(Number.parseInt(code, 16));
    return ESCAPES[letter ?? ''] ?? letter ?? '';
  });
}

const ESCAPES: Readonly<Record<string, string>> = { b: '\b', t: '\t', n: '\n', f: '\f', r: '\r', e: '\u001b' };
