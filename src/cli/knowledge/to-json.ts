import type { KnowledgeItem, ReviewedItem } from '../../guidance/index.js';
import { snakeCase } from '../text/snake-case.js';

/** An item and its review, with the field names of the tools. */
export function toJson({ item, ...review }: ReviewedItem): unknown {
  return snakeCase({ ...item, ...review, inactive: review.inactive ?? null, notShown: review.notShown ?? null });
}

export function itemToJson(item: KnowledgeItem): object {
  return snakeCase(item) as object;
}
