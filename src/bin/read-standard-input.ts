import { fstatSync, readSync } from 'node:fs';
import { errorCode } from '../kernel/error-code.js';

/** More than any real event. */
const MAX_BYTES = 8_000_000;

/**
 * All of standard input; undefined if it does not end in time or is too long. It is read as fast as Node can: waiting
 * for it as a stream would cost a fifth of the whole start. A plain read can be given up only where it never waits, so
 * a pipe that is held open is first set to return immediately; if that fails, it is read as a stream.
 */
export function readStandardInput(timeLimitMs: number): Promise<string | undefined> {
  return neverWaits() ? Promise.resolve(readAtOnce(timeLimitMs)) : readAsStream(timeLimitMs);
}

function neverWaits(): boolean {
  try {
    const facts = fstatSync(0);
    if (facts.isFile()) return true;
    return process.platform !== 'win32' && (facts.isSocket() || facts.isFIFO()) && stopWaiting();
  } catch {
    return false;
  }
}

/**
 * Opening a descriptor as a pipe makes its reads return immediately. `node:net` does just this, and takes 4 ms to load; its
 * inner part takes 0.2. Where a Node no longer gives it away, the stream remains.
 */
function stopWaiting(): boolean {
  const { binding } = process as NodeJS.Process & { binding?: (name: string) => PipeParts };
  if (binding === undefined) return false;
  // A later Node may complain about it on standard error, where a hook says nothing.
  process.noDeprecation = true;
  const { Pipe, constants } = binding.call(process, 'pipe_wrap');
  const pipe = new Pipe(constants.SOCKET);
  openPipes.push(pipe);
  return pipe.open(0) === 0;
}

interface PipeParts {
  readonly Pipe: new (kind: number) => { open(descriptor: number): number };
  readonly constants: { readonly SOCKET: number };
}

/** One that is collected would close standard input. */
const openPipes: unknown[] = [];

function readAtOnce(timeLimitMs: number): string | undefined {
  const chunks: Buffer[] = [];
  const end = process.uptime() * 1000 + timeLimitMs;
  let length = 0;
  while (length <= MAX_BYTES && process.uptime() * 1000 <= end) {
    const chunk = Buffer.allocUnsafe(65_536);
    const count = readNow(chunk);
    if (count === 0) return Buffer.concat(chunks).toString('utf8');
    if (count === undefined) pause(1);
    else chunks.push(chunk.subarray(0, count));
    length += count ?? 0;
  }
  return undefined;
}

/** Undefined if there is nothing yet; 0 at the end. */
function readNow(chunk: Buffer): number | undefined {
  try {
    return readSync(0, chunk);
  } catch (error) {
    if (errorCode(error) === 'EAGAIN') return undefined;
    throw error;
  }
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
        if (length > MAX_BYTES) finish(undefined);
        else chunks.push(chunk);
      })
      .on('end', () => finish(Buffer.concat(chunks).toString('utf8')))
      .on('error', () => finish(undefined));
  });
}

function pause(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
