import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { createJournal } from '../../../src/journal/index.js';
import { thisProcess } from '../../../src/kernel/process-identity.js';
import { bundleProgram } from '../../support/bundle-program.js';
import { memoryFolder } from '../../support/memory-folder.js';
import { reportCases } from '../../support/report-cases.js';
import { scratchFolder } from '../../support/scratch-folder.js';

const PROCESSES = 4;
const ENTRIES = 250;

async function workTogether(folder: string, owner: number, what: string, times: number): Promise<string[]> {
  const program = await bundleProgram('tests/fixtures/journal/work.ts');
  const arguments_ = [program, folder, String(owner), what, String(times)];
  const outputs = await Promise.all(
    Array.from({ length: PROCESSES }, () => promisify(execFile)(process.execPath, arguments_)),
  );
  return outputs.flatMap(({ stdout }) => stdout.match(/ghap_\w+/g) ?? []);
}

const memory = memoryFolder('together');

it('loses none of 1,000 entries that four processes write in one session', { timeout: 90_000 }, async () => {
  const folder = join(memory, 'journal');
  const ids = await workTogether(folder, process.pid, 'create', ENTRIES);
  expect(new Set(ids).size).toBe(PROCESSES * ENTRIES);
  const journal = createJournal({ folder, owner: thisProcess() });
  const open = (await journal.getOpen()).entries.map(({ id }) => id);
  const resolved = (await journal.getSessionEntries()).map(({ id }) => id);
  expect(open).toHaveLength(PROCESSES);
  expect([...resolved, ...open].sort()).toEqual([...ids].sort());
  expect(readdirSync(folder).filter((name) => /tmp|lock/.test(name))).toEqual([]);
  reportCases(PROCESSES * ENTRIES);
});

it('gives four sessions that run at the same time a folder each', { timeout: 60_000 }, async () => {
  const folder = scratchFolder('apart');
  const ids = await workTogether(folder, 0, 'resolve', 25);
  const journal = createJournal({ folder, owner: thisProcess() });
  expect(new Set(ids).size).toBe(100);
  expect((await journal.getAllResolved()).map(({ id }) => id).sort()).toEqual([...ids].sort());
  expect(readdirSync(join(folder, 'archive'))).toHaveLength(PROCESSES);
  expect(await journal.hasOrphanedEntry()).toBe(false);
  reportCases(PROCESSES * 25);
});
