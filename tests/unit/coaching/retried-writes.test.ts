import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { createRetriedWrites } from '../../../src/coaching/retried-writes.js';
import { StorageError } from '../../../src/storage/index.js';
import { coachWorkspace } from '../../support/coach-workspace.js';
import { manualTimers } from '../../support/coaching-fixture.js';
import { sqliteDrivers } from '../../support/sqlite-drivers.js';

/** A disk of one kind of row that can be full. */
function smallDisk() {
  const timers = manualTimers();
  const writes = createRetriedWrites({ timers });
  const problems: (string | null)[] = [];
  writes.onProblem((problem) => problems.push(problem));
  const disk = { isFull: false, rows: [] as string[] };
  const put = (key: string, row: string) =>
    writes.put(key, async () => {
      if (disk.isFull) throw new StorageError('full', 'the disk is full; free some space');
      disk.rows.push(row);
    });
  return { timers, writes, problems, disk, put };
}

it('A save of a file settles while another process keeps the data folder busy, and is recorded afterwards.', async () => {
  const { workspace, workbench, at } = await coachWorkspace({ 'a.txt': 'old' });
  await workspace.beginPhase('phase');
  await workspace.openFile('a.txt');
  const holder = sqliteDrivers[0]?.open(workbench.file, { readOnly: false });
  holder?.exec('BEGIN IMMEDIATE');
  try {
    await workspace.writeFile({ path: 'a.txt', content: 'new' });
    expect(readFileSync(at('a.txt'), 'utf8')).toBe('new');
    expect(await workspace.getPhaseChanges('phase')).toEqual([{ path: 'a.txt', before: 'old', after: 'new' }]);
  } finally {
    holder?.exec('ROLLBACK');
    holder?.close();
  }
  const rows = () => workbench.queries.selectFrom('phase_baselines').select('path').execute();
  await expect.poll(rows).toEqual([{ path: 'a.txt' }]);
});

it('A refused write is stored when the disk has space again, and one problem is reported and withdrawn.', async () => {
  const { timers, writes, problems, disk, put } = smallDisk();
  disk.isFull = true;
  await put('a', 'first');
  await put('b', 'second');
  await timers.fire();
  expect(disk.rows).toEqual([]);
  expect(writes.problem()).toContain('the disk is full');
  disk.isFull = false;
  await timers.fire();
  expect(disk.rows).toEqual(['first', 'second']);
  expect(problems).toEqual([expect.stringContaining('only in memory'), null]);
  expect(timers.intervals()).toEqual([]);
});

it('A full disk that refuses two databases in turn is one problem.', async () => {
  const { timers, writes, problems } = smallDisk();
  const refuse = (name: string) => () =>
    Promise.reject(new StorageError('full', `the disk that holds ${name} is full`));
  await writes.put('a', refuse('paige.db'));
  await writes.put('b', refuse('workbench.db'));
  await timers.fire();
  await writes.put('b', refuse('workbench.db'));
  expect(problems).toEqual([expect.stringContaining('paige.db')]);
});

it('The first write that succeeds takes everything with it that was refused before.', async () => {
  const { problems, disk, put } = smallDisk();
  disk.isFull = true;
  await put('a', 'old text');
  await put('a', 'new text');
  disk.isFull = false;
  await put('b', 'other');
  expect(disk.rows).toEqual(['other', 'new text']);
  expect(problems).toHaveLength(2);
});

it('A write that was dropped before it was made is never made.', async () => {
  const { writes, disk, put } = smallDisk();
  const settled = put('a', 'text');
  writes.drop('a');
  await settled;
  await writes.close();
  expect(disk.rows).toEqual([]);
});
