import { createTomlCursor, type TomlCursor } from './toml-cursor.js';

export type KeyPath = readonly string[];

/** The full paths of all tables and keys in a TOML text; undefined if this reader cannot parse it. */
export function tomlKeys(text: string): KeyPath[] | undefined {
  const cursor = createTomlCursor(text);
  const found: KeyPath[] = [];
  let table: KeyPath = [];
  try {
    for (cursor.skipBlank(); !cursor.atEnd(); cursor.skipBlank()) {
      if (cursor.peek() === '[') {
        table = readHeader(cursor);
        found.push(table);
      } else {
        readEntry(cursor, table, { found, depth: 0 });
      }
      cursor.endLine();
    }
    return found;
  } catch {
    return undefined;
  }
}

/** `[a.b]`, or `[[a.b]]` for one more element of an array. */
function readHeader(cursor: TomlCursor): KeyPath {
  cursor.expect('[');
  const isElement = cursor.accept('[');
  const path = readKey(cursor);
  cursor.expect(isElement ? ']]' : ']');
  return path;
}

interface Nesting {
  readonly found: KeyPath[];
  readonly depth: number;
}

/** `key = value`; an inline table has more keys. */
function readEntry(cursor: TomlCursor, table: KeyPath, { found, depth }: Nesting): void {
  const path = [...table, ...readKey(cursor)];
  found.push(path);
  cursor.expect('=');
  cursor.skipSpaces();
  skipValue(cursor, path, { found, depth });
}

/** `a . "b c" . 'd'` */
function readKey(cursor: TomlCursor): KeyPath {
  const path: string[] = [];
  do {
    cursor.skipSpaces();
    path.push(cursor.readSimpleKey());
    cursor.skipSpaces();
  } while (cursor.accept('.'));
  return path;
}

/** Deeper nesting could overflow the stack. */
const MAX_DEPTH = 100;

function skipValue(cursor: TomlCursor, path: KeyPath, { found, depth }: Nesting): void {
  if (depth > MAX_DEPTH) throw new Error('nested too deeply');
  if (cursor.accept('{')) {
    skipMembers(cursor, '}', () => readEntry(cursor, path, { found, depth: depth + 1 }));
  } else if (cursor.accept('[')) {
    // Keys of tables in an array have no path.
    skipMembers(cursor, ']', () => skipValue(cursor, path, { found: [], depth: depth + 1 }));
  } else if (cursor.peek() === '"' || cursor.peek() === "'") {
    cursor.readString();
  } else {
    cursor.readScalar();
  }
}

function skipMembers(cursor: TomlCursor, end: string, skipOne: () => void): void {
  cursor.skipBlank();
  while (!cursor.accept(end)) {
    skipOne();
    cursor.skipBlank();
    if (!cursor.accept(',') && cursor.peek() !== end) throw new Error(`${end} expected`);
    cursor.skipBlank();
  }
}
