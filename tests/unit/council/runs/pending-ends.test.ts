import { describe, expect, it } from 'vitest';
import { openRunStore } from '../../../../src/council/index.js';
import { putEnding } from '../../../../src/council/runs/store/run-changes.js';
import { systemClock } from '../../../../src/kernel/clock.js';
import { silentLogger } from '../../../../src/kernel/logger.js';
import { interruptedRun } from '../../../support/interrupted-run.js';
import { recordedProject } from '../../../support/recorded-council.js';
import { sqliteDrivers } from '../../../support/sqlite-drivers.js';

/** An interrupted run, which one process takes over again and again. */
async function interrupted() {
  const project = recordedProject();
  const id = await interruptedRun(project);
  const open = () =>
    openRunStore({ file: project.runsFile, version: '0.0.0-test', clock: systemClock, logger: silentLogger });
  const store = await open();
  const { request } = (await store.read(id)).setup;
  const schema = schemaOfRuns(project.runsFile);
  return {
    id,
    store,
    open,
    /** Gives what stores its end. */
    attempt: async (name: string) => {
      const writer = store.writer(await store.takeOver(id, request), () => 1);
      return () => writer.finish(putEnding(id, { status: 'interrupted', endedBy: name, result: null }));
    },
    // Not renamed: SQLite would quote the name, and the schema would no longer be as it was made.
    takeAway: () => project.sql('PRAGMA foreign_keys = OFF; CREATE TABLE kept AS SELECT * FROM runs; DROP TABLE runs;'),
    putBack: () => project.sql(`${schema.join(';')}; INSERT INTO runs SELECT * FROM kept; DROP TABLE kept;`),
    forgetOwner: () => project.sql(`UPDATE runs SET status = 'interrupted', owner = NULL`),
  };
}

function schemaOfRuns(file: string): string[] {
  const [driver] = sqliteDrivers;
  const connection = driver?.open(file, { readOnly: true });
  const rows = connection?.prepare("SELECT sql FROM sqlite_schema WHERE tbl_name = 'runs' AND sql NOT NULL").all([]);
  connection?.close();
  return (rows ?? []).map(({ sql }) => String(sql));
}

describe('the ends of two attempts at one run', () => {
  it('are stored separately: a sign of life of the first leaves that of the second', async () => {
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

  it('do not replace each other while neither can be stored', async () => {
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
