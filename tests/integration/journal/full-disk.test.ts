import { execFileSync, spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { bundleProgram } from '../../support/bundle-program.js';
import { reportCases } from '../../support/report-cases.js';
import { scratchFolder } from '../../support/scratch-folder.js';

const folder = scratchFolder('full-disk');
const tried = spawnSync('unshare', ['-rm', 'mount', '-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder], {
  encoding: 'utf8',
});
const mayMount = tried.status === 0;
if (!mayMount)
  console.log(`skipped: no small disk can be mounted here (${tried.error?.message ?? tried.stderr.trim()})`);

it.skipIf(!mayMount)('is left as it was by a change that the disk has no room for', { timeout: 60_000 }, async () => {
  const program = await bundleProgram('tests/fixtures/journal/full-disk.ts');
  const output = execFileSync('unshare', ['-rm', process.execPath, program, folder], { encoding: 'utf8' });
  const seen = JSON.parse(output) as { done: number; refused: number; messages: string[]; problems: string[] };
  expect(seen.problems).toEqual([]);
  expect(seen.messages).toEqual([
    'The journal was left as it was: the disk is full; free some space and try again (ENOSPC).',
  ]);
  expect(seen.refused).toBeGreaterThan(20);
  expect(seen.done).toBeGreaterThan(100);
  // What was done while there was room has shown nothing.
  reportCases(seen.refused);
});
