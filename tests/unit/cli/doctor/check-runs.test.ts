import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkPart } from '../../../../src/cli/doctor/check-part.js';
import { checkRuns } from '../../../../src/cli/doctor/check-runs.js';
import { createRuns, openRunStore, type Runs } from '../../../../src/council/index.js';
import { systemClock } from '../../../../src/kernel/clock.js';
import { silentLogger } from '../../../../src/kernel/logger.js';
import { continuing, interruptedRun, requestIn } from '../../../support/interrupted-run.js';
import { recordedProject } from '../../../support/recorded-council.js';
import { SETTINGS } from '../../../support/scripted-council.js';

const NOW = new Date();

describe('the check of recorded deliberations', () => {
  it('is ok without any', async () => {
    expect(await checkRuns({ runs: async () => undefined }, NOW)).toMatchObject({ state: 'ok' });
  });

  it('says how many there are, how large the file is, and what can be continued', async () => {
    const project = recordedProject();
    await interruptedRun(project);
    const opened = await continuing(project);
    await opened.council.deliberate(requestIn(project, { mode: 'quick' }));
    const { runs } = opened;
    expect(await checkRuns({ runs: async () => runs }, NOW)).toEqual({
      state: 'ok',
      text: expect.stringMatching(/^2 recorded, 1 interrupted, \d+\.\d MB, intact$/),
      remedy: '`witan deliberate --resume` continues the last of them',
    });
    await opened.close();
  });

  it('counts old records and shows the command that removes them', async () => {
    const project = recordedProject();
    await interruptedRun(project);
    project.sql(`UPDATE runs SET updated_at = '2020-01-01T00:00:00.000Z'`);
    const opened = await continuing(project);
    await opened.council.deliberate(requestIn(project, { mode: 'quick' }));
    const { runs } = opened;
    expect(await checkRuns({ runs: async () => runs }, NOW)).toMatchObject({
      state: 'ok',
      text: expect.stringMatching(/^2 recorded, 1 interrupted, 1 older than 90 days, /),
      remedy: expect.stringContaining('witan deliberations prune --older-than 90d'),
    });
    await opened.close();
  });

  it('finds a damaged file, and says what to do', async () => {
    const project = recordedProject();
    await interruptedRun(project);
    const file = readFileSync(project.runsFile);
    writeFileSync(project.runsFile, file.fill(0xff, 4096 * 3));
    const found = await checkPart(
      'deliberations',
      () => checkRuns({ runs: () => openRuns(project.runsFile) }, NOW),
      5_000,
    );
    expect(found).toMatchObject({ state: 'broken', text: expect.stringContaining('runs.db') });
  });
});

async function openRuns(file: string): Promise<Runs> {
  const store = await openRunStore({ file, version: '0.0.0-test', clock: systemClock, logger: silentLogger });
  const redactor = { redact: async (text: string) => text, redactNow: (text: string) => text };
  return createRuns(store, { redactor, settings: SETTINGS, projectFolder: path.dirname(path.dirname(file)) });
}
