import { failure, success } from '../../kernel/result.js';
import { changeGraph } from '../graph/change-graph.js';
import { listGraphFiles } from '../graph/graph-files.js';
import { openGraph } from '../graph/open-graph.js';
import type { GuidancePlace } from '../hook-index/hook-index.js';
import { isRecord, optionalText } from '../item/fields.js';
import type { KnowledgeItem } from '../item/item.js';
import { isProcessNode, readItem } from '../item/read-item.js';
import type { Change } from './knowledge.js';

/** A node by the graph it stands in. It may be too faulty to be an item. */
export type NodePlace = Pick<KnowledgeItem, 'id' | 'graph'>;

export interface Archiving {
  readonly by: string;
  readonly now: Date;
}

/** Puts a node aside. Its faults do not matter: to be rid of it may be just what is wanted. */
export function archiveNode(place: GuidancePlace, { id, graph }: NodePlace, { by, now }: Archiving): Change {
  return changeGraph(place, graph, (text) => {
    const node = text.nodes.find((candidate) => candidate.id === id)?.node;
    const fields = { status: 'archived', archived_at: now.toISOString(), archived_by: by };
    const changed = text.setFields(id, fields);
    const item = asItem({ ...(isRecord(node) ? node : {}), ...fields }, graph);
    if (changed === undefined || item === undefined) {
      return failure({ kind: 'not_found', message: `${id} has just been removed from ${graph}` });
    }
    return success({ text: changed, value: item });
  });
}

/** What a node that cannot be read as an item is shown as. */
function asItem(node: Readonly<Record<string, unknown>>, graph: string): KnowledgeItem | undefined {
  const { item } = readItem(node, graph);
  if (item !== undefined) return item;
  const constraint = optionalText(node, 'label') ?? optionalText(node, 'id') ?? graph;
  return readItem({ ...node, process_type: 'requirement', requirement: { constraint } }, graph).item;
}

/** Process nodes that are no items, by the beginning of their id; undefined if none or several begin so. */
export function findFaultyNode(place: GuidancePlace, id: string): NodePlace | undefined {
  const nodes = listGraphFiles(place.projectFolder).flatMap(({ graph, path }) => processNodesOf(graph, path));
  const exact = nodes.find((node) => node.id === id);
  const [only, second] = id.length >= 4 ? nodes.filter((node) => node.id.startsWith(id)) : [];
  return exact ?? (second === undefined ? only : undefined);
}

function processNodesOf(graph: string, path: string): NodePlace[] {
  const opened = openGraph(path);
  if (!opened.ok) return [];
  return opened.value.graph.nodes
    .filter(({ id, node }) => id !== '' && isProcessNode(node))
    .map(({ id }) => ({ id, graph }));
}
