import { isRecord } from '../../kernel/is-record.js';
import { failure, type Result, success } from '../../kernel/result.js';
import { changeGraph } from '../changes/change-graph.js';
import type { KnowledgeFailure } from '../graph/failure.js';
import { listGraphFiles } from '../graph/graph-files.js';
import type { GraphText, NodeFields } from '../graph/graph-text.js';
import { openGraph } from '../graph/open-graph.js';
import type { ProjectFolders } from '../hook-index/hook-index.js';
import { optionalText } from '../item/fields.js';
import type { KnowledgeItem } from '../item/item.js';
import { isProcessNode, readItem } from '../item/read-item.js';
import type { Change, NodeLocation } from './knowledge.js';

export interface Archiving {
  readonly by: string;
  readonly now: Date;
}

/** Puts a node aside. Its faults do not matter: they may be the reason to remove it. */
export function archiveNode(folders: ProjectFolders, { id, graph }: NodeLocation, { by, now }: Archiving): Change {
  return changeGraph(folders, graph, (text) => {
    const fields = { status: 'archived', archived_at: now.toISOString(), archived_by: by };
    const item = asItem({ ...nodeIn(text, id), ...fields }, graph);
    const changed = text.setFields(id, fields);
    return changed === undefined || item === undefined ? gone(id, graph) : success({ text: changed, value: item });
  });
}

/** Takes a node out of its graph, whatever its faults. */
export function removeNode(folders: ProjectFolders, { id, graph }: NodeLocation): Change {
  return changeGraph(folders, graph, (text) => {
    const item = asItem(nodeIn(text, id), graph);
    const changed = text.remove(id);
    return changed === undefined || item === undefined ? gone(id, graph) : success({ text: changed, value: item });
  });
}

function nodeIn(text: GraphText, id: string): NodeFields {
  const node = text.nodes.find((candidate) => candidate.id === id)?.node;
  return isRecord(node) ? node : {};
}

function gone(id: string, graph: string): Result<never, KnowledgeFailure> {
  return failure({ kind: 'not_found', message: `${id} has just been removed from ${graph}` });
}

/** What a node that cannot be read as an item is shown as. */
function asItem(node: NodeFields, graph: string): KnowledgeItem | undefined {
  const { item } = readItem(node, graph);
  if (item !== undefined) return item;
  const constraint = optionalText(node, 'label') ?? optionalText(node, 'id') ?? graph;
  return readItem({ ...node, process_type: 'requirement', requirement: { constraint } }, graph).item;
}

/** A process node that may not be an item, by the beginning of its id; undefined if none or several fit. */
export function findNode(folders: ProjectFolders, id: string): NodeLocation | undefined {
  const nodes = listGraphFiles(folders.projectFolder).flatMap(({ graph, path }) => processNodesOf(graph, path));
  const exact = nodes.find((node) => node.id === id);
  const [only, second] = id === '' ? [] : nodes.filter((node) => isBeginningOf(id, node.id));
  return exact ?? (second === undefined ? only : undefined);
}

export function isBeginningOf(beginning: string, id: string): boolean {
  return id.startsWith(beginning) || id.startsWith(`process_${beginning}`);
}

function processNodesOf(graph: string, path: string): NodeLocation[] {
  const opened = openGraph(path);
  if (!opened.ok) return [];
  return opened.value.graph.nodes
    .filter(({ id, node }) => id !== '' && isProcessNode(node))
    .map(({ id }) => ({ id, graph }));
}
