import path from 'node:path';
import { expect, it } from 'vitest';
import { describeJournal } from '../../../src/cli/doctor/describe-parts.js';
import { silentLogger } from '../../../src/kernel/logger.js';
import { openProgram } from '../../../src/program/open-program.js';
import { findUnusedDatabases } from '../../../src/program/unused-databases.js';
import { BELIEF, deadProcess, expectValue, journalIn } from '../../support/journal-fixture.js';
import { scratchFolder } from '../../support/scratch-folder.js';

async function clonedProject(): Promise<string> {
  const projectFolder = scratchFolder('project');
  const folder = path.join(projectFolder, '.claude/journal');
  const { journal } = journalIn({ folder, owner: await deadProcess() });
  expectValue(await journal.create(BELIEF));
  expectValue(await journal.resolve({ status: 'confirmed', result: 'held' }));
  expectValue(await journal.create(BELIEF));
  return projectFolder;
}

/** What a server does at its start. */
async function beginSession(projectFolder: string) {
  const program = await openProgram({ projectFolder, environment: process.env, logger: silentLogger });
  expectValue(await program.journal.ensureSession());
  await program.catchUp.begin();
  return program;
}

it('learns from a journal that came with a project only after `witan init` adopted it, and doctor says so', async () => {
  const projectFolder = await clonedProject();
  const program = await beginSession(projectFolder);
  expect(await program.existingLearning()).toBeUndefined();
  expect(await describeJournal(program)).toEqual({
    state: 'note',
    text: '0 experiences, 0 values; 1 resolved and 1 open entries came with this project or were moved: not used',
    remedy: '`witan init` asks; `witan init --adopt` uses them',
  });
  await program.close();

  const [unused, ...others] = await findUnusedDatabases(projectFolder);
  expect(others).toEqual([]);
  expect(unused).toMatchObject({
    name: '.claude/journal',
    action: 'adopt',
    description: '1 resolved and 1 open entries',
  });
  if (unused?.action === 'adopt') await unused.apply();
  expect(await findUnusedDatabases(projectFolder)).toEqual([]);
  const next = await beginSession(projectFolder);
  expect((await next.entries.status()).learned?.experiences).toBe(1);
  expect(await next.journal.getOrphans()).toHaveLength(1);
  await next.close();
});

it('counts a journal of an earlier version as own where the experiences of the project are known', async () => {
  const projectFolder = await clonedProject();
  const earlier = await openProgram({ projectFolder, environment: process.env, logger: silentLogger });
  await earlier.learning();
  await earlier.close();
  expect(await findUnusedDatabases(projectFolder)).toEqual([]);
  const program = await beginSession(projectFolder);
  expect((await program.entries.status()).learned?.experiences).toBe(1);
  await program.close();
});
