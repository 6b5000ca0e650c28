/** Decided by a hash, not by chance: a hook that runs twice for one call must decide the same both times. */
export function isHeldOut(
  share: number,
  call: { readonly sessionId: string; readonly toolUseId: string },
  itemId: string,
): boolean {
  if (share <= 0) return false;
  return hashOf(`${call.sessionId}\n${itemId}\n${call.toolUseId}`) / 2 ** 32 < share;
}

/** FNV-1a with a last mixing of all bits: even enough for a draw, and loading node:crypto takes longer than a hook has. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
