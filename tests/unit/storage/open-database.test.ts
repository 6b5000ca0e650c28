import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { createConnection } from '../../../src/storage/database/connection.js';
import { type Migration, openDatabase, type SqliteDriver, StorageError } from '../../../src/storage/index.js';
import { notesMigrations } from '../../fixtures/storage/notes.js';
import { scratchFolder } from '../../support/scratch-folder.js';
import { sqliteDrivers } from '../../support/sqlite-drivers.js';

describe.each(sqliteDrivers)('opening a database with $name', (driver) => {
  let file: string;

  beforeEach(() => {
    file = path.join(scratchFolder('open'), '.witan', 'notes.db');
  });

  const open = (migrations: readonly Migration[] = notesMigrations, readOnly = false) =>
    openDatabase(file, { migrations, driver, readOnly });

  const refusal = async (opening: Promise<unknown>): Promise<StorageError> => {
    const error = await opening.then(
      () => undefined,
      (reason: unknown) => reason,
    );
    if (!(error instanceof StorageError)) throw new Error('not refused', { cause: error });
    expect(error.message).toMatch(/^[^\n]+; [^\n]+$/);
    expect(error.message).not.toContain(path.dirname(path.dirname(file)));
    return error;
  };

  const fileWith = (content: string | Uint8Array) => {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, content);
  };

  it('creates folder and file for the owner only', async () => {
    const database = await open();
    await database.queries
      .insertInto('notes' as never)
      .values({ writer: 'ann', number: 1 } as never)
      .execute();
    const folder = path.dirname(file);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    for (const name of [file, `${file}-wal`, `${file}-shm`]) expect(statSync(name).mode & 0o777).toBe(0o600);
    await database.close();
    expect(existsSync(`${file}-wal`)).toBe(false);
  });

  it('A write to a database whose file was removed is refused, because it would be lost.', async () => {
    const database = await open();
    const write = () => database.write((connection) => connection.run("INSERT INTO notes VALUES ('ann', 1)"));
    renameSync(file, `${file}.away`);
    expect(await refusal(write())).toMatchObject({ fault: 'unreachable' });
    renameSync(`${file}.away`, file);
    await database.close();
  });

  it('adds nothing to a folder that was there', async () => {
    fileWith('');
    await (await open()).close();
    expect(existsSync(path.join(path.dirname(file), '.gitignore'))).toBe(false);
  });

  it('applies each step of the schema once, also to a file of an older program', async () => {
    await (await open(notesMigrations.slice(0, 1))).close();
    await (await open()).close();
    const database = await open();
    const steps = await database.read((connection) => connection.all('SELECT name FROM steps'));
    expect(steps.map(({ name }) => name)).toEqual(notesMigrations.map(({ name }) => name));
    await database.close();
  });

  it('keeps the old schema whole when a step fails half-way', async () => {
    await (await open()).close();
    const broken: Migration = {
      name: 'broken',
      apply: (connection) => connection.exec('CREATE TABLE half (x); SELEC'),
    };
    await expect(open([...notesMigrations, broken])).rejects.toThrow(/SELEC/);
    const database = await open();
    const tables = await database.read((connection) =>
      connection.all("SELECT name FROM sqlite_schema WHERE type = 'table'"),
    );
    expect(tables.map(({ name }) => name).sort()).toEqual(['notes', 'remarks', 'steps']);
    await database.close();
  });

  it('lets a step rebuild a table without losing what refers to it, and refuses one that would', async () => {
    const first = await open();
    await first.write((connection) =>
      connection.exec("INSERT INTO notes VALUES ('ann', 1, 'x'); INSERT INTO remarks VALUES ('ann', 1, 'kept')"),
    );
    await first.close();
    const rebuild = (copy: string): Migration => ({
      name: 'rebuild',
      apply: (connection) =>
        connection.exec(`CREATE TABLE fresh (writer TEXT, number INTEGER, body TEXT, PRIMARY KEY (writer, number)) STRICT;
          ${copy} DROP TABLE notes; ALTER TABLE fresh RENAME TO notes;`),
    });
    await expect(open([...notesMigrations, rebuild('')])).rejects.toThrow('"rebuild" leaves rows in remarks');
    const database = await open([...notesMigrations, rebuild('INSERT INTO fresh SELECT * FROM notes;')]);
    expect(await database.read((connection) => connection.all('SELECT text FROM remarks'))).toMatchObject([
      { text: 'kept' },
    ]);
    expect(await database.read((connection) => connection.first('PRAGMA foreign_keys'))).toMatchObject({
      foreign_keys: 1,
    });
    await database.close();
  });

  it('refuses the file of a newer program and leaves it as it is', async () => {
    await (await open()).close();
    const before = readFileSync(file);
    const error = await refusal(open(notesMigrations.slice(0, 2)));
    expect(error).toMatchObject({ fault: 'newer', type: 'conflict' });
    expect(error.message).toContain('.witan/notes.db was written by a newer version of this program (schema 3');
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  it('finds the schema that another process made just before its own step', async () => {
    await (await open(notesMigrations.slice(0, 1))).close();
    const overtaken: SqliteDriver = {
      ...driver,
      open(name, options) {
        const connection = driver.open(name, options);
        return {
          ...connection,
          exec(sql) {
            connection.exec(sql);
            if (sql.includes('foreign_keys = OFF')) migrateElsewhere();
          },
        };
      },
    };
    const migrateElsewhere = () => {
      const other = driver.open(file, { readOnly: false });
      for (const migration of notesMigrations.slice(1)) migration.apply(createConnection(other));
      other.exec('PRAGMA user_version = 3');
      other.close();
    };
    const database = await openDatabase(file, { migrations: notesMigrations, driver: overtaken });
    await database.write((connection) => connection.run('INSERT INTO notes VALUES (?, ?, ?)', ['ann', 1, 'x']));
    await database.close();
  });

  it('stops an older program that still runs when a newer one has updated the file', async () => {
    const older = await open(notesMigrations.slice(0, 2));
    await (await open()).close();
    const writing = older.write((connection) => connection.run("INSERT INTO notes VALUES ('ann', 1, NULL)"));
    const error = await refusal(writing);
    expect(error).toMatchObject({ fault: 'newer' });
    expect(error.message).toContain('(schema 3 instead of 2); restart');
    await older.close();
  });

  it.each(['WAL', 'DELETE'])(
    "refuses another program's database in the mode %s and leaves it as it is",
    async (mode) => {
      fileWith('');
      const theirs = driver.open(file, { readOnly: false });
      theirs.exec(`PRAGMA journal_mode = ${mode}; CREATE TABLE accounts (id)`);
      theirs.close();
      const before = readFileSync(file);
      expect(await refusal(open())).toMatchObject({ fault: 'foreign' });
      expect(readFileSync(file).equals(before)).toBe(true);
    },
  );

  it('refuses a file that is not a database and leaves it unchanged', async () => {
    const text = 'dear diary, '.repeat(1_000);
    fileWith(text);
    expect(await refusal(open())).toMatchObject({ fault: 'not-a-database' });
    expect(await refusal(open(notesMigrations, true))).toMatchObject({ fault: 'not-a-database' });
    expect(readFileSync(file, 'utf8')).toBe(text);
  });

  it('says that a file was cut off', async () => {
    await (await open()).close();
    truncateSync(file, Math.floor(statSync(file).size / 2) - 100);
    expect((await refusal(open().then((database) => useEverything(database)))).fault).toBe('corrupt');
  });

  it('finds damage inside a file that still opens', async () => {
    const whole = await open();
    await whole.write((connection) => {
      for (let number = 0; number < 200; number++) {
        connection.run('INSERT INTO notes VALUES (?, ?, ?)', ['ann', number, 'x'.repeat(300)]);
      }
    });
    expect(await whole.checkIntegrity()).toEqual([]);
    await whole.close();
    const bytes = readFileSync(file);
    writeFileSync(file, bytes.fill(0xa5, bytes.length - 8_192, bytes.length - 4_096));
    const damaged = await open();
    expect((await damaged.checkIntegrity()).length).toBeGreaterThan(0);
    await damaged.close();
  });

  it('refuses a folder instead of the file, and a file instead of the folder', async () => {
    mkdirSync(file, { recursive: true });
    expect(await refusal(open())).toMatchObject({ fault: 'unreachable' });
    file = path.join(scratchFolder('open'), 'taken', 'notes.db');
    writeFileSync(path.dirname(file), '');
    expect(await refusal(open())).toMatchObject({ fault: 'unreachable' });
  });

  it('opens read-only nothing that is missing or has an older schema, and creates nothing', async () => {
    expect(await refusal(open(notesMigrations, true))).toMatchObject({ fault: 'missing', type: 'not_found' });
    expect(existsSync(path.dirname(file))).toBe(false);
    await (await open(notesMigrations.slice(0, 1))).close();
    expect(await refusal(open(notesMigrations, true))).toMatchObject({ fault: 'older' });
  });

  // The system lets its administrator write everywhere.
  it.skipIf(process.getuid?.() === 0)(
    'reads a file without write permission but says that it cannot write',
    async () => {
      await (await open()).close();
      chmodSync(file, 0o400);
      const database = await open();
      expect(await database.checkIntegrity()).toEqual([]);
      const writing = database.write((connection) => connection.run("INSERT INTO notes VALUES ('ann', 1, NULL)"));
      expect((await refusal(writing)).fault).toBe('read-only');
      await database.close();
    },
  );
});

async function useEverything(database: Awaited<ReturnType<typeof openDatabase>>): Promise<void> {
  try {
    await database.read((connection) => [
      connection.all('SELECT * FROM notes'),
      connection.all('SELECT * FROM remarks'),
    ]);
  } finally {
    await database.close();
  }
}
