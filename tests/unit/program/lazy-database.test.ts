import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { lazyRuns } from '../../../src/program/open-program.js';
import { recordingLogger } from '../../support/journal-fixture.js';
import { knownDatabases } from '../../support/known-databases.js';
import { scratchFolder } from '../../support/scratch-folder.js';

function runsIn(dataFolder: string) {
  const logger = recordingLogger();
  return { logger, runs: lazyRuns(dataFolder, { known: knownDatabases(), logger }) };
}

it('creates no database for a caller that only looks', async () => {
  const dataFolder = path.join(scratchFolder('looked-at'), 'data');
  const { runs } = runsIn(dataFolder);
  expect(await runs.exists()).toBe(false);
  await runs.close();
  expect(existsSync(dataFolder)).toBe(false);
});

it('opens one database for all callers, and another one after the file was removed', async () => {
  const dataFolder = path.join(scratchFolder('removed'), 'data');
  const { runs, logger } = runsIn(dataFolder);
  const [first, second] = await Promise.all([runs.open(), runs.open()]);
  expect(second).toBe(first);
  rmSync(dataFolder, { recursive: true });
  const third = await runs.open();
  expect(third).not.toBe(first);
  expect(logger.events.join(' ')).toContain('runs.file_replaced');
  expect(await runs.exists()).toBe(true);
  await runs.close();
});

it('opens no database after the program has closed it', async () => {
  const dataFolder = path.join(scratchFolder('closed'), 'data');
  const { runs } = runsIn(dataFolder);
  await runs.close();
  await expect(runs.open()).rejects.toThrow('The program ends');
  expect(existsSync(dataFolder)).toBe(false);
});
