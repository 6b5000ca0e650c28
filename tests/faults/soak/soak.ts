import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect } from 'vitest';
import { bundleWholeProgram } from '../../support/bundle-whole-program.js';

/** What the process held on to after so many deliberations. All sizes in bytes. */
export interface Sample {
  readonly deliberations: number;
  readonly heapUsed: number;
  /** Buffers and the memory of WebAssembly. */
  readonly external: number;
  /** The part of it that the vectors of so many decisions take by themselves. */
  readonly vectors: number;
  /** What the system counts, without files. */
  readonly resident: number;
  readonly descriptors: number;
  readonly processes: number;
}

type Line = Omit<Sample, 'vectors'> | { readonly vectors: number; readonly bytes: number };

const SAMPLES = 50;

/** Holds so many deliberations in a process of its own, started with these flags. */
export async function soak(folder: string, deliberations: number, flags: readonly string[]): Promise<Sample[]> {
  const args = [
    '--expose-gc',
    ...flags,
    await bundleWholeProgram('tests/faults/soak/deliberate-on.ts'),
    folder,
    String(deliberations),
    String(SAMPLES),
  ];
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    // With one arena, memory that one thread gives back is there for the others, and does not look lost.
    env: { ...process.env, MALLOC_ARENA_MAX: '1' },
  });
  const ended = once(child, 'close');
  const lines: Line[] = [];
  for await (const line of createInterface({ input: child.stdout })) lines.push(JSON.parse(line) as Line);
  expect(await ended).toEqual([0, null]);
  const bytesOf = new Map(lines.flatMap((line) => ('bytes' in line ? [[line.vectors, line.bytes]] : [])));
  return lines.flatMap((line) => {
    if ('bytes' in line) return [];
    const vectors = bytesOf.get(line.deliberations);
    if (vectors === undefined) throw new Error(`it was not measured what ${line.deliberations} vectors take`);
    return [{ ...line, vectors }];
  });
}
