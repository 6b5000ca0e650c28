import path from 'node:path';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Database, openDatabase, type ReadConnection } from '../../src/storage/index.js';
import { type NotesSchema, notesMigrations } from '../fixtures/storage/notes.js';
import { scratchFolder } from '../support/scratch-folder.js';
import { sqliteDrivers } from '../support/sqlite-drivers.js';

describe.each(sqliteDrivers)('a database over $name', (driver) => {
  let file: string;
  let database: Database<NotesSchema>;
  const open = (readOnly = false) => openDatabase<NotesSchema>(file, { migrations: notesMigrations, driver, readOnly });

  beforeEach(async () => {
    file = path.join(scratchFolder('database'), 'notes.db');
    database = await open();
    return () => database.close();
  });

  const add = (number: number, writer = 'ann') =>
    database.write((connection) => connection.run('INSERT INTO notes VALUES (?, ?, NULL)', [writer, number]));
  const count = () => database.read((connection) => connection.first('SELECT count(*) AS n FROM notes')?.n);

  it('keeps every promise about how a file is written', async () => {
    const settings = await database.read((connection) =>
      ['journal_mode', 'synchronous', 'foreign_keys', 'busy_timeout', 'mmap_size'].map(
        (name) => Object.values(connection.first(`PRAGMA ${name}`) ?? {})[0] ?? 0,
      ),
    );
    expect(settings).toEqual(['wal', 2, 1, 50, 0]);
    expect(database.driver).toEqual({ name: driver.name, version: expect.stringMatching(/^3\.\d+\.\d+$/) });
  });

  it('waits for the disk again after a write that does not, also if that one fails', async () => {
    const waiting = (connection: ReadConnection) => connection.first('PRAGMA synchronous')?.synchronous;
    expect(await database.write(waiting, { waitsForDisk: false })).toBe(1);
    const refused = () => {
      throw new Error('refused');
    };
    await expect(database.write(refused, { waitsForDisk: false })).rejects.toThrow('refused');
    expect(await database.write(waiting)).toBe(2);
  });

  it('stores all of a write or nothing of it, and throws on what the work threw', async () => {
    const mistake = new Error('changed my mind');
    const write = database.write((connection) => {
      connection.run("INSERT INTO notes VALUES ('ann', 1, NULL)");
      throw mistake;
    });
    await expect(write).rejects.toBe(mistake);
    expect(await count()).toBe(0);
    await add(1);
    expect(await count()).toBe(1);
  });

  it('refuses work that waits, and stores nothing of it', async () => {
    const write = database.write(async (connection) => {
      connection.run("INSERT INTO notes VALUES ('ann', 1, NULL)");
    });
    await expect(write).rejects.toThrow('must not wait');
    expect(await count()).toBe(0);
  });

  it('runs writes in the order of the calls, and continues after one that failed', async () => {
    const outcomes = await Promise.allSettled([add(1), add(1), add(2), database.close()]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
    database = await open();
    expect(await count()).toBe(2);
  });

  it('deletes what hangs on a deleted row, and refuses a row that hangs on nothing', async () => {
    await add(1);
    await database.write((connection) => connection.run("INSERT INTO remarks VALUES ('ann', 1, 'good')"));
    await expect(
      database.write((connection) => connection.run("INSERT INTO remarks VALUES ('ann', 7, 'lost')")),
    ).rejects.toThrow(/FOREIGN KEY/);
    await database.queries.deleteFrom('notes').execute();
    expect(await database.queries.selectFrom('remarks').selectAll().execute()).toEqual([]);
  });

  it('answers typed queries, alone and together in one write', async () => {
    const { queries } = database;
    await queries
      .insertInto('notes')
      .values([1, 2, 3].map((number) => ({ writer: 'ann', number, body: `note ${number}` })))
      .execute();
    const changed = await queries.updateTable('notes').set({ body: null }).where('number', '>', 1).executeTakeFirst();
    expect(changed.numUpdatedRows).toBe(2n);
    const removed = await database.write((connection) => {
      connection.execute(queries.insertInto('notes').values({ writer: 'bob', number: 1, body: '' }));
      return connection.execute(queries.deleteFrom('notes').where('writer', '=', 'ann').returning('number'));
    });
    expect(removed.map(({ number }) => number).sort()).toEqual([1, 2, 3]);
    const left = await database.read((connection) =>
      connection.execute(queries.selectFrom('notes').select('writer').limit(5)),
    );
    expect(left).toMatchObject([{ writer: 'bob' }]);
    expect((await sql<{ n: number }>`SELECT count(*) AS n FROM notes`.execute(queries)).rows).toMatchObject([{ n: 1 }]);
    const streamed: unknown[] = [];
    for await (const row of queries.selectFrom('notes').select('number').stream()) streamed.push(row.number);
    expect(streamed).toEqual([1]);
  });

  it('refuses transactions that wait, and values that it cannot keep', async () => {
    await expect(database.queries.transaction().execute(async () => undefined)).rejects.toThrow('use write()');
    await expect(sql`SELECT ${new Date()}`.execute(database.queries)).rejects.toThrow(TypeError);
  });

  it('keeps the rest of a text that has a zero character in it', async () => {
    await database.queries.insertInto('notes').values({ writer: 'ann', number: 1, body: 'before\0after' }).execute();
    expect(await database.queries.selectFrom('notes').select('body').execute()).toMatchObject([
      { body: 'before\ufffdafter' },
    ]);
  });

  it('shows a reader one state, whatever is written during the read', async () => {
    await add(1);
    const other = await open();
    const twice = await other.read((connection) => {
      const counted = () => connection.first('SELECT count(*) AS n FROM notes')?.n;
      const before = counted();
      const writer = driver.open(file, { readOnly: false });
      writer.exec("INSERT INTO notes VALUES ('bob', 1, NULL)");
      writer.close();
      return [before, counted()];
    });
    expect(twice).toEqual([1, 1]);
    expect(await count()).toBe(2);
    await other.close();
  });

  it('changes its data version when another connection wrote, not when it wrote itself', async () => {
    const other = await open();
    const before = await other.dataVersion();
    await add(1);
    const after = await other.dataVersion();
    expect(after).not.toBe(before);
    await other.write((connection) => connection.run("INSERT INTO notes VALUES ('bob', 1, NULL)"));
    expect(await other.dataVersion()).toBe(after);
    await other.close();
  });

  it('refuses another statement inside a loop over rows, with every driver', async () => {
    await add(1);
    const nested = database.read((connection) => {
      for (const _ of connection.iterate('SELECT * FROM notes')) connection.all('SELECT 1');
    });
    await expect(nested).rejects.toThrow('inside the loop');
    expect(await database.read((connection) => [...connection.iterate('SELECT * FROM notes')].length)).toBe(1);
  });

  it('still answers after far more different statements than it keeps compiled', async () => {
    await add(1);
    for (let round = 0; round < 450; round++) {
      expect(await database.read((connection) => connection.first(`SELECT ${round} AS n`)?.n)).toBe(round);
    }
    expect(await count()).toBe(1);
  });

  it('says in one line that the disk is full, and works again when there is space', async () => {
    await database.write((connection) => connection.exec('PRAGMA max_page_count = 12'));
    const large = () =>
      database.write((connection) => connection.run('INSERT INTO notes VALUES (?, 1, ?)', ['ann', 'x'.repeat(99_000)]));
    await expect(large()).rejects.toMatchObject({
      fault: 'full',
      message: expect.stringMatching(/disk that holds \S+notes\.db is full; free some space/),
    });
    expect(await count()).toBe(0);
    await database.write((connection) => connection.exec('PRAGMA max_page_count = 10000'));
    await large();
    expect(await database.checkIntegrity()).toEqual([]);
  });

  it('reads but does not write when opened read-only, also while another connection writes', async () => {
    const reader = await open(true);
    await add(1);
    expect(await reader.queries.selectFrom('notes').select('number').execute()).toMatchObject([{ number: 1 }]);
    await expect(reader.queries.deleteFrom('notes').execute()).rejects.toMatchObject({
      fault: 'read-only',
      message: expect.stringContaining('cannot be written'),
    });
    await reader.close();
    expect(await count()).toBe(1);
  });

  it('finds rows that refer to nothing', async () => {
    const careless = driver.open(file, { readOnly: false });
    careless.exec("PRAGMA foreign_keys = OFF; INSERT INTO remarks VALUES ('missing', 1, 'x')");
    careless.close();
    expect(await database.checkIntegrity()).toEqual(['row 1 of remarks refers to a row of notes that is not there']);
  });

  it('closes once, leaves one whole file, and refuses later calls', async () => {
    await add(1);
    await Promise.all([database.close(), database.close()]);
    await database.close();
    await expect(count()).rejects.toMatchObject({ fault: 'closed' });
    await expect(add(2)).rejects.toMatchObject({ fault: 'closed' });
    database = await open();
    expect(await count()).toBe(1);
  });
});
