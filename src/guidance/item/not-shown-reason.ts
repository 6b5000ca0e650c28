import type { KnowledgeItem } from './item.js';

/**
 * Why an item in force is not told before a call, whatever the call. Ours, beside the formula: what names no condition
 * is neutral everywhere and passes the threshold at every act, and nobody has looked at a draft yet. Promoted, or with
 * a condition, it is told; until then it is counted and listed.
 */
export function notShownReason({ status, triggers }: KnowledgeItem): string | undefined {
  if (status !== 'draft') return undefined;
  const { tools, files, actions, contexts } = triggers;
  const count = tools.length + files.length + actions.length + contexts.length;
  return count === 0 ? 'names no condition' : undefined;
}
