import type { Readable } from 'node:stream';

/** Keeps the beginning of a stream, up to a limit; a stream that goes beyond it is reported once. */
export function captureHead(stream: Readable, limitBytes: number, onFlood: () => void): { text(): string } {
  const chunks: Buffer[] = [];
  let size = 0;
  stream.on('data', (chunk: Buffer) => {
    if (size < limitBytes) chunks.push(chunk.subarray(0, limitBytes - size));
    if (size <= limitBytes && size + chunk.length > limitBytes) onFlood();
    size += chunk.length;
  });
  stream.on('error', ignore);
  return { text: () => Buffer.concat(chunks).toString('utf8') };
}

/** Keeps the end of a stream, where a tool says why it failed; the rest is read and forgotten. */
export function captureTail(stream: Readable, limitBytes: number): { text(): string } {
  let tail = Buffer.alloc(0);
  stream.on('data', (chunk: Buffer) => {
    const joined = Buffer.concat([tail, chunk.subarray(-limitBytes)]);
    tail = joined.subarray(-limitBytes);
  });
  stream.on('error', ignore);
  return { text: () => tail.toString('utf8') };
}

/** A pipe breaks when its process is killed: expected, and an unhandled stream error would end our process. */
function ignore(): void {}
