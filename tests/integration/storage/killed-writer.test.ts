import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../../src/storage/index.js';
import { type NotesSchema, notesMigrations } from '../../fixtures/storage/notes.js';
import { reportCases } from '../../support/report-cases.js';
import { scratchFolder } from '../../support/scratch-folder.js';
import { seedOr } from '../../support/seed.js';
import { sqliteDrivers } from '../../support/sqlite-drivers.js';
import { type StorageChild, storageChildren } from '../../support/storage-child.js';

const KILLS = Number(process.env.WITAN_KILLS ?? 60);
const SEED = seedOr(0);
const AT_ONCE = 3;

let start: (...args: string[]) => StorageChild;

beforeAll(async () => {
  start = await storageChildren();
});

describe.each(sqliteDrivers)('a writer with $name', (driver) => {
  it(`loses nothing that it acknowledged when it is killed, ${KILLS} times`, async () => {
    const file = path.join(scratchFolder('killed'), 'notes.db');
    const acknowledged: { writer: string; numbers: number[] }[] = [];

    // Some die while they create the file, some in the middle of a write or of a checkpoint; others write at the same time.
    async function lane(first: number): Promise<void> {
      for (let kill = first; kill < KILLS; kill += AT_ONCE) {
        const writer = `writer ${kill}`;
        const child = start(driver.name, 'append', file, writer, '100000');
        await child.said((SEED + kill * 7) % 60);
        child.process.kill('SIGKILL');
        expect((await child.ended).code).toBe('SIGKILL');
        acknowledged.push({ writer, numbers: child.lines.map(Number) });
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, (_, first) => lane(first)));

    const database = await openDatabase<NotesSchema>(file, { migrations: notesMigrations, driver });
    expect(await database.checkIntegrity()).toEqual([]);
    const total = acknowledged.reduce((sum, { numbers }) => sum + numbers.length, 0);
    expect(total).toBeGreaterThan(KILLS * 10);
    for (const { writer, numbers } of acknowledged) {
      const stored = await database.queries
        .selectFrom('notes')
        .innerJoin('remarks', (join) =>
          join.onRef('remarks.writer', '=', 'notes.writer').onRef('remarks.number', '=', 'notes.number'),
        )
        .where('notes.writer', '=', writer)
        .select('notes.number')
        .orderBy('notes.number')
        .execute();
      // One more may be there: it was stored, and its writer died before it could say so.
      expect([numbers.length, numbers.length + 1]).toContain(stored.length);
      expect(stored.slice(0, numbers.length).map(({ number }) => number)).toEqual(numbers);
    }
    const [notes, remarks] = await database.read((connection) =>
      ['notes', 'remarks'].map((table) => connection.first(`SELECT count(*) AS n FROM ${table}`)?.n),
    );
    expect(notes).toBe(remarks);
    await database.close();
    reportCases(KILLS);
  }, 600_000);
});
