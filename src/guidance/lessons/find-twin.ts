import { DISCOURAGEMENTS, isNegation } from '../../kernel/negation.js';
import { type Circumstances, inactiveReason, isOver } from '../item/inactive-reason.js';
import type { KnowledgeItem } from '../item/item.js';
import type { Draft } from './draft.js';

/** The item that says the same already, by its words. One in force is a better answer than one that is not. */
export function findTwin(
  items: readonly KnowledgeItem[],
  { label, gist }: Draft,
  circumstances: Circumstances,
): KnowledgeItem | undefined {
  const same = items.filter((item) => item.label === label || isSameText(gistOf(item), gist));
  const inForce = same.find((item) => inactiveReason(item, circumstances) === undefined);
  // An item that was valid until a past day may be valid again: the new statement becomes a draft of its own.
  return inForce ?? same.find((item) => !isOver(item, circumstances));
}

export function gistOf({ label, description }: Pick<KnowledgeItem, 'label' | 'description'>): string {
  return description === '' || description === label ? label : description;
}

/** Most words are the same; corrections in other words are compared when drafts are reviewed. */
function isSameText(one: string, other: string): boolean {
  const [a, b] = [namesIn(one), namesIn(other)];
  const shared = [...a].filter((word) => b.has(word)).length;
  const union = a.size + b.size - shared;
  return union > 0 && shared / union >= MIN_SHARED && hasSameNegation(one, other);
}

const MIN_SHARED = 0.6;

/** Also paths and names with dots, which are one word here. */
function namesIn(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}_./-]*[\p{L}\p{N}]/gu) ?? []);
}

/** Whether both texts say no to something, or neither does. Embeddings do not see the difference. */
export function hasSameNegation(one: string, other: string): boolean {
  return isNegated(one) === isNegated(other);
}

function isNegated(text: string): boolean {
  const plain = text
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase();
  const words = plain.replace(/n['’]t\b/g, ' not').match(/\p{Letter}+/gu) ?? [];
  return words.some((word) => isNegation(word) || DISCOURAGEMENTS.has(word));
}
