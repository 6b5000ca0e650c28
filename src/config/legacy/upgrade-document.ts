import { type Document, isMap, isScalar, Pair, type YAMLMap } from 'yaml';
import { dropUnknownKeys } from './drop-unknown-keys.js';
import { mapAt, pairNamed } from './map-at.js';
import { renameDemo } from './rename-demo.js';
import { upgradeArguments } from './upgrade-arguments.js';
import { writeOutAliases } from './write-out-aliases.js';

export interface Upgrade {
  /** What was changed, one line each. */
  readonly notes: readonly string[];
  /** Old keys that nothing reads any more. */
  readonly ignored: readonly string[];
}

export function isLegacy(document: Document): boolean {
  const root = document.contents;
  return isMap(root) && (pairNamed(root, 'cli_tools') !== undefined || pairNamed(root, 'deliberation') !== undefined);
}

/**
 * Rewrites a document to the present form, in place and with its comments. Reading an old file and migrating it are
 * the same work, so that the migrated file cannot mean something else.
 */
export function upgradeDocument(document: Document): Upgrade {
  const root = document.contents;
  if (!isMap(root)) return { notes: [], ignored: [] };
  const wasLegacy = isLegacy(document);
  writeOutAliases(document);
  const notes = [
    ...upgradeTools(document, root),
    ...moveSection(document, root, 'deliberation', 'council'),
    ...upgradeArguments(root),
    ...renameDemo(document),
  ];
  if (!wasLegacy) return { notes, ignored: [] };
  const ignored = dropUnknownKeys(document, root);
  return { notes: [...notes, ...ignored.map((key) => `removed \`${key}\`: nothing reads it any more`)], ignored };
}

/** Every old tool was a program, so its new entry says so. */
function upgradeTools(document: Document, root: YAMLMap): string[] {
  const tools = mapAt(root, 'cli_tools');
  for (const { key } of tools?.items ?? []) {
    const tool = tools === undefined ? undefined : mapAt(tools, nameOf(key));
    if (tool !== undefined && !tool.has('type')) {
      tool.items.unshift(new Pair(document.createNode('type'), document.createNode('cli')));
    }
  }
  return moveSection(document, root, 'cli_tools', 'adapters');
}

/** Renames a section; where both names are in use the new one wins, key by key. */
function moveSection(document: Document, root: YAMLMap, from: string, to: string): string[] {
  const old = pairNamed(root, from);
  if (old === undefined) return [];
  const target = pairNamed(root, to);
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

/** The comment above a section goes with its first entry. */
function keepComment(from: unknown, to: unknown): void {
  if (!isScalar(from) || !isScalar(to) || !from.commentBefore) return;
  to.commentBefore = [from.commentBefore, to.commentBefore].filter(Boolean).join('\n');
}

function nameOf(key: unknown): string {
  return String(isScalar(key) ? key.value : key);
}
