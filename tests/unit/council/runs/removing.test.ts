import { describe, expect, it } from 'vitest';
import { OVER_BEFORE, removeAll, untouchedSince } from '../../../../src/council/runs/store/remove-runs.js';
import { MIGRATIONS } from '../../../../src/council/runs/store/tables.js';
import { openDatabase } from '../../../../src/storage/index.js';
import { continuing, requestIn } from '../../../support/interrupted-run.js';
import { type RecordedProject, recordedProject } from '../../../support/recorded-council.js';
import { sqliteDrivers } from '../../../support/sqlite-drivers.js';

const TOMORROW = new Date(Date.now() + 86_400_000);

async function withRuns(project: RecordedProject, count: number): Promise<string[]> {
  const opened = await continuing(project);
  const ids: string[] = [];
  for (let made = 0; made < count; made++) {
    ids.push((await opened.council.deliberate(requestIn(project, { rounds: 1 }))).deliberation_id);
  }
  await opened.close();
  return ids;
}

describe('removing many records', () => {
  it('leaves the others their turn after each, and spares one that was taken up meanwhile', async () => {
    const project = recordedProject();
    const [first, second, third] = await withRuns(project, 3);
    const database = await openDatabase(project.runsFile, { migrations: MIGRATIONS });
    let looked = 0;
    const left: number[] = [];
    const count = () => database.read((connection) => connection.all('SELECT id FROM runs').length);
    const removed = await removeAll(
      database,
      untouchedSince(TOMORROW),
      () => new Date(),
      () => {
        looked++;
        if (looked === 1) {
          project.sql(`UPDATE runs SET updated_at = '9999-01-01T00:00:00.000Z' WHERE id = '${second}'`);
          // As whatever else goes on in the process would, between two of them.
          setImmediate(() => void count().then((runs) => left.push(runs)));
        }
        return false;
      },
    );
    expect([removed, looked]).toEqual([2, 3]);
    expect(left[0]).toBeGreaterThan(1);
    expect(await database.read((connection) => connection.all('SELECT id FROM runs'))).toEqual([{ id: second }]);
    expect([first, third]).not.toContain(second);
    await database.close();
  });

  it('ends where it is when the program closes', async () => {
    const project = recordedProject();
    await withRuns(project, 3);
    const database = await openDatabase(project.runsFile, { migrations: MIGRATIONS });
    let looked = 0;
    expect(
      await removeAll(
        database,
        untouchedSince(TOMORROW),
        () => new Date(),
        () => ++looked > 1,
      ),
    ).toBe(1);
    expect(await database.read((connection) => connection.all('SELECT id FROM runs').length)).toBe(2);
    await database.close();
  });

  it.each(sqliteDrivers)('finds what is long over without a look at the rows ($name)', async (driver) => {
    const project = recordedProject(driver);
    await withRuns(project, 1);
    const connection = driver.open(project.runsFile, { readOnly: true });
    const plan = connection.prepare(`EXPLAIN QUERY PLAN ${OVER_BEFORE}`).all(['2020']);
    expect(plan).toEqual([
      expect.objectContaining({ detail: expect.stringMatching(/^SEARCH runs USING COVERING INDEX runs_by_end/) }),
    ]);
    connection.close();
  });

  it('counts those that it removed', async () => {
    const project = recordedProject();
    await withRuns(project, 4);
    const opened = await continuing(project);
    await opened.council.deliberate(requestIn(project, { rounds: 1 }));
    project.sql(`UPDATE runs SET updated_at = '2020-01-01T00:00:00.000Z' WHERE rowid IN (1, 3)`);
    expect(await opened.runs.prune(new Date('2021-01-01'))).toBe(2);
    expect(await opened.store.list()).toHaveLength(3);
    await opened.close();
  });
});
