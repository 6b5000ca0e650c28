import { type Document, isMap, isNode, isScalar, isSeq, LineCounter, parseDocument, type YAMLMap } from 'yaml';
import { UserError } from '../../kernel/user-error.js';
import type { RawValues } from '../layers/layer.js';
import { oneLine } from '../one-line.js';
import type { KeyPath } from '../sections/normalize-context.js';
import { findExcess, MAX_DEPTH } from './check-size.js';

export interface ParsedDocument {
  readonly document: Document;
  /** Reads the values as they stand in the document now. */
  readonly values: () => RawValues;
  readonly lineOf: (key: KeyPath) => number | undefined;
}

/** Parses one YAML file. Everything that a hand-written or a hostile file can do wrong ends in one clear line. */
export function parseConfigDocument(text: string, path: string): ParsedDocument {
  const excess = findExcess(text);
  if (excess !== undefined) throw refuse(path, `it ${excess}`);
  const lines = new LineCounter();
  const document = guarded(path, () =>
    parseDocument(text, { lineCounter: lines, prettyErrors: false, uniqueKeys: true, strict: true }),
  );
  const fault = document.errors[0] ?? document.warnings[0];
  if (fault !== undefined) {
    // The parser quotes the text that it stumbled over, and that may be a key: only the cause is shown.
    const cause = fault.message.split(/[:\n]? *["\n]/)[0] ?? '';
    throw new UserError(
      'validation_error',
      `${path}:${lines.linePos(fault.pos[0]).line}: not valid YAML: ${oneLine(cause)}`,
    );
  }
  if (document.contents !== null && !isMap(document.contents) && !isEmptyScalar(document.contents)) {
    throw new UserError('validation_error', `${path}: must be a map of sections, such as \`council:\``);
  }
  const lineOf = (key: KeyPath) => lineIn(document, key, lines);
  return {
    document,
    lineOf,
    values: () => guarded(path, () => plainValues(document, path, lineOf)),
  };
}

function guarded<Value>(path: string, read: () => Value): Value {
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
    throw new UserError('validation_error', `${path}:${lineOf(key) ?? 1}: the key "${key.at(-1)}" is not allowed`);
  }) as RawValues;
}

/** These names reach into every object of the program if they are copied carelessly. */
const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype']);

/** Refuses dangerous and very deep keys; leaves out keys without a value: a section of comments only is not set. */
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
    const next = isMap(node) ? pairOf(node, step) : undefined;
    const place = next?.key ?? (isSeq(node) ? node.items[Number(step)] : undefined);
    node = next === undefined ? place : next.value;
    if (place === undefined) break;
    if (isNode(place) && place.range) offset = place.range[0];
  }
  return offset === undefined ? undefined : lines.linePos(offset).line;
}

function pairOf(map: YAMLMap, step: string | number) {
  return map.items.find(({ key }) => String(isScalar(key) ? key.value : key) === String(step));
}
