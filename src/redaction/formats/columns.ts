import { isSecretLiteral, isUnlikeWords } from '../literal.js';
import type { SecretName } from './names.js';

/** A part of a text. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** The values below a name that heads a column: of CSV, of a table in Markdown or of a database, of an INSERT. */
export function readColumn(text: string, name: SecretName): readonly Stretch[] {
  HEADER_END.lastIndex = name.end;
  const to = HEADER_END.exec(text)?.index ?? text.length;
  const before = /[^\n(]*$/.exec(text.slice(Math.max(0, name.start - MAX_HEADER), name.start))?.[0] ?? '';
  const header = before + text.slice(name.start, Math.min(to, name.end + MAX_HEADER));
  const [delimiter = ''] = /[|;\t,]/.exec(text.slice(name.end, to)) ?? /[|;\t,]/.exec(before) ?? [];
  if (delimiter === '' || !header.split(delimiter).every((cell) => NAME_CELL.test(cell))) return [];
  const names = header.replace(/[\s|]+$/, '').split(delimiter);
  if (names.length < 2 || names.at(-1)?.trim() === '') return [];
  ROWS.lastIndex = to;
  const column = before.split(delimiter).length - 1;
  const found: Stretch[] = [];
  for (let at = to + (ROWS.exec(text)?.[0].length ?? text.length), row = 0; at < text.length && row < MAX_ROWS; row++) {
    const line = /^[^\n]{0,1000}/.exec(text.slice(at, at + 1000))?.[0] ?? '';
    const cells = line.split(delimiter);
    const isRow = cells.length === header.split(delimiter).length && !cells[column]?.includes(name.text);
    if (!isRow && !/^[\s|+:-]*$/.test(line)) break;
    const cell = /[^\s"'`(][^\s"'`);]*/.exec(cells[column] ?? '');
    const start = at + cells.slice(0, column).join(delimiter).length + Math.min(column, 1) + (cell?.index ?? 0);
    const value = cell?.[0] ?? '';
    if (isUnlikeWords(value) && isSecretLiteral(value, name.claim, true))
      found.push({ start, end: start + value.length });
    at += line.length + 1;
  }
  return found;
}

const MAX_HEADER = 300;
const MAX_ROWS = 100;
const HEADER_END = /[\n)]/g;
const NAME_CELL = /^[\s"'`#]*[\w .-]{0,40}[\s"'`]*$/;
const ROWS = /\)\s{0,8}values\s{0,8}\(|\n/iy;
