import { type Circumstances, inactiveReason, isOver } from '../item/inactive-reason.js';
import type { KnowledgeItem } from '../item/item.js';
import type { Draft } from './draft.js';
import { isSimilarText } from './similar-text.js';

/** The item that says the same already. One that is still in force is the better answer than one that is not. */
export function findTwin(
  items: readonly KnowledgeItem[],
  { label, gist }: Draft,
  circumstances: Circumstances,
): KnowledgeItem | undefined {
  const alike = items.filter((item) => item.label === label || isSimilarText(gistOf(item), gist));
  const inForce = alike.find((item) => inactiveReason(item, circumstances) === undefined);
  // What is said again though its time has passed holds again: it becomes a draft of its own.
  return inForce ?? alike.find((item) => !isOver(item, circumstances));
}

function gistOf({ label, description }: KnowledgeItem): string {
  return description === '' || description === label ? label : description;
}
