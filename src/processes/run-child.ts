import { stat } from 'node:fs/promises';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { failure, type Result, success } from '../kernel/result.js';
import { settleWithin } from '../kernel/time-limit.js';
import type { ChildFailure, ChildOutput, ChildRequest } from './child-request.js';
import { createChildMark } from './marked-processes.js';
import { endGroup, forgetGroup, type ProcessGroup, trackGroup, watchChildren } from './process-group.js';

const MAX_OUTPUT_BYTES = 10 * 1024 * 1024;
const STDERR_TAIL_BYTES = 64 * 1024;
const MAX_WATCHED_LINE_BYTES = 64 * 1024;
const GRACE_MS = 2000;
const PIPE_GRACE_MS = 250;
const PIPE_TURNS = 10;
const SWEEP_GRACE_MS = 250;

/**
 * Runs a program to its end and never rejects. The program leads a process group of its own, and nothing of that
 * group is alive when the promise resolves. A descendant that started its own session (`setsid`) is found by a mark in
 * its environment, on Linux; elsewhere, or if it cleared its environment, it is out of reach.
 */
export async function runChild(request: ChildRequest): Promise<Result<ChildOutput, ChildFailure>> {
  if (request.signal?.aborted) return failure({ kind: 'cancelled' });
  const mark = createChildMark();
  watchChildren();
  const started = await startChild({ ...request, env: { ...request.env, ...mark.environment } });
  if (!started.ok) return started;

  const { child, pid } = started.value;
  const group = { leader: pid, mark: mark.id };
  trackGroup(group);
  const watch = watchOutput(child, request);
  feed(child.stdin, request.stdin);
  const ending = await firstEnding(child, request, watch.ended);
  await endWhatIsLeft(ending, { child, group }, request.graceMs);
  forgetGroup(group);
  letGo(child);
  return toResult(ending, request, watch.output());
}

type Ending =
  | { readonly kind: 'exit'; readonly code: number | null; readonly signal: NodeJS.Signals | null }
  | { readonly kind: 'timeout' | 'cancelled' | 'output_too_large' | 'stopped' };

/** Captures what the child writes; `ended` settles when the output itself is a reason to end the child. */
function watchOutput(child: PipedChild, request: ChildRequest): { ended: Promise<Ending>; output(): ChildOutput } {
  let end: (ending: Ending) => void = () => undefined;
  const ended = new Promise<Ending>((resolve) => {
    end = resolve;
  });
  const stdout = captureHead(child.stdout, request.maxOutputBytes ?? MAX_OUTPUT_BYTES, () =>
    end({ kind: 'output_too_large' }),
  );
  const { stopAt } = request;
  if (stopAt !== undefined) {
    watchLines(child.stdout, MAX_WATCHED_LINE_BYTES, (line) => {
      if (stopAt(line)) end({ kind: 'stopped' });
    });
  }
  const stderr = captureTail(child.stderr, STDERR_TAIL_BYTES);
  return { ended, output: () => ({ stdout: stdout.text(), stderr: stderr.text() }) };
}

/** A child may exit without reading: the broken pipe is its choice, not our failure. */
function feed(stdin: Writable, text: string | undefined): void {
  stdin.on('error', () => undefined);
  stdin.end(text ?? '');
}

async function firstEnding(child: PipedChild, request: ChildRequest, byOutput: Promise<Ending>): Promise<Ending> {
  const { timeoutMs, signal } = request;
  const ended = await settleWithin({ maxMs: timeoutMs, signal }, () => Promise.race([getExit(child), byOutput]));
  return ended.ok ? ended.value : { kind: ended.error };
}

/** Waits for `exit` and not for `close`: a grandchild may hold the pipe open long after the child has gone. */
function getExit(child: PipedChild): Promise<Ending> {
  if (child.exitCode !== null || child.signalCode !== null)
    return Promise.resolve({ kind: 'exit', code: child.exitCode, signal: child.signalCode });
  return new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve({ kind: 'exit', code, signal }));
  });
}

async function endWhatIsLeft(
  ending: Ending,
  { child, group }: { readonly child: PipedChild; readonly group: ProcessGroup },
  graceMs: number = GRACE_MS,
): Promise<void> {
  if (ending.kind !== 'exit') return endGroup(group, graceMs);
  await emptyPipes(child);
  await endGroup(group, Math.min(graceMs, SWEEP_GRACE_MS));
}

/**
 * A grandchild may keep the pipes open, so the wait for their end is short. It is taken in several turns: when our loop
 * was busy for all of the time, a single timer would fire before the loop had read the pipes.
 */
async function emptyPipes(child: PipedChild): Promise<void> {
  const emptied = Promise.all([drained(child.stdout), drained(child.stderr)]).then(() => true);
  for (let turn = 0; turn < PIPE_TURNS; turn++) {
    if (await Promise.race([emptied, delay(PIPE_GRACE_MS / PIPE_TURNS, false, { ref: false })])) return;
  }
}

function drained(stream: Readable): Promise<void> {
  if (stream.readableEnded || stream.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    stream.once('close', resolve);
    stream.once('end', resolve);
  });
}

/** An escaped grandchild may still hold the other ends: our loop must not stay alive for it. */
function letGo(child: PipedChild): void {
  child.stdin.destroy();
  child.stdout.destroy();
  child.stderr.destroy();
  child.unref();
}

function toResult(ending: Ending, request: ChildRequest, output: ChildOutput): Result<ChildOutput, ChildFailure> {
  switch (ending.kind) {
    case 'cancelled':
      return failure({ kind: 'cancelled' });
    case 'timeout':
      return failure({ kind: 'timeout', afterMs: request.timeoutMs, output });
    case 'stopped':
      return failure({ kind: 'stopped', output });
    case 'output_too_large':
      return failure({ kind: 'output_too_large', limitBytes: request.maxOutputBytes ?? MAX_OUTPUT_BYTES, output });
    case 'exit': {
      if (ending.code === 0) return success(output);
      const { code, signal } = ending;
      return failure({ kind: 'exited', code, ...(signal === null ? {} : { signal }), output });
    }
  }
}

interface PipedChild {
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly stderr: Readable;
  readonly exitCode: number | null;
  readonly signalCode: NodeJS.Signals | null;
  once(event: 'exit', listener: (code: number | null, signal: NodeJS.Signals | null) => void): unknown;
  unref(): void;
}

/** Starts a program as the leader of its own group, with three pipes: it never sees our own standard output. */
async function startChild(request: ChildRequest): Promise<Result<{ child: PipedChild; pid: number }, ChildFailure>> {
  try {
    const { execa } = await import('execa');
    const child = execa(request.command, [...request.args], {
      cwd: request.cwd,
      env: request.env,
      extendEnv: false,
      stdio: 'pipe',
      buffer: false,
      reject: false,
      cleanup: false,
      detached: process.platform !== 'win32',
      windowsHide: true,
    });
    if (child.pid === undefined) return failure(await startFailure(request, (await child).code));
    return success({ child, pid: child.pid });
  } catch (error) {
    // A NUL byte in an argument, for one, is refused before anything is started.
    return failure({ kind: 'not_started', detail: error instanceof Error ? firstLine(error.message) : String(error) });
  }
}

async function startFailure(request: ChildRequest, code = 'unknown'): Promise<ChildFailure> {
  // A missing working folder is reported with the same code as a missing program.
  const folder = await stat(request.cwd).catch(() => undefined);
  if (folder?.isDirectory() !== true) return { kind: 'not_started', detail: `no such folder: ${request.cwd}` };
  switch (code) {
    case 'ENOENT':
      return { kind: 'not_found', command: request.command };
    case 'EACCES':
    case 'EPERM':
    case 'ENOEXEC':
      return { kind: 'not_executable', command: request.command, detail: code };
    case 'E2BIG':
      return { kind: 'arguments_too_long', detail: 'the system refuses an argument list of this length' };
    default:
      return { kind: 'not_started', detail: `the system could not start it (${code})` };
  }
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? '';
}

/** Keeps the beginning of a stream, up to a limit; a stream that goes beyond it is reported once. */
function captureHead(stream: Readable, limitBytes: number, onFlood: () => void): { text(): string } {
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
function watchLines(stream: Readable, maxLineBytes: number, onLine: (line: string) => void): void {
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
function captureTail(stream: Readable, limitBytes: number): { text(): string } {
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
