import type { KnowledgeItem } from '../item/item.js';
import { gistOf, hasSameNegation } from '../lessons/find-twin.js';

/** Texts to vectors of length 1. */
export type EmbedTexts = (texts: readonly string[]) => Promise<readonly Float32Array[]>;

/** A suggestion for the reviewer; nothing changes by itself. */
export interface Proposal {
  /** How often the correction was made, in any words. */
  readonly times: number;
  /** Ids of the items that say the same in other words. */
  readonly similar: readonly string[];
}

const CRITICAL_AFTER = 3;
/** On the tuning half of the labeled corrections 2 % of the pairs about different matters reach it. */
const MIN_SIMILARITY = 0.55;
const MAX_ITEMS = 300;

/** Learned items that were corrected three times, by id. Embeddings do not see negation, so it must be equal. */
export async function proposeCritical(
  items: readonly KnowledgeItem[],
  embed: EmbedTexts,
): Promise<ReadonlyMap<string, Proposal>> {
  const learned = items.filter(({ source, status }) => source !== undefined && status !== 'archived').slice(-MAX_ITEMS);
  const proposals = new Map<string, Proposal>();
  if (learned.reduce((sum, { seen }) => sum + seen, 0) < CRITICAL_AFTER) return proposals;
  const texts = learned.map(gistOf);
  const vectors = await embed(texts);
  const isSame = (a: number, b: number) =>
    similarity(vectors[a], vectors[b]) >= MIN_SIMILARITY && hasSameNegation(texts[a] ?? '', texts[b] ?? '');
  for (const [index, item] of learned.entries()) {
    if (item.priority === 'CRITICAL') continue;
    const others = learned.filter((_, other) => other !== index && isSame(index, other));
    const times = others.reduce((sum, { seen }) => sum + seen, item.seen);
    if (times >= CRITICAL_AFTER) proposals.set(item.id, { times, similar: others.map(({ id }) => id) });
  }
  return proposals;
}

function similarity(a: Float32Array | undefined, b: Float32Array | undefined): number {
  if (a === undefined || b === undefined) return 0;
  return a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);
}
