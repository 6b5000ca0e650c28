import { utcText } from '../../kernel/utc-text.js';
import { saysNoMoment } from '../item/inactive-reason.js';
import type { KnowledgeItem, Status } from '../item/item.js';

export interface JoinedItems {
  readonly items: readonly KnowledgeItem[];
  readonly faults: readonly string[];
}

/** The items of all graphs together: each id once, and what only shows when they are seen side by side. */
export function joinItems(read: readonly KnowledgeItem[], known: readonly KnowledgeItem[]): JoinedItems {
  const items = new Map<string, KnowledgeItem>();
  const faults: string[] = [];
  for (const item of read) {
    const other = items.get(item.id);
    const counts = other === undefined || rank(item) < rank(other) ? item : other;
    items.set(item.id, counts);
    if (other !== undefined) faults.push(faultOf(item, twice(other, item, counts)));
  }
  for (const item of items.values()) {
    const { status, supersededBy } = item;
    if (status === 'archived' || supersededBy === undefined || items.has(supersededBy)) continue;
    faults.push(faultOf(item, `superseded_by is "${supersededBy.slice(0, 60)}"; there is no item with that id`));
  }
  return { items: withFirstSight([...items.values()], known), faults };
}

/** Neither what was put aside nor what others wrote hides what is in force. */
function rank({ status, isForeign = false }: KnowledgeItem): number {
  return STATUS_RANKS[status] + (isForeign ? 3 : 0);
}

const STATUS_RANKS: Readonly<Record<Status, number>> = { active: 0, draft: 1, archived: 2 };

function twice(one: KnowledgeItem, other: KnowledgeItem, counts: KnowledgeItem): string {
  const where = one.graph === other.graph ? `twice in ${one.graph}` : `in ${one.graph} and in ${other.graph}`;
  const which = one.graph === other.graph ? `the ${counts.status} one` : `the one in ${counts.graph}`;
  return `the id is ${where}; ${which} counts, the other one needs an id of its own`;
}

function faultOf({ graph, id }: KnowledgeItem, message: string): string {
  return `${graph}: ${id.slice(0, 100)}: ${message}`;
}

/** A draft that does not say when it was made would wait for its review forever: its time begins when it is first seen. */
function withFirstSight(items: readonly KnowledgeItem[], known: readonly KnowledgeItem[]): readonly KnowledgeItem[] {
  if (!items.some(saysNoMoment)) return items;
  const met = new Map(known.map(({ id, firstSeenAt }) => [id, firstSeenAt]));
  const now = utcText(new Date());
  return items.map((item) => (saysNoMoment(item) ? { ...item, firstSeenAt: met.get(item.id) ?? now } : item));
}
