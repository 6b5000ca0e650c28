import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { DriverConnection } from '../../src/storage/drivers/sqlite-driver.js';
import type { SqlValue } from '../../src/storage/index.js';
import { scratchFolder } from '../support/scratch-folder.js';
import { sqliteDrivers } from '../support/sqlite-drivers.js';

describe.each(sqliteDrivers)('the driver $name', (driver) => {
  let file: string;
  let connection: DriverConnection;

  beforeEach(() => {
    file = path.join(scratchFolder('driver'), 'values.db');
    writeFileSync(file, '');
    connection = driver.open(file, { readOnly: false });
    connection.exec('CREATE TABLE things (id INTEGER PRIMARY KEY, value ANY UNIQUE) STRICT; CREATE TABLE empty (x);');
    return () => connection.close();
  });

  const kept = (value: SqlValue): SqlValue | undefined => {
    connection.prepare('DELETE FROM things').run([]);
    connection.prepare('INSERT INTO things (value) VALUES (?)').run([value]);
    return connection.prepare('SELECT value FROM things').all([])[0]?.value;
  };

  it.each([
    ['nothing', null],
    ['text beyond ASCII', 'Entscheidung – „ja“ 決定 🦉'],
    ['an empty text', ''],
    ['an integer of 32 bits', -2_147_483_648],
    ['the largest safe integer', Number.MAX_SAFE_INTEGER],
    ['a fraction', 0.1],
    ['a time in milliseconds', 1_794_787_200_123],
  ])('keeps %s as it is', (_, value) => {
    expect(kept(value)).toBe(value);
  });

  it('keeps bytes, also none and those in the middle of a buffer, and returns memory that it does not share', () => {
    const bytes = Uint8Array.from({ length: 300 }, (_, at) => at);
    const stored = kept(bytes.subarray(3, 290));
    if (!(stored instanceof Uint8Array)) throw new Error('not bytes');
    expect([...stored]).toEqual([...bytes.subarray(3, 290)]);
    expect(stored.byteOffset % 4).toBe(0);
    expect(kept(new Uint8Array(0))).toEqual(expect.objectContaining({ byteLength: 0 }));
    expect(stored[0]).toBe(3);
  });

  it('gives integers where the column says so', () => {
    connection.exec('CREATE TABLE counts (n INTEGER NOT NULL) STRICT');
    connection.prepare('INSERT INTO counts VALUES (?)').run([3_000_000_000]);
    expect(connection.prepare('SELECT n, typeof(n) AS type FROM counts LIMIT ?').all([1])).toMatchObject([
      { n: 3_000_000_000, type: 'integer' },
    ]);
  });

  it('says how many rows a statement changed and which came last', () => {
    const insert = connection.prepare('INSERT INTO things (value) VALUES (?), (?)');
    expect(insert.run(['a', 'b'])).toMatchObject({ changes: 2, lastInsertRowid: 2 });
    expect(connection.prepare('DELETE FROM things').run([])).toMatchObject({ changes: 2 });
  });

  it.each([
    ['SELECT * FROM things', true],
    ['WITH one AS (SELECT 1) SELECT * FROM one', true],
    ['PRAGMA user_version', true],
    ['INSERT INTO things (value) VALUES (1) RETURNING id', true],
    ['INSERT INTO things (value) VALUES (1)', false],
    ['UPDATE things SET value = 2', false],
    ['CREATE TABLE more (id)', false],
  ])('knows whether rows come back from: %s', (sql, expected) => {
    expect(connection.prepare(sql).returnsRows).toBe(expected);
  });

  it('walks over rows one by one, and can be left early and walked again', () => {
    const insert = connection.prepare('INSERT INTO things (value) VALUES (?)');
    for (let value = 0; value < 10; value++) insert.run([value]);
    const select = connection.prepare('SELECT value FROM things WHERE value >= ? ORDER BY value');
    const seen: unknown[] = [];
    for (const { value } of select.iterate([4])) {
      seen.push(value);
      if (seen.length === 2) break;
    }
    expect(seen).toEqual([4, 5]);
    expect([...select.iterate([8])].map(({ value }) => value)).toEqual([8, 9]);
    expect([...connection.prepare('SELECT * FROM empty').iterate([])]).toEqual([]);
  });

  it('names the result code of what SQLite refuses, and none for other errors', () => {
    expect(codeOf(() => connection.prepare("INSERT INTO things VALUES (1, 'a'), (2, 'a')").run([]))).toBe(
      'SQLITE_CONSTRAINT',
    );
    expect(codeOf(() => connection.prepare('SELEC'))).toBe('SQLITE_ERROR');
    expect(driver.resultCode(new Error('SQLITE_BUSY'))).toBeUndefined();
    expect(driver.resultCode('SQLITE_BUSY')).toBeUndefined();
  });

  it('says so when another connection has the lock', () => {
    const other = driver.open(file, { readOnly: false });
    other.exec('BEGIN IMMEDIATE');
    expect(codeOf(() => connection.exec('BEGIN IMMEDIATE'))).toBe('SQLITE_BUSY');
    other.close();
  });

  it('changes nothing through a read-only connection', () => {
    const reader = driver.open(file, { readOnly: true });
    expect(reader.prepare('SELECT count(*) AS n FROM things').all([])).toMatchObject([{ n: 0 }]);
    expect(codeOf(() => reader.exec('DELETE FROM things'))).toBe('SQLITE_READONLY');
    reader.close();
  });

  it('reads a double-quoted word only as a name, never as a text', () => {
    expect(codeOf(() => connection.prepare('SELECT "nowhere" FROM things'))).toBe('SQLITE_ERROR');
  });

  function codeOf(action: () => unknown): string | undefined {
    try {
      action();
    } catch (error) {
      return driver.resultCode(error);
    }
    return 'nothing was refused';
  }
});
