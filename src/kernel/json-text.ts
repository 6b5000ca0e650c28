import { type Node, parseTree, stripComments } from 'jsonc-parser';
import { isRecord } from './is-record.js';
import { UserError } from './user-error.js';

/**
 * Edits values in a JSON text and leaves every other byte alone: the file belongs to a person, who formatted it in their
 * own way. The text must be valid JSON, with comments if the program that reads it allows them; callers parse it first.
 * The library finds the values; its own edits would drop comments and change the format of the lines around them.
 */

/** The keys and indexes from the top of a JSON text to a value in it. */
export type JsonPath = readonly (string | number)[];

/** How the file is formatted. For a part of a file, that of the whole. */
export interface JsonStyle {
  readonly indent: string;
  readonly newline: string;
}

export function readStyle(text: string): JsonStyle {
  return { indent: /\n([ \t]+)"/.exec(text)?.[1] ?? '  ', newline: text.includes('\r\n') ? '\r\n' : '\n' };
}

/** Throws a `SyntaxError` for a text that is not JSON. Comments are allowed. */
export function parseJson(text: string): unknown {
  if (!text.includes('/')) return JSON.parse(text);
  // The quote at the end is part of a comment only if that comment has no end.
  const bare = stripComments(`${text}\n"`, ' ');
  if (!bare.endsWith('"')) throw new SyntaxError('a comment has no end');
  return JSON.parse(bare.slice(0, -1));
}

/** The value at a path; undefined if there is none. */
export function valueAt(value: unknown, path: JsonPath): unknown {
  return path.reduce<unknown>((at, key) => (isRecord(at) && Object.hasOwn(at, key) ? at[key] : undefined), value);
}

/** The value at a path in the text; undefined if there is none. */
export function findNode(text: string, path: JsonPath = []): Node | undefined {
  try {
    return nodeAt(parseTree(text), path);
  } catch {
    throw new UserError('validation_error', 'a JSON file is nested too deeply to be changed; write it plainer');
  }
}

/** The last of two equal keys counts, as for `JSON.parse`. */
function nodeAt(root: Node | undefined, path: JsonPath): Node | undefined {
  return path.reduce<Node | undefined>((node, step) => {
    if (node?.type === 'array') return node.children?.[Number(step)];
    return node?.children?.findLast(({ children }) => children?.[0]?.value === step)?.children?.[1];
  }, root);
}

/** Whether an object or a list is there and empty. */
export function isEmptyAt(text: string, path: JsonPath): boolean {
  return findNode(text, path)?.children?.length === 0;
}

/** The text with a new value at a path. Objects on the way are made if they are missing. */
export function setAt(text: string, path: JsonPath, value: unknown): string {
  return setInPart({ text, style: readStyle(text) }, path, value);
}

/** The same in a part of a file. */
export function setInPart(
  { text, style }: { readonly text: string; readonly style: JsonStyle },
  path: JsonPath,
  value: unknown,
): string {
  const root = findNode(text);
  const existing = nodeAt(root, path);
  if (existing !== undefined) {
    const start = existing.parent?.type === 'property' ? existing.parent.offset : existing.offset;
    const format = isOnOwnLine(text, start) ? { style, indent: indentAt(text, start) } : undefined;
    return text.slice(0, existing.offset) + layOut(value, format) + text.slice(endOf(existing));
  }
  const depth = path.findIndex((_, index) => nodeAt(root, path.slice(0, index + 1)) === undefined);
  const container = nodeAt(root, path.slice(0, depth));
  const [key, ...rest] = path.slice(depth);
  if (container === undefined || key === undefined) return text;
  const added = rest.reduceRight<unknown>((inner, name) => ({ [name]: inner }), value);
  return insertLast(text, { container, style }, [{ prefix: `${JSON.stringify(key)}: `, value: added }]);
}

/** The text with new elements at the end of a list. */
export function appendAt(text: string, path: JsonPath, values: readonly unknown[]): string {
  const container = findNode(text, path);
  if (container === undefined || values.length === 0) return text;
  const added = values.map((value) => ({ prefix: '', value }));
  return insertLast(text, { container, style: readStyle(text) }, added);
}

/** The text without the value at a path, and without the objects around it that are then empty and not kept. */
export function removeAt(text: string, path: JsonPath, isKept: (path: JsonPath) => boolean = () => true): string {
  const found = findNode(text, path);
  const part = found?.parent?.type === 'property' ? found.parent : found;
  if (part?.parent === undefined) return text;
  const without = removePart(text, part.parent, part);
  const around = path.slice(0, -1);
  const isLeft = around.length === 0 || (part.parent.children ?? []).length > 1 || isKept(around);
  return isLeft ? without : removeAt(without, around, isKept);
}

interface Format {
  readonly style: JsonStyle;
  readonly indent: string;
}

/** Formatted as the parts that are there. */
function insertLast(
  text: string,
  { container, style }: { readonly container: Node; readonly style: JsonStyle },
  added: readonly { readonly prefix: string; readonly value: unknown }[],
): string {
  const open = container.offset + 1;
  const first = container.children?.[0];
  const last = container.children?.at(-1);
  if (first !== undefined && last !== undefined) {
    const before = text.slice(open, first.offset);
    const space = hasComment(before) ? style.newline + indentAt(text, first.offset) : before;
    const format = space.includes('\n') ? { style, indent: indentAt(text, first.offset) } : undefined;
    const shown = added.map(({ prefix, value }) => `,${space || ' '}${prefix}${layOut(value, format)}`);
    return text.slice(0, endOf(last)) + shown.join('') + text.slice(endOf(last));
  }
  const outer = indentAt(text, container.offset);
  const indent = outer + style.indent;
  const shown = added.map(
    ({ prefix, value }) => `${style.newline}${indent}${prefix}${layOut(value, { style, indent })}`,
  );
  const close = endOf(container) - 1;
  const inner = text.slice(open, close);
  const end = hasComment(inner) ? inner : `${style.newline}${outer}`;
  return text.slice(0, open) + shown.join(',') + end + text.slice(close);
}

function removePart(text: string, container: Node, part: Node): string {
  const parts = container.children ?? [];
  const index = parts.indexOf(part);
  const previous = parts[index - 1];
  const next = parts[index + 1];
  const start = previous === undefined ? (next === undefined ? container.offset + 1 : part.offset) : endOf(previous);
  const end = previous === undefined ? (next?.offset ?? endOf(container) - 1) : endOf(part);
  const before = commentsIn(text.slice(start, part.offset));
  return text.slice(0, start) + before + commentsIn(text.slice(endOf(part), end)) + text.slice(end);
}

/** Of the text between two values, nothing is kept, or all but the comma. */
function commentsIn(between: string): string {
  if (!hasComment(between)) return '';
  const comma = stripComments(between, ' ').indexOf(',');
  return comma < 0 ? between : between.slice(0, comma) + between.slice(comma + 1);
}

function hasComment(between: string): boolean {
  return between.includes('/');
}

function endOf(node: Node): number {
  return node.offset + node.length;
}

/** On one line without a format. */
function layOut(value: unknown, format: Format | undefined): string {
  if (format === undefined) return JSON.stringify(value);
  return JSON.stringify(value, null, format.style.indent).replaceAll('\n', `${format.style.newline}${format.indent}`);
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
