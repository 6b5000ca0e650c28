import { existsSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../../src/storage/index.js';
import { notesMigrations } from '../../fixtures/storage/notes.js';
import { reportCases } from '../../support/report-cases.js';
import { scratchFolder } from '../../support/scratch-folder.js';
import { numbersFrom, seedOr } from '../../support/seed.js';
import { sqliteDrivers } from '../../support/sqlite-drivers.js';
import { type StorageChild, storageChildren } from '../../support/storage-child.js';

const KILLS = Number(process.env.WITAN_KILLS ?? 15);

let start: (...args: string[]) => StorageChild;

beforeAll(async () => {
  start = await storageChildren();
});

describe.each(sqliteDrivers)('a process that makes a database with $name', (driver) => {
  it(`leaves one that the next process uses, and nothing else, when it is killed, ${KILLS} times`, async () => {
    const home = scratchFolder('killed-home');
    const file = path.join(scratchFolder('killed-creator'), '.witan', 'notes.db');
    const random = numbersFrom(seedOr(0));
    const open = () => openDatabase(file, { driver, migrations: notesMigrations });
    const seen = new Set<string>();
    let creationMs = 100;

    for (let kill = 0; kill < KILLS; kill++) {
      rmSync(path.dirname(file), { recursive: true, force: true });
      // One is killed; every third time another one makes the same database at the same moment.
      const both = [0, ...(kill % 3 === 0 ? [1] : [])].map((each) =>
        start(driver.name, 'create-when-told', file, home, `${kill} ${each}`),
      );
      const [killed, other] = both;
      if (killed === undefined) throw new Error('no process was started');
      await Promise.all(both.map((child) => child.said(1)));
      const since = performance.now();
      for (const child of both) child.tell();
      if (kill === 0) {
        await killed.said(2);
        creationMs = performance.now() - since;
      } else {
        await delay(random() * creationMs * 1.1);
        killed.process.kill('SIGKILL');
      }
      await killed.ended;
      if (other !== undefined) expect(await other.ended).toEqual({ code: 0, errors: '' });
      seen.add(stateOf(path.dirname(file)));

      const database = await open();
      const stored = await database.read((connection) => connection.all('SELECT writer FROM notes'));
      const acknowledged = both.flatMap((child, each) => (child.lines.includes('stored') ? [`${kill} ${each}`] : []));
      expect(stored.map(({ writer }) => writer)).toEqual(expect.arrayContaining(acknowledged));
      expect(await database.checkIntegrity()).toEqual([]);
      await database.close();
      expect(readdirSync(path.dirname(file)).filter((name) => name !== '.gitignore')).toEqual(['notes.db']);
    }
    // The kills hit different moments, or nothing was tested.
    if (KILLS >= 15) expect(seen.size).toBeGreaterThan(2);
    reportCases(KILLS);
  }, 900_000);
});

function stateOf(folder: string): string {
  if (!existsSync(folder)) return 'no folder';
  return readdirSync(folder)
    .map((name) => name.replace(/\d+-[0-9a-f]{12}/, 'x'))
    .sort()
    .join(' ');
}
