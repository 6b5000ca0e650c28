import { statSync } from 'node:fs';
import { join } from 'node:path';
import { readBounded } from '../files/read-bounded.js';
import { type GraphFile, listGraphFiles } from '../graph/graph-files.js';
import { fieldOf, optionalText } from '../item/fields.js';
import type { KnowledgeItem } from '../item/item.js';
import { isProcessNode, readItem } from '../item/read-item.js';
import type { HookIndex, SourceMark } from './hook-index.js';

export type GraphPart = Pick<HookIndex, 'items' | 'faults' | 'graphSources' | 'projectVersion'>;

/**
 * Everything the index takes from the graphs, or undefined if they are larger than `maxBytes` together. While somebody
 * edits a graph by hand it may be broken for a moment: what `known` has of it still holds.
 */
export function readGraphPart(
  projectFolder: string,
  maxBytes: number,
  known: readonly KnowledgeItem[] = [],
): GraphPart | undefined {
  const files = listGraphFiles(projectFolder);
  if (files.reduce((sum, { size }) => sum + size, 0) > maxBytes) return undefined;
  const read = files.map((file) => readGraph(file, maxBytes, known));
  const version = projectVersion(projectFolder);
  return {
    items: uniqueById(read.flatMap(({ items }) => items)),
    faults: read.flatMap(({ faults }) => faults).slice(0, MOST_FAULTS),
    graphSources: graphSources(projectFolder, files),
    ...(version !== undefined && { projectVersion: version }),
  };
}

const MOST_FAULTS = 200;

/** What must be unchanged for the index to hold. */
export function graphSources(projectFolder: string, files = listGraphFiles(projectFolder)): SourceMark[] {
  const marks = files.map(({ path, mtimeMs, size }) => ({ path, mtimeMs, size }));
  return [...marks, markOf(versionFile(projectFolder))];
}

export function markOf(path: string): SourceMark {
  try {
    const { mtimeMs, size } = statSync(path);
    return { path, mtimeMs, size };
  } catch {
    return { path, mtimeMs: 0, size: -1 };
  }
}

export function sameSources(one: readonly SourceMark[], other: readonly SourceMark[]): boolean {
  if (one.length !== other.length) return false;
  return one.every(({ path, mtimeMs, size }, place) => {
    const mark = other[place];
    return mark?.path === path && mark.mtimeMs === mtimeMs && mark.size === size;
  });
}

interface ReadGraph {
  readonly items: readonly KnowledgeItem[];
  readonly faults: readonly string[];
}

function readGraph({ graph, path }: GraphFile, maxBytes: number, known: readonly KnowledgeItem[]): ReadGraph {
  const items = known.filter((item) => item.graph === graph);
  const text = readBounded(path, maxBytes)?.text;
  if (text === undefined) return { items, faults: [`${graph}: the file cannot be read`] };
  const nodes = parseNodes(text);
  if (nodes === undefined) return { items, faults: [`${graph}: the file is not a JSON object with a list of nodes`] };
  const read = nodes.filter(isProcessNode).map((node) => readItem(node, graph));
  return { items: read.flatMap(({ item }) => item ?? []), faults: read.flatMap(({ faults }) => faults) };
}

function parseNodes(text: string): readonly unknown[] | undefined {
  try {
    const nodes = fieldOf(JSON.parse(text), 'nodes');
    return Array.isArray(nodes) ? nodes : undefined;
  } catch {
    return undefined;
  }
}

function uniqueById(items: readonly KnowledgeItem[]): KnowledgeItem[] {
  return [...new Map(items.toReversed().map((item) => [item.id, item])).values()].reverse();
}

function versionFile(projectFolder: string): string {
  return join(projectFolder, 'package.json');
}

function projectVersion(projectFolder: string): string | undefined {
  const text = readBounded(versionFile(projectFolder), 1_000_000)?.text;
  if (text === undefined) return undefined;
  try {
    return optionalText(JSON.parse(text), 'version');
  } catch {
    return undefined;
  }
}
