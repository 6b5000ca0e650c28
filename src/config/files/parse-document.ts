import {
  CST,
  type Document,
  isMap,
  isNode,
  isScalar,
  isSeq,
  Lexer,
  LineCounter,
  type Pair,
  parseDocument,
  visit,
} from 'yaml';
import { markHidden } from '../../kernel/plain-text.js';
import { UserError } from '../../kernel/user-error.js';
import type { KeyPath } from '../sections/normalize-context.js';
import type { RawValues } from '../sections/walk-schema.js';

const MAX_KEYS = 2_000;
const MAX_LIST_ENTRIES = 5_000;
/** The deepest key of the schema has six steps. */
const MAX_DEPTH = 32;

export interface ParsedDocument {
  readonly document: Document;
  /** The present values of the document. */
  readonly values: () => RawValues;
  readonly lineOf: (key: KeyPath) => number | undefined;
}

/** Parses one YAML file. Every mistake, also in a hostile file, is a one-line `UserError`. */
export function parseConfigDocument(text: string, path: string): ParsedDocument {
  const excess = findExcess(text);
  if (excess !== undefined) throw refuse(path, `it ${excess}`);
  const lines = new LineCounter();
  const document = withClearErrors(path, () =>
    parseDocument(text, { lineCounter: lines, prettyErrors: false, uniqueKeys: true, strict: true }),
  );
  const problem = document.errors[0] ?? document.warnings[0];
  if (problem !== undefined) {
    // The parser quotes the wrong text, which may be an API key: only the cause is shown.
    const cause = problem.message.split(/[:\n]? *["\n]|; please/)[0] ?? '';
    throw new UserError(
      'validation_error',
      `${path}:${lines.linePos(problem.pos[0]).line}: not valid YAML: ${markHidden(cause)}`,
    );
  }
  if (document.contents !== null && !isMap(document.contents) && !isEmptyScalar(document.contents)) {
    throw new UserError('validation_error', `${path}: must be a map of sections, such as \`council:\``);
  }
  const lineOf = (key: KeyPath) => lineIn(document, key, lines);
  return {
    document,
    lineOf,
    values: () => withClearErrors(path, () => plainValues(document, path, lineOf)),
  };
}

/** The text of a changed document, with line ends and spaces in brackets as in the text that it was parsed from. */
export function renderDocument(document: Document, source: string): string {
  visit(document, {
    // The library would move the comment of an empty section beside its key.
    Scalar: (_, node) => {
      if (!node.comment || !node.range || !/^[ \t]*\r?\n/.test(source.slice(node.range[1]))) return;
      node.commentBefore = node.comment;
      node.comment = null;
    },
  });
  const text = document.toString({ lineWidth: 0, flowCollectionPadding: /[[{] /.test(source) });
  return source.includes('\r\n') ? text.replaceAll(/\r?\n/g, '\r\n') : text;
}

function withClearErrors<Value>(path: string, read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    if (error instanceof UserError) throw error;
    const cause =
      error instanceof ReferenceError ? 'it repeats parts of itself too often (aliases)' : 'it is nested too deeply';
    throw refuse(path, cause);
  }
}

function refuse(path: string, cause: string): UserError {
  return new UserError('validation_error', `${path}: refused: ${cause}; write it out plainly`);
}

function isEmptyScalar(node: unknown): boolean {
  return isScalar(node) && (node.value === null || node.value === '');
}

function plainValues(document: Document, path: string, lineOf: (key: KeyPath) => number | undefined): RawValues {
  const values: unknown = document.toJS({ maxAliasCount: 50 });
  return clean(values ?? {}, [], (key) => {
    if (key.length > MAX_DEPTH) throw refuse(path, 'it is nested too deeply');
    throw new UserError(
      'validation_error',
      `${path}:${lineOf(key) ?? 1}: the key "${key.at(-1)}" is not allowed; choose another name`,
    );
  }) as RawValues;
}

/** Copying these keys could change the prototype of all objects. */
const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype']);

/** Refuses dangerous and very deep keys, and drops keys without a value: a section with only comments is not set. */
function clean(value: unknown, key: KeyPath, refuseKey: (key: KeyPath) => never): unknown {
  if (key.length > MAX_DEPTH) refuseKey(key);
  if (Array.isArray(value)) return value.map((item, position) => clean(item, [...key, position], refuseKey));
  if (typeof value !== 'object' || value === null) return value;
  const cleaned: RawValues = {};
  for (const [name, item] of Object.entries(value)) {
    if (FORBIDDEN.has(name)) refuseKey([...key, name]);
    if (item !== null) cleaned[name] = clean(item, [...key, name], refuseKey);
  }
  return cleaned;
}

function lineIn(document: Document, key: KeyPath, lines: LineCounter): number | undefined {
  let node: unknown = document.contents;
  let offset: number | undefined;
  for (const step of key) {
    const next = findPair(node, step);
    const target = next?.key ?? (isSeq(node) ? node.items[Number(step)] : undefined);
    node = next === undefined ? target : next.value;
    if (target === undefined) break;
    if (isNode(target) && target.range) offset = target.range[0];
  }
  return offset === undefined ? undefined : lines.linePos(offset).line;
}

/** The key and the value of a name in a map. */
export function findPair(map: unknown, name: string | number | undefined): Pair | undefined {
  if (!isMap(map)) return undefined;
  return map.items.find(({ key }) => String(isScalar(key) ? key.value : key) === String(name));
}

/**
 * Which limit a YAML text exceeds, as the end of a sentence; undefined if it is within the limits. Only lexes the text:
 * parsing twenty thousand keys would take seconds.
 */
function findExcess(text: string): string | undefined {
  // Most files are too short to exceed any limit.
  if ((text.match(/[:?,[{-]/g)?.length ?? 0) <= MAX_KEYS) return undefined;
  let [keys, entries, depth] = [0, 0, 0];
  for (const token of new Lexer().lex(text)) {
    const type = CST.tokenType(token) ?? '';
    if (KEY_TOKENS.has(type)) keys += 1;
    else if (ENTRY_TOKENS.has(type)) entries += 1;
    else if (OPENING_TOKENS.has(type)) depth += 1;
    else if (CLOSING_TOKENS.has(type)) depth -= 1;
    if (keys > MAX_KEYS) return `has more than ${MAX_KEYS} keys`;
    if (entries > MAX_LIST_ENTRIES) return `has more than ${MAX_LIST_ENTRIES} list entries`;
    if (depth > MAX_DEPTH) return 'is nested too deeply';
  }
  return undefined;
}

const KEY_TOKENS = new Set<string>(['map-value-ind', 'explicit-key-ind']);
const ENTRY_TOKENS = new Set<string>(['seq-item-ind', 'comma']);
const OPENING_TOKENS = new Set<string>(['flow-map-start', 'flow-seq-start']);
const CLOSING_TOKENS = new Set<string>(['flow-map-end', 'flow-seq-end']);
