import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { bundleWorker } from './bundle-worker.js';

export interface StorageChild {
  readonly process: ChildProcessWithoutNullStreams;
  /** Lines it has said so far. */
  readonly lines: readonly string[];
  /** Waits until it has said this many lines, or has ended. */
  said(count: number): Promise<void>;
  tell(): void;
  /** Its exit code, or the signal that ended it, and what it said on standard error. */
  readonly ended: Promise<{ readonly code: number | string | null; readonly errors: string }>;
}

/** Makes the program of tests/fixtures/storage/child.ts; the result starts it. */
export function storageChildren(): Promise<(...args: string[]) => StorageChild> {
  return childrenOf('tests/fixtures/storage/child.ts');
}

/** The same of another program that acknowledges line by line. */
export async function childrenOf(
  entry: string,
  bundle: (entry: string) => Promise<string> = bundleWorker,
): Promise<(...args: string[]) => StorageChild> {
  const program = await bundle(entry);
  return (...args) => watch(spawn(process.execPath, [program, ...args]));
}

function watch(child: ChildProcessWithoutNullStreams): StorageChild {
  const lines: string[] = [];
  let errors = '';
  const reader = createInterface(child.stdout);
  reader.on('line', (line) => lines.push(line));
  child.stderr.on('data', (chunk) => {
    errors += String(chunk);
  });
  const ended = Promise.all([once(child, 'close'), once(reader, 'close')]).then(([[code, signal]]) => ({
    code: (code ?? signal) as number | string | null,
    errors,
  }));
  return {
    process: child,
    lines,
    ended,
    async said(count) {
      let hasEnded = false;
      void ended.then(() => {
        hasEnded = true;
      });
      while (lines.length < count && !hasEnded) await Promise.race([once(reader, 'line'), ended]);
    },
    tell: () => child.stdin.write('go\n'),
  };
}
