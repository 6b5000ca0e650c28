import {
  CST,
  type Document,
  isCollection,
  isMap,
  isNode,
  isPair,
  isScalar,
  isSeq,
  Lexer,
  type Pair,
  stringify,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import { isRecord } from '../../kernel/is-record.js';
import type { KeyPath } from '../sections/normalize-context.js';

/** A YAML text and what was parsed from it, with the positions of all values. */
export interface YamlText {
  readonly text: string;
  readonly document: Document;
}

/**
 * The text with a new value at a key, every other byte unchanged. Undefined for a form that this does not know, such as
 * an alias. The caller checks what the new text means.
 */
export function setInText({ text, document }: YamlText, key: KeyPath, value: unknown): string | undefined {
  let map: unknown = document.contents;
  if (isEmpty(map)) return insertLines(text, text.trimEnd().length, blockLines(nested(key, value), ''));
  for (const [depth, step] of key.entries()) {
    if (!isMap(map)) return undefined;
    const pair = pairNamed(map, step);
    const rest = key.slice(depth + 1);
    if (pair === undefined) return addPair(text, map, nested([step, ...rest], value));
    if (rest.length === 0) return replaceValue(text, pair, value);
    if (isEmpty(pair.value)) return map.flow ? undefined : fillSection(text, pair, nested(rest, value));
    map = pair.value;
  }
  return undefined;
}

/** The text without a key, and without the maps around it that would be empty and have no comment. */
export function removeFromText({ text, document }: YamlText, key: KeyPath): string | undefined {
  const path: { readonly map: YAMLMap; readonly pair: Pair }[] = [];
  let map: unknown = document.contents;
  for (const step of key) {
    const pair = isMap(map) ? pairNamed(map, step) : undefined;
    if (!isMap(map) || pair === undefined) return undefined;
    path.push({ map, pair });
    map = pair.value;
  }
  let depth = path.length - 1;
  while (depth > 0 && path[depth]?.map.items.length === 1 && !hasComment(text, path[depth - 1]?.pair)) depth--;
  const found = path[depth];
  if (found === undefined) return undefined;
  return found.map.flow ? removeFromFlow(text, found.map, found.pair) : removeLines(text, found.pair);
}

function addPair(text: string, map: YAMLMap, entry: object): string | undefined {
  const last = map.items.at(-1);
  if (map.flow) return insertInFlow(text, map, entry);
  const first = map.items[0];
  const indent = first === undefined ? undefined : indentAt(text, startOf(first));
  return last === undefined || indent === undefined
    ? undefined
    : insertLines(text, afterComments(text, endOf(last), indent), blockLines(entry, indent));
}

/** Comments that are indented deeper belong to the section before. */
function afterComments(text: string, end: number, indent: string): number {
  const at = lineEnd(text, end);
  const comments = new RegExp(`^(?:\\s*\\n${indent}[ \\t]+#[^\\n]*)+`).exec(text.slice(at))?.[0] ?? '';
  return at + comments.length;
}

/** For a section that has only comments. */
function fillSection(text: string, pair: Pair, entry: object): string | undefined {
  const indent = indentAt(text, startOf(pair));
  return indent === undefined
    ? undefined
    : insertLines(text, colonOf(text, pair) + 1, blockLines(entry, `${indent}  `));
}

function replaceValue(text: string, pair: Pair, value: unknown): string | undefined {
  const node = pair.value;
  const afterColon = colonOf(text, pair) + 1;
  if (isEmpty(node)) return splice(text, [afterColon, afterColon], ` ${flowText(value)}`);
  if (!isNode(node) || !node.range || !(isScalar(node) || isCollection(node)) || node.anchor || node.tag)
    return undefined;
  if (isSeq(node) && Array.isArray(value)) {
    const old: unknown = node.toJSON();
    const isLonger = JSON.stringify(value.slice(0, node.items.length)) === JSON.stringify(old);
    if (isLonger && value.length > node.items.length) return appendItems(text, node, value.slice(node.items.length));
  }
  const end = Math.min(endOf(pair), lineEnd(text, endOf(pair)));
  const isBlock = isCollection(node) && !node.flow;
  const range = [isBlock ? afterColon : node.range[0], end] as const;
  const replaced = splice(text, range, `${isBlock ? ' ' : ''}${flowText(value)}`);
  return isCollection(node) ? insertComments(replaced, startOf(pair), commentsIn(text, range)) : replaced;
}

/** Above the line of a key; undefined if something else is before it on its line. */
function insertComments(text: string, start: number, comments: readonly string[]): string | undefined {
  const indent = indentAt(text, start);
  if (comments.length === 0 || indent === undefined) return comments.length === 0 ? text : undefined;
  const newline = text.includes('\r\n') ? '\r\n' : '\n';
  return splice(text, [start, start], comments.map((comment) => `${comment}${newline}${indent}`).join(''));
}

function commentsIn(text: string, [start, end]: readonly [number, number]): string[] {
  const comments: string[] = [];
  let at = 0;
  let isScalarNext = false;
  for (const token of new Lexer().lex(text)) {
    const kind = CST.tokenType(token);
    if (kind === 'comment' && !isScalarNext && at >= start && at < end) comments.push(token.trimEnd());
    isScalarNext = kind === 'scalar';
    // Marks of the lexer are not in the text.
    if (kind !== 'scalar' && kind !== 'doc-mode' && kind !== 'flow-error-end') at += token.length;
  }
  return comments;
}

function appendItems(text: string, seq: YAMLSeq, added: readonly unknown[]): string | undefined {
  const last = seq.items.at(-1);
  if (seq.flow || last === undefined) return insertInFlow(text, seq, added);
  const indent = indentAt(text, text.lastIndexOf('-', startOf(seq.items[0]) - 1));
  return indent === undefined ? undefined : insertLines(text, endOf(last), blockLines(added, indent));
}

/** Adds the content of a map or a list behind the last item of `{ … }` or `[ … ]`. */
function insertInFlow(text: string, node: YAMLMap | YAMLSeq, added: object): string {
  const content = flowText(added).slice(1, -1).trim();
  const last = node.items.at(-1);
  if (last === undefined) {
    const start = (node.range?.[0] ?? 0) + 1;
    return splice(text, [start, start], isMap(node) ? ` ${content} ` : content);
  }
  const end = endOf(last);
  const comma = /^\s*,/.exec(text.slice(end))?.[0].length ?? 0;
  return splice(text, [end + comma, end + comma], comma === 0 ? `, ${content}` : ` ${content}`);
}

function removeFromFlow(text: string, map: YAMLMap, pair: Pair): string {
  const index = map.items.indexOf(pair);
  const [before, after] = [map.items[index - 1], map.items[index + 1]];
  if (before !== undefined) return splice(text, [endOf(before), endOf(pair)], '');
  return splice(text, [startOf(pair), after === undefined ? endOf(pair) : startOf(after)], '');
}

function removeLines(text: string, pair: Pair): string | undefined {
  const indent = indentAt(text, startOf(pair));
  if (indent === undefined) return undefined;
  const next = text.indexOf('\n', lineEnd(text, endOf(pair)));
  return splice(text, [startOf(pair) - indent.length, next < 0 ? text.length : next + 1], '');
}

/** Behind the line in which a value ends, with its comment. */
function insertLines(text: string, end: number, lines: readonly string[]): string {
  const newline = text.includes('\r\n') ? '\r\n' : '\n';
  const at = lineEnd(text, end);
  const added = lines.join(newline);
  if (text.slice(0, at).trim() === '') return splice(text, [at, at], at === text.length ? `${added}${newline}` : added);
  return splice(text, [at, at], `${newline}${added}${at === text.length ? newline : ''}`);
}

/** A block of text ends behind its last line break, every other value before it. */
function lineEnd(text: string, end: number): number {
  const next = text.indexOf('\n', Math.max(0, text[end - 1] === '\n' ? end - 1 : end));
  const at = next < 0 ? text.length : next;
  return text[at - 1] === '\r' ? at - 1 : at;
}

const splice = (text: string, [start, end]: readonly [number, number], added: string): string =>
  text.slice(0, start) + added + text.slice(end);

function blockLines(value: object, indent: string): string[] {
  const lines = stringify(value, { lineWidth: 0 }).trimEnd().split('\n');
  return lines.map((line) => (line === '' ? '' : indent + line));
}

/** A value in one line. */
function flowText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(flowText).join(', ')}]`;
  if (isRecord(value)) {
    const pairs = Object.entries(value).map(([key, item]) => `${flowText(key)}: ${flowText(item)}`);
    return `{ ${pairs.join(', ')} }`;
  }
  const plain = stringify(value, { lineWidth: 0 }).trimEnd();
  return typeof value === 'string' && /[\n,[\]{}]/.test(plain) ? JSON.stringify(value) : plain;
}

function nested(key: KeyPath, value: unknown): object {
  return key.reduceRight<unknown>((inner, step) => ({ [step]: inner }), value) as object;
}

function pairNamed(map: YAMLMap, step: string | number): Pair | undefined {
  return map.items.find(({ key }) => isScalar(key) && String(key.value) === String(step));
}

/** Undefined if something else is before it on its line. */
function indentAt(text: string, start: number): string | undefined {
  const before = text.slice(text.lastIndexOf('\n', start - 1) + 1, start);
  return before.trim() === '' ? before : undefined;
}

function colonOf(text: string, pair: Pair): number {
  return text.indexOf(':', isNode(pair.key) ? (pair.key.range?.[1] ?? 0) : 0);
}

function startOf(item: unknown): number {
  const node = isPair(item) ? item.key : item;
  return (isNode(node) ? node.range?.[0] : undefined) ?? 0;
}

/** Where the text of a value ends, without the comments and line breaks behind it. */
function endOf(item: unknown): number {
  const node = isPair(item) ? (item.value ?? item.key) : item;
  if (isCollection(node) && !node.flow && node.items.length > 0) return endOf(node.items.at(-1));
  return (isNode(node) ? node.range?.[1] : undefined) ?? 0;
}

/** In the section, or indented as a part of it in the lines below. */
function hasComment(text: string, pair: Pair | undefined): boolean {
  if (pair === undefined) return true;
  const end = lineEnd(text, endOf(pair));
  const below = /^\s*\n([ \t]*)#/.exec(text.slice(end))?.[1] ?? '';
  return text.slice(startOf(pair), end).includes('#') || below.length > (indentAt(text, startOf(pair)) ?? '').length;
}

function isEmpty(node: unknown): boolean {
  return node === null || node === undefined || (isScalar(node) && (node.value === null || node.value === ''));
}
