/**
 * Edits values in a JSON text and leaves every other byte alone: the file belongs to a person, who formatted it in their
 * own way. The text must be valid JSON, with comments if the program that reads it allows them; callers parse it first.
 * Nothing here recurses: a file may be nested deeper than the stack.
 */
export interface JsonSpan {
  readonly start: number;
  readonly end: number;
}

export interface JsonMember extends JsonSpan {
  readonly key: string;
  readonly valueStart: number;
}

export interface JsonObjectText {
  readonly open: number;
  readonly close: number;
  readonly members: readonly JsonMember[];
  readonly style: JsonStyle;
}

export interface JsonArrayText {
  readonly open: number;
  readonly close: number;
  readonly elements: readonly JsonSpan[];
  readonly style: JsonStyle;
}

/** How the file is formatted. For a part of a file, that of the whole. */
export interface JsonStyle {
  readonly indent: string;
  readonly newline: string;
}

function styleOf(text: string): JsonStyle {
  return { indent: /\n([ \t]+)"/.exec(text)?.[1] ?? '  ', newline: text.includes('\r\n') ? '\r\n' : '\n' };
}

/** The object that begins at `from`. */
export function readObject(text: string, from = 0, style = styleOf(text)): JsonObjectText {
  const open = skipSpace(text, from);
  const members: JsonMember[] = [];
  let position = skipSpace(text, open + 1);
  while (text[position] === '"') {
    const keyEnd = skipString(text, position);
    const valueStart = skipSpace(text, skipSpace(text, keyEnd) + 1);
    const end = skipValue(text, valueStart);
    members.push({ key: String(JSON.parse(text.slice(position, keyEnd))), start: position, valueStart, end });
    position = skipComma(text, end);
  }
  return { open, close: position, members, style };
}

/** The list that begins at `from`. */
export function readArray(text: string, from: number, style = styleOf(text)): JsonArrayText {
  const open = skipSpace(text, from);
  const elements: JsonSpan[] = [];
  let position = skipSpace(text, open + 1);
  while (position < text.length && text[position] !== ']') {
    const end = skipValue(text, position);
    elements.push({ start: position, end });
    position = skipComma(text, end);
  }
  return { open, close: position, elements, style };
}

/** The last one counts, as for `JSON.parse`. */
export function findMember(object: JsonObjectText, key: string): JsonMember | undefined {
  return object.members.findLast((member) => member.key === key);
}

export function setMember(
  text: string,
  object: JsonObjectText,
  [key, value]: readonly [key: string, value: unknown],
): string {
  const existing = findMember(object, key);
  if (existing === undefined) {
    return insertLast(text, { ...object, parts: object.members }, [{ prefix: `${JSON.stringify(key)}: `, value }]);
  }
  const format = { style: object.style, indent: indentAt(text, existing.start) };
  const shown = layOut(value, isOnOwnLine(text, existing.start) ? format : undefined);
  return text.slice(0, existing.valueStart) + shown + text.slice(existing.end);
}

export function removeMember(text: string, object: JsonObjectText, key: string): string {
  const index = object.members.findLastIndex((member) => member.key === key);
  return index === -1 ? text : removePart(text, { ...object, parts: object.members }, index);
}

export function appendElements(text: string, array: JsonArrayText, values: readonly unknown[]): string {
  return insertLast(
    text,
    { ...array, parts: array.elements },
    values.map((value) => ({ prefix: '', value })),
  );
}

export function replaceElement(text: string, { start, end }: JsonSpan, value: unknown): string {
  const isOnLines = text.slice(start, end).includes('\n');
  const format = { style: styleOf(text), indent: indentAt(text, start) };
  return text.slice(0, start) + layOut(value, isOnLines ? format : undefined) + text.slice(end);
}

export function removeElement(text: string, array: JsonArrayText, index: number): string {
  return removePart(text, { ...array, parts: array.elements }, index);
}

/** An object or a list. */
interface Container {
  readonly open: number;
  readonly close: number;
  readonly parts: readonly JsonSpan[];
  readonly style: JsonStyle;
}

interface NewPart {
  readonly prefix: string;
  readonly value: unknown;
}

/** Formatted as the parts that are there. */
function insertLast(text: string, { open, close, parts, style }: Container, added: readonly NewPart[]): string {
  const first = parts[0];
  const last = parts.at(-1);
  if (first !== undefined && last !== undefined) {
    const before = text.slice(open + 1, first.start);
    const space = hasComment(before) ? style.newline + indentAt(text, first.start) : before;
    const format = space.includes('\n') ? { style, indent: indentAt(text, first.start) } : undefined;
    const shown = added.map(({ prefix, value }) => `,${space || ' '}${prefix}${layOut(value, format)}`);
    return text.slice(0, last.end) + shown.join('') + text.slice(last.end);
  }
  const outer = indentAt(text, open);
  const indent = outer + style.indent;
  const shown = added.map(
    ({ prefix, value }) => `${style.newline}${indent}${prefix}${layOut(value, { style, indent })}`,
  );
  const inner = text.slice(open + 1, close);
  const end = hasComment(inner) ? inner : `${style.newline}${outer}`;
  return `${text.slice(0, open + 1)}${shown.join(',')}${end}${text.slice(close)}`;
}

function removePart(text: string, { open, close, parts }: Container, index: number): string {
  const part = parts[index];
  if (part === undefined) return text;
  const previous = parts[index - 1];
  const next = parts[index + 1];
  if (previous !== undefined) {
    return text.slice(0, previous.end) + commentsIn(text.slice(previous.end, part.start)) + text.slice(part.end);
  }
  if (next !== undefined) {
    return text.slice(0, part.start) + commentsIn(text.slice(part.end, next.start)) + text.slice(next.start);
  }
  const [before, after] = [text.slice(open + 1, part.start), text.slice(part.end, close)];
  return text.slice(0, open + 1) + commentsIn(before) + commentsIn(after) + text.slice(close);
}

/** What to keep of the text between two values: nothing, or all but the comma. */
function commentsIn(between: string): string {
  if (!hasComment(between)) return '';
  const comma = blankComments(between).indexOf(',');
  return comma < 0 ? between : between.slice(0, comma) + between.slice(comma + 1);
}

function hasComment(between: string): boolean {
  return between.includes('/');
}

/** The same text with spaces instead of comments. A pattern that matches whole strings overflows the stack at a long one. */
export function blankComments(text: string): string {
  const mark = /"|\/\/|\/\*/g;
  const pieces: string[] = [];
  let position = 0;
  for (let found = mark.exec(text); found !== null; found = mark.exec(text)) {
    const { 0: kind, index } = found;
    if (kind === '"') mark.lastIndex = skipString(text, index);
    else {
      // A comment without an end stays, and with it the text is no JSON.
      if (kind === '/*' && !text.includes('*/', index + 2)) break;
      const end = kind === '//' ? endOf(text, '\n', index) : endOf(text, '*/', index + 2);
      pieces.push(text.slice(position, index), text.slice(index, end).replace(/[^\n]/g, ' '));
      position = end;
      mark.lastIndex = end;
    }
  }
  return pieces.join('') + text.slice(position);
}

/** On one line without a format. */
function layOut(value: unknown, format: { readonly style: JsonStyle; readonly indent: string } | undefined): string {
  if (format === undefined) return JSON.stringify(value);
  const { style, indent } = format;
  return JSON.stringify(value, null, style.indent).replaceAll('\n', `${style.newline}${indent}`);
}

/** The white space at the beginning of the line of a position. */
function indentAt(text: string, position: number): string {
  return /^[ \t]*/.exec(text.slice(lineStart(text, position), position))?.[0] ?? '';
}

function isOnOwnLine(text: string, position: number): boolean {
  const start = lineStart(text, position);
  return start > 0 && text.slice(start, position).trim() === '';
}

function lineStart(text: string, position: number): number {
  return text.lastIndexOf('\n', position - 1) + 1;
}

function skipComma(text: string, from: number): number {
  const position = skipSpace(text, from);
  return text[position] === ',' ? skipSpace(text, position + 1) : position;
}

function skipSpace(text: string, from: number): number {
  let position = from;
  while (position < text.length) {
    if (text.startsWith('//', position)) position = endOf(text, '\n', position);
    else if (text.startsWith('/*', position)) position = endOf(text, '*/', position + 2);
    else if (' \t\r\n'.includes(text[position] ?? '')) position++;
    else break;
  }
  return position;
}

function endOf(text: string, mark: string, from: number): number {
  const found = text.indexOf(mark, from);
  return found < 0 ? text.length : found + mark.length;
}

function skipString(text: string, from: number): number {
  let position = from + 1;
  while (position < text.length && text[position] !== '"') position += text[position] === '\\' ? 2 : 1;
  return position + 1;
}

function skipValue(text: string, from: number): number {
  let depth = 0;
  let position = from;
  while (position < text.length) {
    const character = text[position] ?? '';
    if (character === '"') position = skipString(text, position);
    else if (depth > 0 && character === '/') position = skipSpace(text, position);
    else if ('{['.includes(character)) [depth, position] = [depth + 1, position + 1];
    else if ('}]'.includes(character) && depth > 0) [depth, position] = [depth - 1, position + 1];
    else if (depth > 0 || !',}]/ \t\r\n'.includes(character)) {
      position++;
      continue;
    } else return position;
    if (depth === 0) return position;
  }
  return position;
}
