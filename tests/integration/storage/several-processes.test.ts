import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setImmediate } from 'node:timers/promises';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type DatabaseOptions, openDatabase } from '../../../src/storage/index.js';
import { type NotesSchema, notesMigrations } from '../../fixtures/storage/notes.js';
import { scratchFolder } from '../../support/scratch-folder.js';
import { sqliteDrivers } from '../../support/sqlite-drivers.js';
import { type StorageChild, storageChildren } from '../../support/storage-child.js';

let start: (...args: string[]) => StorageChild;

beforeAll(async () => {
  start = await storageChildren();
});

describe.each(sqliteDrivers)('several processes with $name', (driver) => {
  let file: string;
  const open = (options: Partial<DatabaseOptions> = {}) =>
    openDatabase<NotesSchema>(file, { migrations: notesMigrations, driver, ...options });

  beforeEach(() => {
    file = path.join(scratchFolder('processes'), 'data', 'notes.db');
  });

  it('lose no row when eight of them write at the same time, and none gets an error that the database is busy', async () => {
    const writers = Array.from({ length: 8 }, (_, each) => start(driver.name, 'append', file, `writer ${each}`, '250'));
    const ends = await Promise.all(writers.map(({ ended }) => ended));
    expect(ends).toEqual(writers.map(() => ({ code: 0, errors: '' })));
    const database = await open();
    const rows = await database.queries
      .selectFrom('notes')
      .select(({ fn }) => ['writer', fn.countAll<number>().as('count'), fn.max('number').as('last')])
      .groupBy('writer')
      .execute();
    expect(rows.map(({ count, last }) => [count, last])).toEqual(writers.map(() => [250, 249]));
    expect(await database.checkIntegrity()).toEqual([]);
    await database.close();
  }, 60_000);

  it.each([
    ['a new file', 0],
    ['a file of an older program', 1],
  ])('make one schema when all of them open %s at the same time', async (_what, version) => {
    if (version > 0) await (await open({ migrations: notesMigrations.slice(0, version) })).close();
    const openers = Array.from({ length: 6 }, () => start(driver.name, 'open-when-told', file));
    await Promise.all(openers.map((opener) => opener.said(1)));
    for (const opener of openers) opener.tell();
    const ends = await Promise.all(openers.map(({ ended }) => ended));
    expect(ends).toEqual(openers.map(() => ({ code: 0, errors: '' })));
    const database = await open();
    const steps = await database.queries.selectFrom('steps').selectAll().execute();
    expect(steps.map(({ name }) => name)).toEqual(notesMigrations.map(({ name }) => name));
    await database.close();
  });

  it('wait for one that holds the lock, can still read, and keep their event loop free', async () => {
    let isWaiting = false;
    const logger = {
      log(_level: string, event: string) {
        isWaiting ||= event === 'database.waits';
      },
    };
    const database = await open({ lockTimeoutMs: 60_000, logger });
    const holder = start(driver.name, 'hold', file);
    await holder.said(1);
    const delays = monitorEventLoopDelay({ resolution: 5 });
    delays.enable();
    const order: string[] = [];
    const writing = database
      .write((connection) => connection.run("INSERT INTO notes VALUES ('ann', 1, NULL)"))
      .then(() => order.push('written'));
    for (let reads = 0; reads < 300 || !isWaiting; reads++) {
      await setImmediate();
      expect(await database.queries.selectFrom('notes').selectAll().execute()).toEqual([]);
    }
    delays.disable();
    order.push('released');
    holder.tell();
    await writing;
    expect(order).toEqual(['released', 'written']);
    // SQLite itself waits 50 ms; the bound leaves room for slow machines, and a wait that blocks would last 60 s.
    expect(delays.max / 1e6).toBeLessThan(2_000);
    expect((await holder.ended).code).toBe(0);
    await database.close();
  });

  it('give up after their time and name the process that holds the lock', async () => {
    const database = await open({ lockTimeoutMs: 150 });
    const holder = start(driver.name, 'hold', file);
    await holder.said(1);
    const error: unknown = await database.queries
      .insertInto('notes')
      .values({ writer: 'ann', number: 1, body: null })
      .execute()
      .catch((reason: unknown) => reason);
    expect(error).toMatchObject({
      fault: 'busy',
      type: 'conflict',
      message: expect.stringMatching(/has kept data\/notes\.db locked for 0\.\d s; let it finish or end it/),
    });
    if (process.platform === 'linux') expect(String(error)).toContain(`process ${holder.process.pid} (node)`);
    holder.tell();
    await holder.ended;
    await database.queries.insertInto('notes').values({ writer: 'ann', number: 1, body: null }).execute();
    await database.close();
  });
});
