import { constants } from 'node:fs';
import { open } from 'node:fs/promises';

export type ReadText =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'missing' }
  | { readonly kind: 'unreadable'; readonly reason: string };

/** No configuration is larger; a file that is would only slow the start or exhaust memory. */
export const MOST_BYTES = 1024 * 1024;

/** Reads a small regular file. A named pipe or a device under the name would block the whole program for ever. */
export async function readConfigText(path: string): Promise<ReadText> {
  let file: Awaited<ReturnType<typeof open>>;
  try {
    file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOENT' || code === 'ENOTDIR') return { kind: 'missing' };
    return { kind: 'unreadable', reason: code === 'EACCES' ? 'no permission to read it' : (code ?? 'unknown error') };
  }
  try {
    const facts = await file.stat();
    if (!facts.isFile()) return { kind: 'unreadable', reason: 'it is not a regular file' };
    if (facts.size > MOST_BYTES) return { kind: 'unreadable', reason: `it is larger than ${MOST_BYTES} bytes` };
    const bytes = Buffer.alloc(MOST_BYTES + 1);
    let filled = 0;
    while (filled < bytes.length) {
      const { bytesRead } = await file.read(bytes, filled, bytes.length - filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    if (filled > MOST_BYTES) return { kind: 'unreadable', reason: `it is larger than ${MOST_BYTES} bytes` };
    return { kind: 'text', text: bytes.toString('utf8', 0, filled) };
  } finally {
    await file.close();
  }
}
