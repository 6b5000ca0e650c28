import { describe, expect, it } from 'vitest';
import { openRunStore } from '../../../../src/council/index.js';
import { putStatus } from '../../../../src/council/runs/store/run-changes.js';
import { systemClock } from '../../../../src/kernel/clock.js';
import { silentLogger } from '../../../../src/kernel/logger.js';
import { interruptedRun } from '../../../support/interrupted-run.js';
import { recordedProject } from '../../../support/recorded-council.js';

/** An interrupted run, which one process takes over again and again. */
async function interrupted() {
  const project = recordedProject();
  const id = await interruptedRun(project);
  const open = () =>
    openRunStore({ file: project.runsFile, version: '0.0.0-test', clock: systemClock, logger: silentLogger });
  const store = await open();
  const { request } = (await store.read(id)).sitting;
  return {
    id,
    store,
    open,
    /** Gives what stores its end. */
    attempt: async (name: string) => {
      const writer = store.writer(await store.takeOver(id, request), () => 1);
      return () => writer.finish(putStatus(id, 'interrupted', name, null));
    },
    takeAway: () => project.sql('ALTER TABLE runs RENAME TO runs_elsewhere'),
    // SQLite quotes a name that it changes; without the quotes the schema is as it was made.
    putBack: () =>
      project.sql(`ALTER TABLE runs_elsewhere RENAME TO runs;
        PRAGMA writable_schema = ON;
        UPDATE sqlite_schema SET sql = replace(sql, '"runs"', 'runs');
        PRAGMA writable_schema = RESET;`),
    forgetOwner: () => project.sql(`UPDATE runs SET status = 'interrupted', owner = NULL`),
  };
}

describe('the ends of two attempts at one run', () => {
  it('are stored each by its own: a sign of life of the first leaves that of the second', async () => {
    const { id, store, attempt, takeAway, putBack } = await interrupted();
    const first = await attempt('the first');
    takeAway();
    await expect(first()).rejects.toThrow('runs');
    putBack();
    await store.settle(id);
    expect(await store.read(id)).toMatchObject({ status: 'interrupted', endedBy: 'the first' });

    const second = await attempt('the second');
    takeAway();
    await expect(second()).rejects.toThrow('runs');
    // The first one's heartbeat does not know that its end was stored, and asks for it once more.
    await first();
    putBack();
    await store.settle(id);
    expect(await store.read(id)).toMatchObject({ status: 'interrupted', endedBy: 'the second' });
    await store.close();
  });

  it('do not take the place of each other while neither can be stored', async () => {
    const { id, store, open, attempt, takeAway, putBack, forgetOwner } = await interrupted();
    const first = await attempt('the first');
    forgetOwner();
    const second = await attempt('the second');
    takeAway();
    await expect(second()).rejects.toThrow('runs');
    await expect(first()).rejects.toThrow('runs');
    putBack();
    await store.close();
    const later = await open();
    expect(await later.read(id)).toMatchObject({ status: 'interrupted', endedBy: 'the second' });
    await later.close();
  });
});
