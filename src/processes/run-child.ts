import type { Readable, Writable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { failure, type Result, success } from '../kernel/result.js';
import { settleWithin } from '../kernel/time-limit.js';
import { captureHead, captureTail, watchLines } from './captured-stream.js';
import type { ChildFailure, ChildOutput } from './child-failure.js';
import { createChildMark } from './child-mark.js';
import type { ChildRequest } from './child-request.js';
import { endGroup, forgetGroup, type ProcessGroup, trackGroup, watchChildren } from './process-group.js';
import { type PipedChild, startChild } from './start-child.js';

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
  const ended = await settleWithin({ maxMs: timeoutMs, signal }, () => Promise.race([exitOf(child), byOutput]));
  return ended.ok ? ended.value : { kind: ended.error };
}

/** Waits for `exit` and not for `close`: a grandchild may hold the pipe open long after the child has gone. */
function exitOf(child: PipedChild): Promise<Ending> {
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
