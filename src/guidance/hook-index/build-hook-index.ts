import { statSync } from 'node:fs';
import { join } from 'node:path';
import { OwnFileError } from '../../storage/own-files/own-file-error.js';
import { type OwnFileContent, readOwnFile } from '../../storage/own-files/read-own-file.js';
import { readBounded } from '../files/read-bounded.js';
import { type GraphFile, graphFolderProblem, listGraphFiles, MAX_GRAPH_BYTES } from '../graph/graph-files.js';
import { markForeign, trustListPath } from '../graph/item-trust.js';
import { fieldOf, optionalText, textOf } from '../item/fields.js';
import type { KnowledgeItem } from '../item/item.js';
import { isProcessNode, readItem } from '../item/read-item.js';
import type { HookIndex, ProjectFolders, SourceMark } from './hook-index.js';
import { joinItems } from './join-items.js';

export type GraphPart = Pick<HookIndex, 'items' | 'faults' | 'graphSources' | 'projectVersion'>;

export interface ReadOptions {
  /** Of what has to be read. */
  readonly maxBytes: number;
  /** What was known before. While a person edits a graph it may be broken for a moment: this still applies. */
  readonly known?: Pick<HookIndex, 'items' | 'graphSources'> | undefined;
  /** Graphs that have not changed since are taken from what was known; their faults are not reported again. */
  readonly keepsUnchanged?: boolean;
  readonly onRead?: (graph: string, read: OwnFileContent) => void;
}

/** Everything the index takes from the graphs, or undefined if that is more to read than it may be. */
export function readGraphPart(folders: ProjectFolders, options: ReadOptions): GraphPart | undefined {
  const { projectFolder } = folders;
  const files = listGraphFiles(projectFolder);
  const marks = new Map(
    options.keepsUnchanged === true ? options.known?.graphSources.map((mark) => [mark.path, mark]) : [],
  );
  const isKept = ({ path, mtimeMs, size }: GraphFile) => {
    const mark = marks.get(path);
    return mark?.mtimeMs === mtimeMs && mark.size === size;
  };
  const toRead = files.filter((file) => !isKept(file));
  if (toRead.reduce((sum, { size }) => sum + size, 0) > options.maxBytes) return undefined;
  const read = files.map((file) =>
    isKept(file) ? { items: knownOf(file, options), faults: [] } : readGraph(file, options),
  );
  const version = projectVersion(projectFolder);
  const problem = graphFolderProblem(projectFolder);
  const items = markForeign(
    folders,
    read.flatMap((graph) => graph.items),
  );
  const joined = joinItems(items, options.known?.items ?? []);
  return {
    items: joined.items,
    faults: [
      ...read.flatMap(({ faults }) => faults),
      ...joined.faults,
      ...(problem === undefined ? [] : [problem]),
    ].slice(0, MAX_FAULTS),
    graphSources: graphSources(folders, files),
    ...(version !== undefined && { projectVersion: version }),
  };
}

const MAX_FAULTS = 200;

/** Items that a person could review, with the status that their files say. No index is written. */
export function readForeignItems(folders: ProjectFolders): readonly KnowledgeItem[] {
  const items = readGraphPart(folders, { maxBytes: MAX_GRAPH_BYTES })?.items ?? [];
  return items.filter(({ isForeign, status }) => isForeign === true && status !== 'archived');
}

/** What must be unchanged for the index to hold. */
export function graphSources(folders: ProjectFolders, files = listGraphFiles(folders.projectFolder)): SourceMark[] {
  const marks = files.map(({ path, mtimeMs, size }) => ({ path, mtimeMs, size }));
  const trustList = files.length === 0 ? [] : [trustListPath(folders)];
  return [...marks, ...[versionFile(folders.projectFolder), ...trustList].map(markOf)];
}

export function markOf(path: string): SourceMark {
  try {
    // Many projects have no package.json, and an exception takes longer than everything else here.
    const facts = statSync(path, { throwIfNoEntry: false });
    if (facts !== undefined) return { path, mtimeMs: facts.mtimeMs, size: facts.size };
  } catch {
    // Closed to us: the same as missing.
  }
  return { path, mtimeMs: 0, size: -1 };
}

export function sameSources(one: readonly SourceMark[], other: readonly SourceMark[]): boolean {
  if (one.length !== other.length) return false;
  return one.every(({ path, mtimeMs, size }, folders) => {
    const mark = other[folders];
    return mark?.path === path && mark.mtimeMs === mtimeMs && mark.size === size;
  });
}

interface ReadGraph {
  readonly items: readonly KnowledgeItem[];
  readonly faults: readonly string[];
}

function readGraph(file: GraphFile, options: ReadOptions): ReadGraph {
  const { graph, path } = file;
  const read = readOrProblem(path, options.maxBytes);
  if (typeof read === 'string') return { items: knownOf(file, options), faults: [`${graph}: ${read}`] };
  options.onRead?.(graph, read);
  const nodes = parseNodes(read.bytes.toString('utf8'));
  if (nodes === undefined) {
    const fault = `${graph}: the file is not a JSON object with a list of nodes`;
    return { items: knownOf(file, options), faults: [fault] };
  }
  return readItems(nodes, graph);
}

function readOrProblem(path: string, maxBytes: number): OwnFileContent | string {
  try {
    return readOwnFile(path, maxBytes) ?? 'the file cannot be read';
  } catch (error) {
    return error instanceof OwnFileError ? error.message : 'the file cannot be read';
  }
}

function knownOf({ graph }: GraphFile, { known }: ReadOptions): readonly KnowledgeItem[] {
  return known?.items.filter((item) => item.graph === graph) ?? [];
}

/** The process knowledge among the nodes of a graph. What is archived may be as faulty as it likes. */
function readItems(nodes: readonly unknown[], graph: string): ReadGraph {
  const read = nodes.filter(isProcessNode).map((node) => ({ node, ...readItem(node, graph) }));
  return {
    items: read.flatMap(({ item }) => item ?? []),
    faults: read.flatMap(({ node, faults }) => (textOf(node, 'status') === 'archived' ? [] : faults)),
  };
}

function parseNodes(text: string): readonly unknown[] | undefined {
  try {
    const nodes = fieldOf(JSON.parse(text.replace(/^\uFEFF/, '')), 'nodes');
    return Array.isArray(nodes) ? nodes : undefined;
  } catch {
    return undefined;
  }
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
