import { DEFAULT_HOOK_SETTINGS, type HookIndex } from '../../src/guidance/hook-index/hook-index.js';
import { formatIndex, parseIndex } from '../../src/guidance/hook-index/index-file.js';
import type { KnowledgeItem } from '../../src/guidance/item/item.js';

/** An index as hooks find it in its file, so that only the groups of a call are scored. */
export function storedIndex(items: readonly KnowledgeItem[], settings: Partial<HookIndex['settings']> = {}): HookIndex {
  // Nothing is withheld: chance would decide about the figures.
  const given = { ...DEFAULT_HOOK_SETTINGS, holdout: 0, ...settings };
  const text = formatIndex({ items, settings: given, sources: [], faults: [], graphFaults: [] });
  const stored = parseIndex(Buffer.from(text));
  if (stored === undefined) throw new Error('the index cannot be read');
  return { settings: stored.settings, hasItems: stored.count > 0, items, itemsFor: stored.itemsFor };
}
