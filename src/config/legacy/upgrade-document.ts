import { type Document, isMap, isScalar, isSeq, Pair, visit, type YAMLMap } from 'yaml';
import type { z } from 'zod';
import { DEMO, OLD_DEMO } from '../../kernel/demo-names.js';
import { findPair } from '../files/parse-document.js';
import { KNOWN_ADAPTERS } from '../sections/adapters.js';
import { fileSchema } from '../sections/index.js';
import { childSchema, keysAt } from '../sections/walk-schema.js';

export interface Upgrade {
  /** What was changed, one line each. */
  readonly notes: readonly string[];
  /** Old keys that nothing reads any more. */
  readonly ignored: readonly string[];
}

export function isLegacy(document: Document): boolean {
  const root = document.contents;
  return isMap(root) && (root.has('cli_tools') || root.has('deliberation'));
}

/**
 * Rewrites a document to the present form, in place and with its comments. Reading an old file uses this as well, so
 * that the migrated file cannot mean something else.
 */
export function upgradeDocument(document: Document): Upgrade {
  const root = document.contents;
  if (!isMap(root)) return { notes: [], ignored: [] };
  const wasLegacy = isLegacy(document);
  replaceAliases(document);
  const notes = [
    ...upgradeTools(document, root),
    ...moveSection(document, root, { from: 'deliberation', to: 'council' }),
    ...upgradeArguments(root),
    ...renameDemo(document),
  ];
  if (!wasLegacy) return { notes, ignored: [] };
  const ignored = dropUnknownKeys(root, fileSchema);
  return { notes: [...notes, ...ignored.map((key) => `removed \`${key}\`: nothing reads it any more`)], ignored };
}

/** Replaces every alias by a copy, because changing its target would change all its uses. */
function replaceAliases(document: Document): void {
  visit(document, {
    Alias: (_, alias) => document.createNode(alias.toJS(document), { aliasDuplicateObjects: false }),
  });
  visit(document, {
    Value: (_, node) => {
      delete node.anchor;
    },
  });
}

/** All old tools were programs, so each gets `type: cli`. */
function upgradeTools(document: Document, root: YAMLMap): string[] {
  const tools = mapAt(root, 'cli_tools');
  for (const { key } of tools?.items ?? []) {
    const tool = mapAt(tools, nameOf(key));
    if (tool !== undefined && !tool.has('type')) {
      tool.items.unshift(new Pair(document.createNode('type'), document.createNode('cli')));
    }
  }
  return moveSection(document, root, { from: 'cli_tools', to: 'adapters' });
}

/** Renames a section. If both names exist they are merged, and the keys under the new name win. */
function moveSection(
  document: Document,
  root: YAMLMap,
  { from, to }: { readonly from: string; readonly to: string },
): string[] {
  const old = findPair(root, from);
  if (old === undefined) return [];
  const target = findPair(root, to);
  if (target === undefined && isScalar(old.key)) {
    old.key.value = to;
    return [`renamed \`${from}\` to \`${to}\``];
  }
  const notes = [`moved \`${from}\` into \`${to}\``];
  const source = mapAt(root, from);
  keepComment(old.key, source?.items[0]?.key);
  let into = mapAt(root, to);
  if (into === undefined) {
    root.set(to, document.createNode({}));
    into = mapAt(root, to);
  }
  for (const item of source?.items ?? []) {
    const name = nameOf(item.key);
    if (into?.has(name)) notes.push(`left out \`${from}.${name}\`: \`${to}.${name}\` is set too, and wins`);
    else into?.items.push(item);
  }
  root.delete(from);
  return notes;
}

/** Moves the comment above a section to its first entry. */
function keepComment(from: unknown, to: unknown): void {
  if (!isScalar(from) || !isScalar(to) || !from.commentBefore) return;
  to.commentBefore = [from.commentBefore, to.commentBefore].filter(Boolean).join('\n');
}

const PLACEHOLDER = /\{(model|prompt)\}/;

/**
 * Built-in adapters pass model and prompt themselves, so an old list of arguments is removed as a whole: without its
 * placeholders only loose flags would be left. Other tools now get the prompt on standard input.
 */
function upgradeArguments(root: YAMLMap): string[] {
  const adapters = mapAt(root, 'adapters');
  const notes: string[] = [];
  for (const { key } of adapters?.items ?? []) {
    const name = nameOf(key);
    const adapter = mapAt(adapters, name);
    const list = adapter?.get('args');
    if (adapter === undefined || !isSeq(list)) continue;
    if (KNOWN_ADAPTERS.has(name)) {
      if (!list.items.some((item) => PLACEHOLDER.test(textOf(item)))) continue;
      adapter.delete('args');
      notes.push(`removed \`adapters.${name}.args\`: the built-in adapter builds its arguments itself`);
    } else if (!adapter.get('argv_prompt') && list.items.some((item) => textOf(item).includes('{prompt}'))) {
      list.items = list.items.filter((item) => !textOf(item).includes('{prompt}'));
      notes.push(`removed {prompt} from \`adapters.${name}.args\`: the prompt is given on standard input`);
    }
  }
  return notes;
}

/** Earlier versions called the demo panel "rehearsal" and its skeptic "sceptic". */
export function renameDemo(document: Document): string[] {
  const root = document.contents;
  if (!isMap(root)) return [];
  return ['adapters', 'model_registry'].flatMap((section) => renameIn(mapAt(root, section), section));
}

function renameIn(section: YAMLMap | undefined, name: string): string[] {
  const old = findPair(section, OLD_DEMO);
  if (section === undefined || old === undefined || !isScalar(old.key)) return [];
  if (section.has(DEMO)) {
    section.delete(OLD_DEMO);
    return [`left out \`${name}.${OLD_DEMO}\`: \`${name}.${DEMO}\` is set too, and wins`];
  }
  old.key.value = DEMO;
  if (isMap(old.value) && old.value.get('type') === OLD_DEMO) old.value.set('type', DEMO);
  for (const model of isSeq(old.value) ? old.value.items : []) {
    if (isMap(model) && model.get('id') === 'sceptic') model.set('id', 'skeptic');
  }
  return [`renamed \`${name}.${OLD_DEMO}\` to \`${name}.${DEMO}\``];
}

function textOf(node: unknown): string {
  return isScalar(node) ? String(node.value) : '';
}

/** Removes the keys that the schema does not have, and returns their paths. */
function dropUnknownKeys(map: YAMLMap, schema: z.ZodType, path: readonly string[] = []): string[] {
  const values: unknown = map.toJSON();
  const known = keysAt(schema, [], values);
  const dropped: string[] = [];
  for (const pair of [...map.items]) {
    const name = nameOf(pair.key);
    const here = [...path, name];
    const child = childSchema(schema, name, values);
    if (child === undefined || (known !== undefined && !known.includes(name))) {
      map.items.splice(map.items.indexOf(pair), 1);
      dropped.push(here.join('.'));
      continue;
    }
    if (isMap(pair.value)) dropped.push(...dropUnknownKeys(pair.value, child, here));
    const element = childSchema(child, 0, undefined);
    if (!isSeq(pair.value) || element === undefined) continue;
    for (const item of pair.value.items) if (isMap(item)) dropped.push(...dropUnknownKeys(item, element, here));
  }
  return [...new Set(dropped)];
}

function nameOf(key: unknown): string {
  return String(isScalar(key) ? key.value : key);
}

function mapAt(map: YAMLMap | undefined, name: string): YAMLMap | undefined {
  const value = map?.get(name);
  return isMap(value) ? value : undefined;
}
