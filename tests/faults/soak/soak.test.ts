import { readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { reportCases } from '../../support/report-cases.js';
import { scratchFolder } from '../../support/scratch-folder.js';
import { slopeOf } from './slope.js';
import { type Sample, soak } from './soak.js';

// The full length: WITAN_SOAK=1000. From 400 on a leak of 4 KB shows; a short run still shows lost descriptors and
// processes, and a large leak.
const DELIBERATIONS = Number(process.env.WITAN_SOAK ?? 60);
const isLong = DELIBERATIONS >= 400;
/**
 * What every program fills once: feedback of the interpreter for code that runs for the first time, the caches that the
 * soak keeps small, memory that the allocator keeps for later. Each sample is taken after a collection.
 */
const WARM_UP = 0.4;
/**
 * For each deliberation. Buffers and resident memory are counted without the vector of its question, which stays in
 * memory to be searched: 384 numbers, their 16-bit codes, and room for more.
 */
const MAX_BYTES = isLong
  ? { heap: 1_024, buffers: 64, resident: 2_048 }
  : { heap: 49_152, buffers: 16_384, resident: 262_144 };
/** With the compiler at work as usual; most of it is machine code, which ends when all that is used often is compiled. */
const MAX_BYTES_COMPILED = 2_048;

describe(`${DELIBERATIONS} deliberations in one process`, { timeout: 3_600_000 }, () => {
  it('leave no memory, descriptors or processes behind', async () => {
    const folder = scratchFolder('soak');
    // Without the optimizing compiler: what it writes for a thousand deliberations would hide a leak as large.
    const samples = await soak(folder, DELIBERATIONS, ['--no-opt']);
    const settled = samples.slice(Math.floor(samples.length * WARM_UP));
    const growth = {
      heap: growthOf(settled, ({ heapUsed }) => heapUsed),
      buffers: growthOf(settled, ({ external, vectors }) => external - vectors),
      resident: growthOf(settled, ({ resident, vectors }) => resident - vectors),
    };
    const [first, last] = [settled.at(0), settled.at(-1)];
    console.info(
      `per deliberation: heap ${growth.heap} bytes, buffers ${growth.buffers} bytes, resident ${growth.resident} bytes; ` +
        `descriptors ${first?.descriptors} to ${last?.descriptors}, child processes ${first?.processes} to ${last?.processes}`,
    );

    expect(last?.deliberations).toBe(DELIBERATIONS);
    expect(transcriptsIn(folder)).toHaveLength(DELIBERATIONS);
    expect(growth.heap).toBeLessThan(MAX_BYTES.heap);
    expect(growth.buffers).toBeLessThan(MAX_BYTES.buffers);
    expect(growth.resident).toBeLessThan(MAX_BYTES.resident);
    expect(last?.descriptors).toBeLessThanOrEqual(Math.max(...settled.slice(0, 3).map((one) => one.descriptors)));
    expect(last?.processes).toBe(first?.processes);
    reportCases(DELIBERATIONS);
  });

  it.runIf(DELIBERATIONS >= 1_000)('leave less than 2 KB each in the heap while the compiler is at work', async () => {
    const samples = await soak(scratchFolder('soak-compiled'), DELIBERATIONS, []);
    const heap = growthOf(samples.slice(Math.floor(samples.length * WARM_UP)), ({ heapUsed }) => heapUsed);
    console.info(`per deliberation, compiled: heap ${heap} bytes`);
    expect(heap).toBeLessThan(MAX_BYTES_COMPILED);
    reportCases(DELIBERATIONS);
  });
});

function growthOf(samples: readonly Sample[], figure: (sample: Sample) => number): number {
  return Math.round(slopeOf(samples.map((sample) => ({ x: sample.deliberations, y: figure(sample) }))));
}

function transcriptsIn(folder: string): string[] {
  return readdirSync(path.join(folder, 'transcripts')).filter((name) => name.endsWith('.md'));
}
