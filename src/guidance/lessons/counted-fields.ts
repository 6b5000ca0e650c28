import type { NodeFields } from '../graph/graph-text.js';
import { numberOf } from '../item/fields.js';
import type { KnowledgeItem } from '../item/item.js';
import { isCorrection } from './draft.js';
import type { FoundLesson } from './lesson-log.js';

/** A mistake that comes for the third time is CRITICAL. */
const CRITICAL_AFTER = 3;

/**
 * What hearing a known lesson again changes. Corrections raise `seen_count`, and with it in the end the priority of a
 * draft; what an agent repeats, or anybody states, raises `stated_count` only. Either brings back a draft whose time
 * ran out; what a person archived stays archived.
 */
export function countedFields(
  twin: KnowledgeItem,
  node: NodeFields,
  { draft, time, sessionId }: FoundLesson,
): NodeFields {
  return {
    ...(isCorrection(draft.source)
      ? { seen_count: twin.seen + 1, ...(isCritical(twin, node, draft.source) && { priority: 'CRITICAL' }) }
      : { stated_count: Math.max(0, numberOf(node, 'stated_count', 0)) + 1 }),
    last_seen_at: time,
    last_seen_in: sessionId,
    ...(ranOut(twin) && { status: 'draft', archived_at: undefined, archived_by: undefined }),
  };
}

/**
 * What a correction changes that comes again in the same session: nothing but the priority of a draft, and that the
 * third time. Undefined if nothing is to be written.
 */
export function repeatedFields(
  twin: KnowledgeItem,
  { draft, time, sessionId }: FoundLesson,
  timesBefore: number,
): NodeFields | undefined {
  if (!isCorrection(draft.source) || timesBefore + 1 < CRITICAL_AFTER) return undefined;
  if (twin.status !== 'draft' || twin.priority === 'CRITICAL') return undefined;
  return { priority: 'CRITICAL', last_seen_at: time, last_seen_in: sessionId };
}

/** A process may end between the graph and its note of it. Then the lesson comes again, though it is there. */
export function isCountedIn(node: NodeFields, { draft, time, sessionId }: FoundLesson): boolean {
  const { created_at: created, evidence, last_seen_at: seen, last_seen_in: seenIn } = node;
  if (created === draft.node.created_at && evidence === draft.node.evidence) return true;
  return typeof seen === 'string' && seenIn === sessionId && Date.parse(seen) >= Date.parse(time);
}

/** A draft only: what was reviewed has the priority that its reviewer gave it. */
function isCritical(twin: KnowledgeItem, node: NodeFields, source: string): boolean {
  if (twin.status !== 'draft' && !ranOut(twin)) return false;
  const corrections = twin.seen + (isCorrection(node.source) ? 1 : 0);
  return source === 'repeated_mistake' || corrections >= CRITICAL_AFTER;
}

export const EXPIRY = 'expiry';

function ranOut({ status, archivedBy }: KnowledgeItem): boolean {
  return status === 'archived' && archivedBy === EXPIRY;
}
