import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
// @ts-expect-error: the build scripts are plain JavaScript
import { bundle } from '../../../scripts/build/bundle-all.mjs';
import { reportCases } from '../../support/report-cases.js';
import { scratchFolder } from '../../support/scratch-folder.js';
import { ROOT } from '../../support/source-files.js';
import { slopeOf } from './slope.js';

// The full length: WITAN_SOAK=1000. A short one still shows lost descriptors and processes, and a large leak of memory.
const DELIBERATIONS = Number(process.env.WITAN_SOAK ?? 60);
const SAMPLES = 50;
/** What every program fills once: compiled code, caches up to their limits, the first pages of the databases. */
const WARM_UP = 0.3;
/**
 * For each deliberation. The vector of its question stays in memory, to be searched: some 2 KB of buffers. Over a short
 * run the caches are not full yet, and what they take looks like growth.
 */
const MOST_BYTES =
  DELIBERATIONS >= 1_000
    ? { heapUsed: 2_048, arrayBuffers: 4_096, resident: 32_768 }
    : { heapUsed: 32_768, arrayBuffers: 16_384, resident: 1_000_000 };

interface Sample {
  readonly deliberations: number;
  readonly heapUsed: number;
  readonly arrayBuffers: number;
  readonly descriptors: number;
  readonly processes: number;
  /** Bytes of the whole process in memory, seen from outside. */
  readonly resident: number;
}

it(`${DELIBERATIONS} deliberations in one process leave no memory, descriptors or processes behind`, {
  timeout: 3_600_000,
}, async () => {
  const folder = scratchFolder('soak');
  const program = await soakProgram();
  const samples = await sample(['--expose-gc', program, folder, String(DELIBERATIONS), String(SAMPLES)]);
  const settled = samples.slice(Math.floor(samples.length * WARM_UP));
  const slope = (figure: keyof Sample) => slopeOf(settled.map((one) => ({ x: one.deliberations, y: one[figure] })));
  console.info(
    `heap ${slope('heapUsed').toFixed(0)} bytes, buffers ${slope('arrayBuffers').toFixed(0)} bytes, ` +
      `the whole process ${slope('resident').toFixed(0)} bytes per deliberation; ` +
      `descriptors ${settled.at(0)?.descriptors} to ${settled.at(-1)?.descriptors}, ` +
      `child processes ${settled.at(0)?.processes} to ${settled.at(-1)?.processes}`,
  );

  expect(samples.at(-1)?.deliberations).toBe(DELIBERATIONS);
  expect(readdirSync(path.join(folder, 'transcripts')).filter((name) => name.endsWith('.md'))).toHaveLength(
    DELIBERATIONS,
  );
  expect(slope('heapUsed')).toBeLessThan(MOST_BYTES.heapUsed);
  expect(slope('arrayBuffers')).toBeLessThan(MOST_BYTES.arrayBuffers);
  expect(slope('resident')).toBeLessThan(MOST_BYTES.resident);
  expect(settled.at(-1)?.descriptors).toBeLessThanOrEqual(
    Math.max(...settled.slice(0, 3).map((one) => one.descriptors)),
  );
  expect(settled.at(-1)?.processes).toBe(settled.at(0)?.processes);
  reportCases(DELIBERATIONS);
});

/** What the program prints, a line at a time, each with the size that the system gives for the process just then. */
async function sample(args: readonly string[]): Promise<Sample[]> {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'close');
  const samples: Sample[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    const resident = residentBytes(child.pid) ?? samples.at(-1)?.resident ?? 0;
    samples.push({ ...(JSON.parse(line) as Omit<Sample, 'resident'>), resident });
  }
  expect(await ended).toEqual([0, null]);
  return samples;
}

/** Undefined once it has ended, which may be a moment after its last line. */
function residentBytes(pid: number | undefined): number | undefined {
  try {
    const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return kilobytes === undefined ? undefined : Number(kilobytes) * 1024;
  } catch {
    return undefined;
  }
}

/** The fixture with the whole program in it, which finds its workers and assets where the built one does. */
async function soakProgram(): Promise<string> {
  const outfile = path.join(scratchFolder('program'), 'program.cjs');
  const place = JSON.stringify(pathToFileURL(path.join(ROOT, 'dist', 'server.cjs')).href);
  const entryPoints = ['tests/fixtures/soak/deliberate-on.ts'];
  await bundle(ROOT, { format: 'cjs', target: 'node20', define: { 'import.meta.url': place }, entryPoints, outfile });
  return outfile;
}
