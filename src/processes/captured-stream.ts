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

/** Calls a function with each complete line as it arrives; a line longer than the limit is skipped. */
export function watchLines(stream: Readable, maxLineBytes: number, onLine: (line: string) => void): void {
  let rest = Buffer.alloc(0);
  stream.on('data', (chunk: Buffer) => {
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, start)) {
      const line = Buffer.concat([rest, chunk.subarray(start, end)]);
      if (line.length <= maxLineBytes) onLine(line.toString('utf8'));
      rest = Buffer.alloc(0);
      start = end + 1;
    }
    // One byte beyond the limit is enough to know that the line is too long.
    rest = Buffer.concat([rest, chunk.subarray(start, start + maxLineBytes + 1 - rest.length)]);
  });
}

const LINE_FEED = 0x0a;

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
