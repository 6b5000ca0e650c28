import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { silentLogger } from '../../../src/kernel/logger.js';
import { openProgram } from '../../../src/program/open-program.js';
import { deliberationRecord } from '../../support/deliberation-record.js';
import { scratchFolder } from '../../support/scratch-folder.js';
import { openTestGraph } from '../../support/test-graph.js';

it('stores what it acknowledges where the next program finds it, also after the data folder was removed', async () => {
  const projectFolder = scratchFolder('project');
  const { decisions, settings, close } = await openProgram({ projectFolder, environment: {}, logger: silentLogger });
  const { dataFolder } = settings.storage;
  const open = async () => (await decisions({ create: true })).graph;
  await (await open()).remember(deliberationRecord({ id: 'before' }));
  rmSync(dataFolder, { recursive: true });
  const stale = await open();
  const both = await Promise.all([open(), open()]);
  expect(new Set([stale, ...both]).size).toBe(1);
  await stale.remember(deliberationRecord({ id: 'after' }));
  await close();
  const file = path.join(dataFolder, 'decisions.db');
  expect(existsSync(file)).toBe(true);
  const next = await openTestGraph({ file });
  expect((await next.list()).map(({ id }) => id)).toEqual(['after']);
  await next.close();
});
