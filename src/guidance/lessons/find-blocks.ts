/** The insides of blocks with both their tags, in order. A quoted block is somebody else's. */
export function findBlocks(text: string): string[] {
  const blocks: string[] = [];
  let at = 0;
  while (blocks.length < MOST_BLOCKS) {
    const start = text.indexOf(OPEN, at);
    const end = start === -1 ? -1 : text.indexOf(CLOSE, start);
    if (end === -1) return blocks;
    // An opening tag that is never closed, before one that is: only the inner one counts.
    const inner = text.lastIndexOf(OPEN, end - 1);
    const body = text.slice(inner + OPEN.length, end);
    if (body.includes(':') && body.length <= LONGEST_BLOCK) blocks.push(body);
    at = end + CLOSE.length;
  }
  return blocks;
}

const OPEN = '[PROCESS_KNOWLEDGE]';
const CLOSE = '[/PROCESS_KNOWLEDGE]';
const MOST_BLOCKS = 20;
const LONGEST_BLOCK = 20_000;
