import type { KnowledgeItem } from './item.js';

/**
 * Why an active item is shown at no call. In addition to the formula: an item without conditions passes the threshold at
 * every call, so a draft without them is only counted and listed until it is edited or promoted.
 */
export function notShownReason({ status, triggers }: KnowledgeItem): string | undefined {
  if (status !== 'draft') return undefined;
  const { tools, files, actions, contexts } = triggers;
  const count = tools.length + files.length + actions.length + contexts.length;
  return count === 0 ? 'names no condition' : undefined;
}
