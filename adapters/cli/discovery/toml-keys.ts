import { createTomlCursor, type TomlCursor } from './toml-cursor.js';

export type KeyPath = readonly string[];

/**
 * Every table and key that a TOML text sets, as full paths; the values themselves are only passed over. Undefined when
 * the text is not TOML as this reader knows it: then nothing can be said about what it holds.
 */
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
        readEntry(cursor, table, found, 0);
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

/** `key = value`; a value that is a table holds keys of its own. */
function readEntry(cursor: TomlCursor, table: KeyPath, found: KeyPath[], depth: number): void {
  const path = [...table, ...readKey(cursor)];
  found.push(path);
  cursor.expect('=');
  cursor.skipSpaces();
  passValue(cursor, path, found, depth);
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

/** Deeper nesting is nobody's configuration, and would overflow the stack. */
const MAX_DEPTH = 100;

function passValue(cursor: TomlCursor, path: KeyPath, found: KeyPath[], depth: number): void {
  if (depth > MAX_DEPTH) throw new Error('nested too deeply');
  if (cursor.accept('{')) {
    passMembers(cursor, '}', () => readEntry(cursor, path, found, depth + 1));
  } else if (cursor.accept('[')) {
    // The elements of an array have no names: keys of tables in it are nobody's path.
    passMembers(cursor, ']', () => passValue(cursor, path, [], depth + 1));
  } else if (cursor.peek() === '"' || cursor.peek() === "'") {
    cursor.readString();
  } else {
    cursor.readScalar();
  }
}

function passMembers(cursor: TomlCursor, end: string, passOne: () => void): void {
  cursor.skipBlank();
  while (!cursor.accept(end)) {
    passOne();
    cursor.skipBlank();
    if (!cursor.accept(',') && cursor.peek() !== end) throw new Error(`${end} expected`);
    cursor.skipBlank();
  }
}
