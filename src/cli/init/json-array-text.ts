import { indentAt, indentUnit, layOut, newlineOf, skipSpace, skipValue } from './json-object-text.js';

/** Edits one element of a JSON array in its text and leaves every other byte alone; see `json-object-text.ts`. */
export interface JsonArrayText {
  readonly open: number;
  readonly close: number;
  readonly elements: readonly JsonElement[];
}

export interface JsonElement {
  readonly start: number;
  readonly end: number;
}

export function readArray(text: string, from: number): JsonArrayText {
  const open = skipSpace(text, from);
  const elements: JsonElement[] = [];
  let position = skipSpace(text, open + 1);
  while (text[position] !== ']') {
    const end = skipValue(text, position);
    elements.push({ start: position, end });
    position = skipSpace(text, end);
    if (text[position] === ',') position = skipSpace(text, position + 1);
  }
  return { open, close: position, elements };
}

export function appendElement(text: string, array: JsonArrayText, value: unknown): string {
  const first = array.elements[0];
  const last = array.elements.at(-1);
  if (first !== undefined && last !== undefined) {
    const space = text.slice(array.open + 1, first.start);
    const shown = layOut(value, text, indentAt(text, first.start), space.includes('\n'));
    return `${text.slice(0, last.end)},${space || ' '}${shown}${text.slice(last.end)}`;
  }
  const outer = indentAt(text, array.open);
  const inner = outer + indentUnit(text);
  const newline = newlineOf(text);
  const body = `[${newline}${inner}${layOut(value, text, inner, true)}${newline}${outer}]`;
  return text.slice(0, array.open) + body + text.slice(array.close + 1);
}

export function replaceElement(text: string, { start, end }: JsonElement, value: unknown): string {
  const isOnLines = text.slice(start, end).includes('\n');
  return text.slice(0, start) + layOut(value, text, indentAt(text, start), isOnLines) + text.slice(end);
}

export function removeElement(text: string, array: JsonArrayText, index: number): string {
  const element = array.elements[index];
  if (element === undefined) return text;
  const previous = array.elements[index - 1];
  const next = array.elements[index + 1];
  if (previous !== undefined) return text.slice(0, previous.end) + text.slice(element.end);
  if (next !== undefined) return text.slice(0, element.start) + text.slice(next.start);
  return text.slice(0, array.open + 1) + text.slice(array.close);
}
