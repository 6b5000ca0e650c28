import { describe, expect, it } from 'vitest';
import { pruneRuns } from '../../../../src/council/runs/store/remove-runs.js';
import { MIGRATIONS } from '../../../../src/council/runs/store/tables.js';
import { openDatabase } from '../../../../src/storage/index.js';
import { continuing, requestIn } from '../../../support/interrupted-run.js';
import { type RecordedProject, recordedProject } from '../../../support/recorded-council.js';

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
  it('lets other work run after each, and spares one that was continued in the meantime', async () => {
    const project = recordedProject();
    const [, second] = await withRuns(project, 3);
    const database = await openDatabase(project.runsFile, { migrations: MIGRATIONS });
    const left: number[] = [];
    const count = () => database.read((connection) => connection.all('SELECT id FROM runs').length);
    let looked = 0;
    const now = () => {
      looked++;
      // Other work, after the first removal and before the second.
      if (looked === 2)
        setImmediate(() => {
          project.sql(`UPDATE runs SET updated_at = '9999-01-01T00:00:00.000Z' WHERE id = '${second}'`);
          void count().then((runs) => left.push(runs));
        });
      return new Date();
    };
    expect(await pruneRuns(database, TOMORROW, now)).toBe(2);
    expect(left[0]).toBeGreaterThan(1);
    expect(await database.read((connection) => connection.all('SELECT id FROM runs'))).toEqual([{ id: second }]);
    await database.close();
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
