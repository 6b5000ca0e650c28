/** A header or a `key = value` of a TOML file. */
export interface TomlStatement {
  readonly kind: 'table' | 'key';
  /** From the top of the file, such as `mcp_servers`, `witan`, `command`. */
  readonly path: readonly string[];
  readonly start: number;
  /** Of a key: where its value begins. */
  readonly valueStart: number;
  /** Behind the last character, before a comment on the same line. */
  readonly end: number;
}

/** Every statement of a TOML text, which is not checked. Undefined if a string or a list does not end. */
export function readToml(text: string): TomlStatement[] | undefined {
  const statements: TomlStatement[] = [];
  let table: readonly string[] = [];
  let position = skipBlank(text, 0);
  while (position < text.length) {
    const start = position;
    const isTable = text[start] === '[';
    const nameEnd = endOfName(text, start, isTable ? ']' : '=');
    if (nameEnd === undefined) return undefined;
    const path = namesIn(text.slice(start, nameEnd).replace(/^\[+/, ''));
    if (isTable) {
      table = path;
      position = text[nameEnd + 1] === ']' ? nameEnd + 2 : nameEnd + 1;
      statements.push({ kind: 'table', path, start, valueStart: position, end: position });
    } else {
      const valueStart = nameEnd + 1 + (/^[ \t]*/.exec(text.slice(nameEnd + 1))?.[0].length ?? 0);
      const end = endOfValue(text, valueStart);
      if (end === undefined) return undefined;
      statements.push({ kind: 'key', path: [...table, ...path], start, valueStart, end });
      position = end;
    }
    position = skipBlank(text, position);
  }
  return statements;
}

/** The strings in a value, which may be a list of them. */
export function readStrings(value: string): string[] {
  return [...value.matchAll(/("(?:[^"\\]|\\.)*")|'([^']*)'|#[^\n]*/g)].flatMap(([, double, single]) =>
    double === undefined ? (single ?? []) : parseString(double),
  );
}

/** TOML escapes are those of JSON, but for a few that paths do not need. */
function parseString(quoted: string): string {
  try {
    return String(JSON.parse(quoted));
  } catch {
    return quoted.slice(1, -1);
  }
}

/** White space, line ends and comments. */
function skipBlank(text: string, from: number): number {
  const blank = /(?:\s+|#[^\n]*)*/y;
  blank.lastIndex = from;
  blank.exec(text);
  return blank.lastIndex;
}

/** The first of a character outside quotes; undefined if the line ends before. */
function endOfName(text: string, from: number, mark: string): number | undefined {
  for (let position = from; position < text.length && text[position] !== '\n'; position++) {
    if (text[position] === mark) return position;
    if (`"'`.includes(text[position] ?? '')) {
      const end = endOfString(text, position);
      if (end === undefined) return undefined;
      position = end - 1;
    }
  }
  return undefined;
}

function endOfValue(text: string, from: number): number | undefined {
  let depth = 0;
  let position = from;
  let end = from;
  while (position < text.length) {
    const character = text[position] ?? '';
    if (`"'`.includes(character)) {
      const next = endOfString(text, position);
      if (next === undefined) return undefined;
      position = next;
    } else if (character === '#' || character === '\n') {
      if (depth === 0) return end;
      position = skipBlank(text, position);
      continue;
    } else {
      if ('[{'.includes(character)) depth++;
      if (']}'.includes(character)) depth--;
      position++;
    }
    if (character.trim() !== '') end = position;
  }
  return depth === 0 ? end : undefined;
}

function endOfString(text: string, from: number): number | undefined {
  const quote = text[from] ?? '';
  const mark = text.startsWith(quote.repeat(3), from) ? quote.repeat(3) : quote;
  for (let position = from + mark.length; position < text.length; position++) {
    if (text.startsWith(mark, position)) {
      let end = position + mark.length;
      // Up to two quotes may stand before the closing three.
      while (mark.length === 3 && text[end] === quote) end++;
      return end;
    }
    if (quote === '"' && text[position] === '\\') position++;
    else if (mark.length === 1 && text[position] === '\n') return undefined;
  }
  return undefined;
}

/** The parts of a dotted name. */
function namesIn(name: string): string[] {
  return [...name.matchAll(/"((?:[^"\\]|\\.)*)"|'([^']*)'|[^\s."']+/g)].map(
    ([word, double, single]) => double ?? single ?? word,
  );
}
