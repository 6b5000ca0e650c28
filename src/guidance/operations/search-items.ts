import type { KnowledgeItem } from '../item/item.js';
import { bodyLines } from '../render/render-item.js';

/** Items that have a word of the query, those with most of them first. */
export function searchItems(items: readonly KnowledgeItem[], query: string, limit: number): KnowledgeItem[] {
  const words = query.toLowerCase().match(/[\p{L}\p{N}_.*/-]+/gu) ?? [];
  return items
    .map((item) => ({ item, points: words.reduce((sum, word) => sum + pointsFor(item, word), 0) }))
    .filter(({ points }) => points > 0)
    .sort((a, b) => b.points - a.points || (a.item.id < b.item.id ? -1 : 1))
    .slice(0, limit)
    .map(({ item }) => item);
}

function pointsFor(item: KnowledgeItem, word: string): number {
  const has = (texts: readonly string[]) => texts.some((text) => text.toLowerCase().includes(word));
  const { files, actions, contexts, tools } = item.triggers;
  if (has([item.label, item.id])) return 3;
  if (has([...files, ...actions, ...contexts, ...tools])) return 2;
  return has([item.description, item.evidence, ...bodyLines(item.content)]) ? 1 : 0;
}
