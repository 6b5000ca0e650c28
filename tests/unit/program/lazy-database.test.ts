import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { lazyRuns } from '../../../src/program/open-program.js';
import { recordingLogger } from '../../support/journal-fixture.js';
import { projectMemory } from '../../support/project-memory.js';
import { scratchFolder } from '../../support/scratch-folder.js';

it('A caller that only looks makes neither a memory nor a database.', async () => {
  const projectFolder = scratchFolder('looked-at');
  const memory = projectMemory(projectFolder);
  const runs = lazyRuns({ memory, projectFolder, logger: recordingLogger() });
  expect(await runs.exists()).toBe(false);
  expect(memory.find()).toBeUndefined();
  await runs.open();
  expect(await runs.exists()).toBe(true);
  expect(existsSync(path.join(memory.make(), 'runs.db'))).toBe(true);
  await runs.close();
});

it('A database that was deleted while it was open is made again, so that nothing goes to a file without a name.', async () => {
  const projectFolder = scratchFolder('deleted');
  const memory = projectMemory(projectFolder);
  const runs = lazyRuns({ memory, projectFolder, logger: recordingLogger() });
  const first = await runs.open();
  expect(await runs.open()).toBe(first);
  rmSync(memory.make(), { recursive: true });
  const second = await runs.open();
  expect(second).not.toBe(first);
  expect(await second.list()).toEqual([]);
  expect(existsSync(path.join(memory.make(), 'runs.db'))).toBe(true);
  await runs.close();
});
