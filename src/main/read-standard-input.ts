import { readSync } from 'node:fs';

/** More than any event of use; the rest is read and dropped, so that the writer is not cut off. */
const MOST_BYTES = 8_000_000;

/**
 * All of standard input; undefined if it does not end in time or is too long. Claude Code writes an event at once and
 * ends the input, so it is read as fast as Node can: waiting for it as a stream would cost a tenth of the whole start.
 * Anybody else may hold the input open, and only a stream can be given up.
 */
export function readStandardInput(isWrittenAtOnce: boolean, timeLimitMs: number): Promise<string | undefined> {
  return isWrittenAtOnce ? Promise.resolve(readAtOnce(timeLimitMs)) : readAsStream(timeLimitMs);
}

function readAtOnce(timeLimitMs: number): string | undefined {
  const chunks: Buffer[] = [];
  const end = Date.now() + timeLimitMs;
  let length = 0;
  for (;;) {
    const chunk = Buffer.allocUnsafe(65_536);
    let count: number;
    try {
      count = readSync(0, chunk);
    } catch (error) {
      // Windows tells the end of a pipe by an error.
      if (codeOf(error) === 'EOF') break;
      if (codeOf(error) !== 'EAGAIN' || Date.now() > end) return undefined;
      pause(1);
      continue;
    }
    if (count === 0) break;
    length += count;
    if (length <= MOST_BYTES) chunks.push(chunk.subarray(0, count));
  }
  return length > MOST_BYTES ? undefined : Buffer.concat(chunks).toString('utf8');
}

function readAsStream(timeLimitMs: number): Promise<string | undefined> {
  return new Promise((settle) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const timer = setTimeout(settle, timeLimitMs, undefined);
    const finish = (text: string | undefined) => {
      clearTimeout(timer);
      settle(text);
    };
    process.stdin
      .on('data', (chunk: Buffer) => {
        length += chunk.byteLength;
        if (length <= MOST_BYTES) chunks.push(chunk);
      })
      .on('end', () => finish(length > MOST_BYTES ? undefined : Buffer.concat(chunks).toString('utf8')))
      .on('error', () => finish(undefined));
  });
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

function pause(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
