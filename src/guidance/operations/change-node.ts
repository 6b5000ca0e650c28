import { createHash } from 'node:crypto';
import { isRecord } from '../../kernel/is-record.js';
import { failure, type Result, success } from '../../kernel/result.js';
import { changeGraph } from '../changes/change-graph.js';
import { ambiguous, type KnowledgeFailure } from '../graph/failure.js';
import { graphPath, isGraphName, listGraphFiles } from '../graph/graph-files.js';
import type { NodeFields } from '../graph/graph-text.js';
import { distrustItem, isTrusted, trustItems } from '../graph/item-trust.js';
import { openGraph } from '../graph/open-graph.js';
import type { ProjectFolders } from '../hook-index/hook-index.js';
import { optionalText } from '../item/fields.js';
import type { KnowledgeItem } from '../item/item.js';
import { isProcessNode, readItem } from '../item/read-item.js';
import type { Change, ChangeOptions, NodeLocation, StoredNode } from './knowledge.js';
import { checkNode } from './node-fields.js';

/** What happens to a node. */
interface PlannedChange {
  /** Undefined if the node goes. */
  readonly fields: NodeFields | undefined;
  readonly item: KnowledgeItem;
}

/** The node is undefined if there is none. */
type Plan = (node: NodeFields | undefined) => Result<PlannedChange, KnowledgeFailure>;

interface NodeChange extends ChangeOptions {
  readonly plan: Plan;
  /** `kept`: the item is trusted if it was before the change. `listed`: if its new text was trusted at any time. */
  readonly trust: 'kept' | 'given' | 'listed' | 'taken back';
}

/** One change of one node, which is read again inside the lock: another process may have changed it. */
async function changeNode(folders: ProjectFolders, location: NodeLocation, change: NodeChange): Change {
  const { id, graph } = location;
  const { plan, expected, onChanged, trust } = change;
  const changed = await changeGraph(folders, graph, (text) => {
    const [found, twin] = text.nodes.filter((candidate) => candidate.id === id);
    if (trust === 'given' && twin !== undefined) return failure(ambiguous(location));
    const node = isRecord(found?.node) ? found.node : undefined;
    const planned = plan(node);
    if (!planned.ok) return planned;
    const { fields, item } = planned.value;
    const before = textOfNode(node);
    const after = textOfNode(fields && { ...node, ...fields });
    if (expected !== undefined && expected !== before.hash) {
      const message = `${item.id} has been changed by another process; nothing was stored.`;
      const details = { yours: after.text, stored: before.text, hash: before.hash };
      return failure({ kind: 'conflict', message, details });
    }
    const wasForeign = isForeignNode(folders, location, node);
    if (trust === 'given' || (trust === 'kept' && !wasForeign)) trustItems(folders, [item]);
    if (trust === 'taken back') distrustItem(folders, item);
    const isForeign = !isTrusted(folders, item);
    const next = fields === undefined ? text.remove(id) : text.setFields(id, fields);
    return success({
      text: next ?? text.append(fields ?? {}),
      value: {
        item: isForeign ? { ...item, isForeign } : item,
        before: { id, graph, ...before, isForeign: wasForeign },
        after: { id, graph, ...after, isForeign },
      },
    });
  });
  if (!changed.ok) return changed;
  const { item, before, after } = changed.value;
  onChanged?.({ before, after });
  return success(item);
}

function isForeignNode(folders: ProjectFolders, { graph }: NodeLocation, node: NodeFields | undefined): boolean {
  const item = node && asItem(node, graph);
  return item !== undefined && !isTrusted(folders, item);
}

/** A node as text, empty without one, and a hash that says whether it is still the same. */
function textOfNode(node: NodeFields | undefined): Pick<StoredNode, 'text' | 'hash'> {
  const text = node === undefined ? '' : JSON.stringify(node, undefined, 2);
  return { text, hash: createHash('sha256').update(text).digest('hex') };
}

export function readNode(folders: ProjectFolders, { id, graph }: NodeLocation): StoredNode | undefined {
  const opened = openGraph(graphPath(folders.projectFolder, graph));
  const node = opened.ok ? opened.value.graph.nodes.find((candidate) => candidate.id === id)?.node : undefined;
  if (!isRecord(node)) return undefined;
  return { id, graph, ...textOfNode(node), isForeign: isForeignNode(folders, { id, graph }, node) };
}

export type FieldsOf = (node: NodeFields) => Result<NodeFields, KnowledgeFailure>;

export interface FieldChange extends ChangeOptions {
  readonly fieldsOf: FieldsOf;
  /** The person has read the item: it is trusted from now on. */
  readonly isReview?: boolean;
}

/** Sets fields of a node, which must be a valid item afterwards. */
export function setFields(
  folders: ProjectFolders,
  location: NodeLocation,
  { fieldsOf, isReview = false, ...options }: FieldChange,
): Change {
  const plan: Plan = (node) => {
    if (node === undefined) return gone(location);
    const fields = fieldsOf(node);
    if (!fields.ok) return fields;
    const checked = checkNode(node, fields.value, location.graph);
    return checked.ok ? success({ fields: fields.value, item: checked.value }) : checked;
  };
  return changeNode(folders, location, { ...options, plan, trust: isReview ? 'given' : 'kept' });
}

export interface Archiving extends ChangeOptions {
  readonly by: string;
  readonly now: Date;
}

/** Puts a node aside. Its faults do not matter: they may be the reason to remove it. */
export function archiveNode(
  folders: ProjectFolders,
  location: NodeLocation,
  { by, now, ...options }: Archiving,
): Change {
  const plan: Plan = (node) => {
    const fields = { status: 'archived', archived_at: now.toISOString(), archived_by: by };
    const item = node && asItem({ ...node, ...fields }, location.graph);
    return item === undefined ? gone(location) : success({ fields, item });
  };
  return changeNode(folders, location, { ...options, plan, trust: 'kept' });
}

/** Takes a node out of its graph, whatever its faults. */
export function removeNode(folders: ProjectFolders, location: NodeLocation, options: ChangeOptions): Change {
  const plan: Plan = (node) => {
    const item = node && asItem(node, location.graph);
    return item === undefined ? gone(location) : success({ fields: undefined, item });
  };
  return changeNode(folders, location, { ...options, plan, trust: 'kept' });
}

interface Restoring extends ChangeOptions {
  readonly text: string;
  readonly isForeign: boolean | undefined;
  readonly redact: (text: string) => string;
}

/** Gives a node an earlier text again, also one that is gone by now. */
export async function restoreNode(
  folders: ProjectFolders,
  location: NodeLocation,
  { text, isForeign, redact, ...options }: Restoring,
): Change {
  const earlier = parseNode(text);
  if (earlier?.id !== location.id || !isGraphName(location.graph)) {
    return failure({ kind: 'invalid', message: `This is not a text of ${location.id}.` });
  }
  const plan: Plan = (node) => {
    const fields = differingFields(node ?? {}, earlier, redact);
    const item = asItem({ ...node, ...fields }, location.graph);
    return item === undefined ? gone(location) : success({ fields, item });
  };
  return changeNode(folders, location, { ...options, plan, trust: isForeign === true ? 'taken back' : 'listed' });
}

function parseNode(text: string): NodeFields | undefined {
  try {
    const node: unknown = JSON.parse(text);
    return isRecord(node) ? node : undefined;
  } catch {
    return undefined;
  }
}

/** Fields that the earlier node did not have are undefined, and so taken out. */
function differingFields(node: NodeFields, earlier: NodeFields, redact: (text: string) => string): NodeFields {
  const names = [...new Set([...Object.keys(node), ...Object.keys(earlier)])];
  const clean = (_name: string, value: unknown) => (typeof value === 'string' ? redact(value) : value);
  const differing = names.flatMap((name) => {
    const [now, then] = [JSON.stringify(node[name]), JSON.stringify(earlier[name])];
    return now === then ? [] : [[name, then === undefined ? undefined : (JSON.parse(then, clean) as unknown)] as const];
  });
  return Object.fromEntries(differing);
}

function gone({ id, graph }: NodeLocation): Result<never, KnowledgeFailure> {
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
