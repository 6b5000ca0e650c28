import { join } from 'node:path';
import { OwnFileError } from '../../storage/own-files/own-file-error.js';
import { readOwnFile } from '../../storage/own-files/read-own-file.js';
import { readFrom } from '../files/read-bounded.js';
import {
  type GraphFile,
  graphFolderProblem,
  listGraphFiles,
  listGraphPaths,
  MAX_GRAPH_BYTES,
} from '../graph/graph-files.js';
import { markForeign, trustListPath } from '../graph/item-trust.js';
import { fieldOf, optionalText, textOf } from '../item/fields.js';
import type { KnowledgeItem } from '../item/item.js';
import { isProcessNode, readItem } from '../item/read-item.js';
import { isUnchanged, type KnowledgeIndex, markSource, type ProjectFolders } from './hook-index.js';
import { joinItems } from './join-items.js';

type KnownGraphs = Pick<KnowledgeIndex, 'items' | 'sources' | 'graphFaults'>;

/**
 * Everything the index takes from the graphs; undefined if that is more than `maxBytes` to read. Graphs that did not
 * change since `known` are taken from it. So are those that cannot be read: while a person edits a graph it may be
 * broken for a moment.
 */
export function readGraphs(
  folders: ProjectFolders,
  maxBytes: number,
  known: KnownGraphs = { items: [], sources: [], graphFaults: [] },
): Omit<KnowledgeIndex, 'settings'> | undefined {
  const { projectFolder } = folders;
  const files = listGraphFiles(projectFolder);
  const versionFile = join(projectFolder, 'package.json');
  const trustList = files.length === 0 ? [] : [trustListPath(folders)];
  // Before anything is read: a change during the reading must be noticed later.
  const sources = [...listGraphPaths(projectFolder), versionFile, ...trustList].map(markSource);
  const kept = new Set(known.sources.filter(isUnchanged).map(({ path }) => path));
  const toRead = sources.filter(({ path }) => !kept.has(path) && files.some((file) => file.path === path));
  if (toRead.reduce((sum, { size }) => sum + size, 0) > maxBytes) return undefined;
  const graphs = files.map((file) =>
    kept.has(file.path) ? knownGraph(file, known) : readGraph(file, maxBytes, known),
  );
  const items = graphs.flatMap((graph) => graph.items);
  const joined = joinItems(markForeign(folders, items), known.items);
  const graphFaults = graphs.flatMap((graph) => graph.faults).slice(0, MAX_FAULTS);
  const faults = [...graphFaults, ...joined.faults, graphFolderProblem(projectFolder) ?? []].flat();
  return {
    items: joined.items,
    graphFaults,
    faults: faults.slice(0, MAX_FAULTS),
    sources,
    projectVersion: readVersion(versionFile),
  };
}

const MAX_FAULTS = 200;

/** Items that a person could review, with the status that their files say. No index is read or written. */
export function readForeignItems(folders: ProjectFolders): readonly KnowledgeItem[] {
  const items = readGraphs(folders, MAX_GRAPH_BYTES)?.items ?? [];
  return items.filter(({ isForeign, status }) => isForeign === true && status !== 'archived');
}

interface ReadGraph {
  readonly items: readonly KnowledgeItem[];
  readonly faults: readonly string[];
}

function knownGraph({ graph }: GraphFile, known: KnownGraphs): ReadGraph {
  return {
    items: known.items.filter((item) => item.graph === graph),
    faults: known.graphFaults.filter((fault) => fault.startsWith(`${graph}: `)),
  };
}

function readGraph(file: GraphFile, maxBytes: number, known: KnownGraphs): ReadGraph {
  const { graph, path } = file;
  const text = readOrProblem(path, maxBytes);
  const nodes = typeof text === 'string' ? undefined : parseNodes(text.toString('utf8'));
  if (nodes !== undefined) return readItems(nodes, graph);
  const problem = typeof text === 'string' ? text : 'the file is not a JSON object with a list of nodes';
  return { items: knownGraph(file, known).items, faults: [`${graph}: ${problem}`] };
}

function readOrProblem(path: string, maxBytes: number): Buffer | string {
  try {
    return readOwnFile(path, maxBytes)?.bytes ?? 'the file cannot be read';
  } catch (error) {
    return error instanceof OwnFileError ? error.message : 'the file cannot be read';
  }
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

function readVersion(packageFile: string): string | undefined {
  try {
    return optionalText(JSON.parse(readFrom(packageFile, 0, 1_000_000)?.bytes.toString('utf8') ?? 'null'), 'version');
  } catch {
    return undefined;
  }
}
