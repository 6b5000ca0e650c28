import { hashText } from '../../kernel/hash-text.js';

/**
 * Whether an item is left out for this call, to learn whether showing it helps. Decided by a hash, not by chance: a hook
 * that runs twice for one call must decide the same both times.
 */
export function inControlGroup(
  share: number,
  call: { readonly sessionId: string; readonly toolUseId: string },
  itemId: string,
): boolean {
  return share > 0 && hashText(`${call.sessionId}\n${itemId}\n${call.toolUseId}`) / 2 ** 32 < share;
}
