import type { ScoredItem } from '../injection/injection.js';

/**
 * Whether anything specific ties an item to an act. The score alone would show a CRITICAL item that names Write at
 * every Write, and one that names Bash at every `ls`: the tool is worth 0.8. Ours, beside the formula: an item that
 * names file patterns or action keywords needs one of them to match.
 */
export function concerns({ item, parts }: ScoredItem): boolean {
  const { files, actions } = item.triggers;
  if (files.length === 0 && actions.length === 0) return true;
  return (files.length > 0 && parts.file > 0) || (actions.length > 0 && parts.action > 0);
}
