import { createHash } from 'node:crypto';

/** Decided by a hash, not by chance: a hook that runs twice for one call must decide the same both times. */
export function isHeldOut(
  share: number,
  call: { readonly sessionId: string; readonly toolUseId: string },
  itemId: string,
): boolean {
  if (share <= 0) return false;
  const digest = createHash('sha256').update(`witan-holdout\n${call.sessionId}\n${itemId}\n${call.toolUseId}`).digest();
  return digest.readUInt32BE(0) / 2 ** 32 < share;
}
