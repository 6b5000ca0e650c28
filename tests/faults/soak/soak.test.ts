import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
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
/** Over a short run the caches are not full yet, and what they take looks like growth. */
const MOST_HEAP_BYTES = DELIBERATIONS >= 1_000 ? 2_048 : 32_768;

interface Sample {
  readonly deliberations: number;
  readonly heapUsed: number;
  readonly arrayBuffers: number;
  readonly descriptors: number;
  readonly processes: number;
}

it(`${DELIBERATIONS} deliberations in one process leave no memory, descriptors or processes behind`, {
  timeout: 3_600_000,
}, async () => {
  const folder = scratchFolder('soak');
  const program = await soakProgram();
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--expose-gc', program, folder, String(DELIBERATIONS), String(SAMPLES)],
    { maxBuffer: 64 * 1024 * 1024 },
  );
  const samples = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Sample);
  const settled = samples.slice(Math.floor(samples.length * WARM_UP));
  const slope = (figure: keyof Sample) => slopeOf(settled.map((one) => ({ x: one.deliberations, y: one[figure] })));
  console.info(
    `heap ${slope('heapUsed').toFixed(0)} bytes, buffers ${slope('arrayBuffers').toFixed(0)} bytes per deliberation; ` +
      `descriptors ${settled.at(0)?.descriptors} to ${settled.at(-1)?.descriptors}, ` +
      `child processes ${settled.at(0)?.processes} to ${settled.at(-1)?.processes}`,
  );

  expect(samples.at(-1)?.deliberations).toBe(DELIBERATIONS);
  expect(readdirSync(path.join(folder, 'transcripts')).filter((name) => name.endsWith('.md'))).toHaveLength(
    DELIBERATIONS,
  );
  expect(slope('heapUsed')).toBeLessThan(MOST_HEAP_BYTES);
  expect(settled.at(-1)?.descriptors).toBeLessThanOrEqual(
    Math.max(...settled.slice(0, 3).map((one) => one.descriptors)),
  );
  expect(settled.at(-1)?.processes).toBe(settled.at(0)?.processes);
  reportCases(DELIBERATIONS);
});

/** The fixture with the whole program in it, which finds its workers and assets where the built one does. */
async function soakProgram(): Promise<string> {
  const outfile = path.join(scratchFolder('program'), 'program.cjs');
  const place = JSON.stringify(pathToFileURL(path.join(ROOT, 'dist', 'server.cjs')).href);
  const entryPoints = ['tests/fixtures/soak/deliberate-on.ts'];
  await bundle(ROOT, { format: 'cjs', target: 'node20', define: { 'import.meta.url': place }, entryPoints, outfile });
  return outfile;
}
