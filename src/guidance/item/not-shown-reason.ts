import type { KnowledgeItem } from './item.js';

/**
 * Why a draft is shown before no call. A draft that is only a user's message says nothing certain, and one without
 * conditions would be shown at every call: a person reviews them first.
 */
export function notShownReason({ status, source, triggers }: KnowledgeItem): string | undefined {
  if (status !== 'draft') return undefined;
  if (source !== undefined && source !== 'process_knowledge_block') return 'is the text of a message, not reviewed yet';
  const { tools, files, actions, contexts } = triggers;
  const count = tools.length + files.length + actions.length + contexts.length;
  return count === 0 ? 'names no condition' : undefined;
}
