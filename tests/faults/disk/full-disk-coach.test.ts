import { execFileSync, spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { bundleWorker } from '../../support/bundle-worker.js';
import { reportCases } from '../../support/report-cases.js';
import { scratchFolder } from '../../support/scratch-folder.js';

// Kilobytes by which the room grows from one attempt to the next.
const STEP = process.env.WITAN_FAULTS === 'full' ? '1' : '16';

const folder = scratchFolder('full-disk');
const tried = spawnSync('unshare', ['-rm', 'mount', '-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder], {
  encoding: 'utf8',
});
if (tried.status !== 0)
  console.log(`skipped: no small disk can be mounted here (${tried.error?.message ?? tried.stderr.trim()})`);

it.skipIf(tried.status !== 0)(
  'EC-27: a file and what was typed survive a disk that is full at any moment of a save',
  {
    timeout: 240_000,
  },
  async () => {
    const program = await bundleWorker('tests/fixtures/coach/full-disk.ts');
    const output = execFileSync('unshare', ['-rm', process.execPath, program, folder, STEP], { encoding: 'utf8' });
    const seen = JSON.parse(output) as { done: number; refused: number; messages: string[]; problems: string[] };
    expect(seen.problems).toEqual([]);
    for (const message of seen.messages) expect(message).toMatch(/disk|space/);
    expect(seen.refused).toBeGreaterThan(5);
    expect(seen.done).toBeGreaterThan(5);
    reportCases(seen.refused);
  },
);
