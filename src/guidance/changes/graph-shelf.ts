import { basename } from 'node:path';
import { isRecord } from '../../kernel/is-record.js';
import { failure, type Result, success } from '../../kernel/result.js';
import { writeOwnFileSync } from '../../storage/own-files/write-own-file.js';
import { ambiguous, type KnowledgeFailure } from '../graph/failure.js';
import { freeId } from '../graph/free-id.js';
import { graphPath, makeGraphFolder } from '../graph/graph-files.js';
import type { GraphChanges, NodeFields } from '../graph/graph-text.js';
import { trustItems } from '../graph/item-trust.js';
import { modeOf, type OpenedGraph, openGraph, whyNotWritable } from '../graph/open-graph.js';
import type { ProjectFolders } from '../hook-index/hook-index.js';
import { readIndex, updateHookIndex } from '../hook-index/load-hook-index.js';
import type { KnowledgeItem } from '../item/item.js';
import { readItem } from '../item/read-item.js';
import { unwritable } from './change-graph.js';

export type GraphShelf = ReturnType<typeof openGraphShelf>;

/**
 * The graphs of a project for several changes together: each file is written at most once, and the index of the hooks
 * follows once. To be used while the lock is held; nothing is written before `save`.
 */
export function openGraphShelf(folders: ProjectFolders) {
  const index = readIndex(folders);
  const graphs = new Map<string, Result<OpenedGraph, KnowledgeFailure>>();
  const changes: ChangesByGraph = new Map();
  let items = index.items;

  const open = (graph: string) => {
    const opened = graphs.get(graph) ?? openGraph(graphPath(folders.projectFolder, graph));
    graphs.set(graph, opened);
    return opened;
  };
  const changesOf = (graph: string) => {
    const made = changes.get(graph) ?? { set: new Map(), append: new Map() };
    changes.set(graph, made);
    return made;
  };
  const nodeOf = (item: KnowledgeItem) => findNode(item, open(item.graph), changes);

  return {
    index,
    /** With all changes so far. */
    items: () => items,
    open,
    nodeOf,
    set(item: KnowledgeItem, fields: NodeFields): Result<KnowledgeItem, KnowledgeFailure> {
      const node = nodeOf(item);
      if (!node.ok) return node;
      const next = { ...node.value, ...fields };
      const changed = toItem(next, item.graph);
      if (!changed.ok) return changed;
      const made = changesOf(item.graph);
      if (made.append.has(item.id)) made.append.set(item.id, next);
      else made.set.set(item.id, { ...made.set.get(item.id), ...fields });
      const isSame = ({ id, graph }: KnowledgeItem) => id === item.id && graph === item.graph;
      const stored = item.isForeign === true ? { ...changed.value, isForeign: true } : changed.value;
      items = items.map((known) => (isSame(known) ? stored : known));
      return changed;
    },
    /** The node gets a number behind its id if there is one with that id already. */
    add(graph: string, node: NodeFields): Result<KnowledgeItem, KnowledgeFailure> {
      const opened = open(graph);
      if (!opened.ok) return opened;
      const made = changesOf(graph);
      const taken = new Set([...opened.value.graph.nodes.map(({ id }) => id), ...made.append.keys()]);
      const added = toItem({ ...node, id: freeId(taken, String(node.id)) }, graph);
      if (!added.ok) return added;
      made.append.set(added.value.id, { ...node, id: added.value.id });
      items = [...items, added.value];
      return added;
    },
    /** The graphs that could not be written, and why. */
    save() {
      trustOwn(folders, items);
      const failures = writeAll(folders, changes, open);
      if (changes.size > 0) updateHookIndex(folders);
      return failures;
    },
  };
}

/** Before the files are written: an item that is in none does no harm in the list, one that is not listed is foreign. */
function trustOwn(folders: ProjectFolders, items: readonly KnowledgeItem[]): void {
  trustItems(
    folders,
    items.filter(({ isForeign }) => isForeign !== true),
  );
}

/** Nodes that were changed or added, by graph and id. */
type ChangesByGraph = Map<string, { set: Map<string, NodeFields>; append: Map<string, NodeFields> }>;

function writeAll(
  folders: ProjectFolders,
  changes: ChangesByGraph,
  open: (graph: string) => Result<OpenedGraph, KnowledgeFailure>,
): Map<string, KnowledgeFailure> {
  const failures = new Map<string, KnowledgeFailure>();
  for (const [graph, { set, append }] of changes) {
    const opened = open(graph);
    const fault = opened.ok ? write(folders, opened.value, { set, append: [...append.values()] }) : opened.error;
    if (fault !== undefined) failures.set(graph, fault);
  }
  return failures;
}

/** The node with all changes so far. */
function findNode(
  { graph, id }: KnowledgeItem,
  opened: Result<OpenedGraph, KnowledgeFailure>,
  changes: ChangesByGraph,
): Result<NodeFields, KnowledgeFailure> {
  if (!opened.ok) return opened;
  const made = changes.get(graph);
  const [found, twin] = opened.value.graph.nodes.filter((node) => node.id === id);
  if (twin !== undefined) return failure(ambiguous({ id, graph }));
  const written = found?.node;
  const node = made?.append.get(id) ?? (isRecord(written) ? { ...written, ...made?.set.get(id) } : undefined);
  if (node === undefined) return failure({ kind: 'not_found', message: `${id} is not in ${graph} any more` });
  return success(node);
}

function toItem(node: NodeFields, graph: string): Result<KnowledgeItem, KnowledgeFailure> {
  const { item, faults } = readItem(node, graph);
  return item === undefined ? failure({ kind: 'invalid', message: faults.join('; ') }) : success(item);
}

function write(
  { projectFolder }: ProjectFolders,
  opened: OpenedGraph,
  changes: GraphChanges,
): KnowledgeFailure | undefined {
  const problem = whyNotWritable(opened);
  if (problem !== undefined) return problem;
  try {
    makeGraphFolder(projectFolder);
    writeOwnFileSync(opened.path, opened.graph.change(changes), { mode: modeOf(opened) });
    return undefined;
  } catch (error) {
    return unwritable(basename(opened.path), error);
  }
}
