import { isDeepStrictEqual } from 'node:util';
import { type Document, isCollection, isMap, isScalar, isSeq, Scalar, visit } from 'yaml';
import { isRecord } from '../../kernel/is-record.js';
import { UserError } from '../../kernel/user-error.js';
import { findPair, parseConfigDocument, renderDocument } from '../files/parse-document.js';
import { keyName } from '../layers/check-file.js';
import type { KeyPath } from '../sections/normalize-context.js';

/** One key and its new value; undefined removes the key. */
export interface ConfigChange {
  readonly key: KeyPath;
  readonly value: unknown;
}

/** Changes one key in the text of a file. Its comments, its order and its blank lines stay. */
export function changeText(text: string, change: ConfigChange, file: string): string {
  const { key, value } = change;
  const { document, values } = parseConfigDocument(text, file);
  if (value === undefined && !document.hasIn(key)) {
    throw new UserError('not_found', `\`${keyName(key)}\` is not set in ${file}; nothing was changed`);
  }
  const others = listValues(values()).filter(([path]) => key.some((step, depth) => path[depth] !== String(step)));
  const expected = [...others, ...(value === undefined ? [] : listValues(value, key.map(String)))];
  try {
    if (value === undefined) removeKey(document, key);
    else setKey(document, change);
    const changed = renderDocument(document, text);
    const found = listValues(parseConfigDocument(changed, file).values());
    if (isDeepStrictEqual(new Set(found), new Set(expected))) return changed;
  } catch (error) {
    // The library refuses to change a part of an alias.
    if (error instanceof UserError) throw error;
  }
  const form = 'is written in a form that can only be changed by hand, such as an alias';
  throw new UserError('conflict', `\`${keyName(key)}\` ${form}; edit ${file}`);
}

function setKey(document: Document, { key, value }: ConfigChange): void {
  for (let depth = 0; depth < key.length; depth++) fillSection(document, key.slice(0, depth));
  const old = document.getIn(key, true);
  const size = isSeq(old) ? old.items.length : 0;
  if (isSeq(old) && Array.isArray(value) && isDeepStrictEqual(value.slice(0, size), old.toJSON())) {
    for (const item of value.slice(size)) old.add(document.createNode(item));
    return;
  }
  // A plain value keeps the comment beside the old one.
  document.setIn(key, isScalar(old) && typeof value !== 'object' ? value : document.createNode(value));
  const comments = commentsIn(old);
  if (comments.length > 0) addComments(findPair(document.getIn(key.slice(0, -1), true), key.at(-1))?.key, comments);
}

/** Makes a map of a section that has only comments. */
function fillSection(document: Document, key: KeyPath): void {
  const node = key.length === 0 ? document.contents : document.getIn(key, true);
  const isEmpty = isScalar(node) ? node.value === null : node === null;
  if (!isEmpty) return;
  const map = document.createNode({});
  addComments(map, [isScalar(node) ? node.comment : undefined]);
  document.setIn(key, map);
}

/** Removes a key, and the maps around it that would be empty and have no comment. */
function removeKey(document: Document, key: KeyPath): void {
  const around = key.slice(0, -1);
  const map = document.getIn(around, true);
  const pair = findPair(map, key.at(-1));
  if (!isMap(map) || pair === undefined) return;
  const index = map.items.indexOf(pair);
  map.items.splice(index, 1);
  const comment = isScalar(pair.key) ? pair.key.commentBefore : undefined;
  const next = map.items[index];
  if (next !== undefined) addComments(next.key, [comment]);
  else if (comment) map.comment = [comment, map.comment].filter(Boolean).join('\n');
  if (map.items.length > 0 || around.length === 0) return;
  const comments = commentsIn(map);
  if (comments.length === 0) {
    removeKey(document, around);
    return;
  }
  const empty = new Scalar(null);
  // Otherwise it is written as "null".
  empty.source = '';
  addComments(empty, comments);
  document.setIn(around, empty);
}

/** Adds comments above a key or the first key of a map. */
function addComments(node: unknown, comments: readonly (string | null | undefined)[]): void {
  if (!isScalar(node) && !isMap(node)) return;
  const all = [...comments, node.commentBefore].filter(Boolean);
  if (all.length > 0) node.commentBefore = all.join('\n');
}

function commentsIn(node: unknown): string[] {
  const comments: (string | null | undefined)[] = [];
  if (isCollection(node)) visit(node, { Node: (_, each) => void comments.push(each.commentBefore, each.comment) });
  return comments.filter((comment) => typeof comment === 'string');
}

/** All values with their keys. An empty section says nothing. */
function listValues(
  value: unknown,
  path: readonly string[] = [],
): (readonly [path: readonly string[], value: unknown])[] {
  if (!isRecord(value)) return [[path, value]];
  return Object.entries(value).flatMap(([name, item]) => listValues(item, [...path, name]));
}
