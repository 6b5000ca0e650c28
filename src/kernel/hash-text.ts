/**
 * 32 bits of FNV-1a over the characters from `start` to `end`, mixed once more so that the low bits can serve as an index
 * or a draw. Stored vectors depend on it. Loading node:crypto would take longer than a hook has.
 */
export function hashText(text: string, start = 0, end = text.length): number {
  let hash = 0x811c9dc5;
  for (let index = start; index < end; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x7feb352d);
  hash = Math.imul(hash ^ (hash >>> 15), 0x846ca68b);
  return (hash ^ (hash >>> 16)) >>> 0;
}
