import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { nameDraft } from '../../../src/storage/database/drafts.js';
import { adoptDatabase, examineUnused, type KnownDatabases, openDatabase } from '../../../src/storage/index.js';
import { notesMigrations } from '../../fixtures/storage/notes.js';
import {
  ENDLESS,
  logWithoutHeader,
  makeTreeEndless,
  plantJournal,
  plantSuperJournal,
  runSql,
} from '../../support/hostile-database.js';
import { knownDatabases, registerDatabase } from '../../support/known-databases.js';
import { scratchFolder } from '../../support/scratch-folder.js';
import { sqliteDrivers } from '../../support/sqlite-drivers.js';

describe.each(sqliteDrivers)('a hostile database, opened with $name,', (driver) => {
  let file: string;
  let victim: string;
  let known: KnownDatabases;
  const options = () => ({ migrations: notesMigrations, driver, known });
  const open = (readOnly = false) => openDatabase(file, { ...options(), readOnly });
  const names = () => readdirSync(path.dirname(file)).filter((name) => name !== '.gitignore');

  beforeEach(() => {
    const scratch = scratchFolder('hostile');
    file = path.join(scratch, 'project', '.witan', 'notes.db');
    victim = path.join(scratch, 'victim');
    writeFileSync(victim, 'precious\n');
    mkdirSync(path.dirname(file), { recursive: true });
    known = knownDatabases();
  });

  /** As it comes with a clone: whole, with a note, and on no list. */
  async function plant(): Promise<void> {
    const database = await openDatabase(file, { migrations: notesMigrations, driver });
    await database.write((connection) => connection.run("INSERT INTO notes VALUES ('mallory', 1, 'believe me')"));
    await database.close();
  }

  async function notes(): Promise<unknown[]> {
    const database = await open();
    const rows = await database.read((connection) => connection.all('SELECT writer FROM notes'));
    await database.close();
    return rows;
  }

  it('deletes no file of the user through a super-journal, as plain SQLite would', async () => {
    plantSuperJournal(file, victim);
    const plain = path.join(scratchFolder('plain'), 'notes.db');
    const other = `${victim}-of-plain-sqlite`;
    writeFileSync(other, 'precious\n');
    plantSuperJournal(plain, other);
    runSql(plain, 'SELECT * FROM sqlite_schema');
    // The SQLite of newer Nodes does not delete the file any more.
    if (driver.name === 'better-sqlite3') expect(existsSync(other)).toBe(false);

    for (const readOnly of [false, true]) {
      await expect(open(readOnly)).rejects.toMatchObject({ fault: 'unsafe', message: /names another file/ });
    }
    expect(readFileSync(victim, 'utf8')).toBe('precious\n');
    expect(names().sort()).toEqual(['notes.db', 'notes.db-journal']);
  });

  it('is not created next to a super-journal that waits for it', async () => {
    plantSuperJournal(file, victim);
    rmSync(file);
    await expect(open()).rejects.toMatchObject({ fault: 'unsafe' });
    expect(existsSync(victim)).toBe(true);
  });

  it('is refused with any other journal, unless that is gone a moment later', async () => {
    await (await open()).close();
    plantJournal(file);
    await expect(open()).rejects.toMatchObject({ fault: 'unsafe', message: /is not empty/ });
    const opening = open();
    rmSync(`${file}-journal`);
    await (await opening).close();
    writeFileSync(`${file}-journal`, '');
    await (await open()).close();
  });

  it.each(['', '-wal', '-shm', '-journal'])(
    'is refused when its part "%s" is a link, a pipe or has a second name',
    async (part) => {
      await (await open()).close();
      const target = `${file}${part}`;
      const before = existsSync(target) ? readFileSync(target) : undefined;
      const plantings: Record<string, () => void> = {
        link: () => symlinkSync(victim, target),
        pipe: () => void execFileSync('mkfifo', [target]),
        folder: () => mkdirSync(target),
        'second name': () => linkSync(victim, target),
      };
      for (const make of Object.values(plantings)) {
        rmSync(target, { force: true });
        make();
        await expect(open()).rejects.toMatchObject({ fault: 'unsafe' });
        await expect(open(true)).rejects.toMatchObject({ fault: 'unsafe' });
        rmSync(target, { recursive: true });
        if (before !== undefined) writeFileSync(target, before);
      }
      expect(readFileSync(victim, 'utf8')).toBe('precious\n');
    },
  );

  it('is not read when it came with the project, until it is adopted', async () => {
    await plant();
    const before = readFileSync(file);
    for (const readOnly of [false, true]) {
      await expect(open(readOnly)).rejects.toMatchObject({ fault: 'not-adopted', message: /witan init --adopt/ });
    }
    expect(readFileSync(file).equals(before)).toBe(true);
    expect(names()).toEqual(['notes.db']);
    await adoptDatabase(file, options());
    expect(await notes()).toEqual([{ writer: 'mallory' }]);
  });

  it('is not read under a name that another database was listed with, nor at another path', async () => {
    await (await open()).close();
    const elsewhere = path.join(scratchFolder('copy'), 'notes.db');
    copyFileSync(file, elsewhere);
    await expect(openDatabase(elsewhere, options())).rejects.toMatchObject({ fault: 'not-adopted' });
    await adoptDatabase(elsewhere, options());
    await (await openDatabase(elsewhere, options())).close();
    await (await open()).close();
    copyFileSync(elsewhere, file);
    await expect(open()).rejects.toMatchObject({ fault: 'not-adopted' });
  });

  it('shows what is in it from a copy, without a change to the file', async () => {
    await plant();
    const before = statSync(file, { bigint: true });
    const count = (connection: { first(sql: string): unknown }) => connection.first('SELECT count(*) AS n FROM notes');
    expect(await examineUnused(file, options(), count)).toEqual({ kind: 'unknown', summary: { n: 1 } });
    expect(statSync(file, { bigint: true }).mtimeNs).toBe(before.mtimeNs);
    expect(names()).toEqual(['notes.db']);
    await adoptDatabase(file, options());
    expect(await examineUnused(file, options(), count)).toBeUndefined();
  });

  it.each(['notes', 'sqlite_schema'])('does not block a check when the tree of %s never ends', async (table) => {
    await plant();
    makeTreeEndless(file, table);
    const before = readFileSync(file);
    const old = path.join(tmpdir(), 'witan-look-left01');
    mkdirSync(old);
    utimesSync(old, 0, 0);
    const count = (connection: { first(sql: string): unknown }) => connection.first('SELECT count(*) AS n FROM notes');
    expect(await examineUnused(file, options(), count)).toEqual({
      kind: 'unusable',
      reason: expect.stringMatching(/is damaged|cannot be looked at in time/),
    });
    expect(readFileSync(file).equals(before)).toBe(true);
    expect(readdirSync(tmpdir()).filter((name) => name.startsWith('witan-look-'))).toEqual([]);
  });

  it.each([
    ['an endless trigger', `CREATE TRIGGER t AFTER INSERT ON notes BEGIN ${ENDLESS}; END`],
    ['a trigger that rewrites', "CREATE TRIGGER t AFTER INSERT ON notes BEGIN UPDATE notes SET body = 'no'; END"],
    ['an endless view', `CREATE VIEW v AS ${ENDLESS}`],
    ['an endless view in place of a table', `DROP TABLE remarks; CREATE VIEW remarks AS ${ENDLESS}`],
    ['a table of its own', 'CREATE TABLE more (x)'],
    ['an index of its own', 'CREATE INDEX more ON notes (body)'],
    [
      'a default that runs a function',
      'DROP TABLE remarks; CREATE TABLE remarks (writer, number, text DEFAULT (randomblob(9)))',
    ],
    ['no table', 'DROP TABLE remarks'],
  ])('is moved aside with %s, even if it is known, and the next use creates a new one', async (_what, sql) => {
    await plant();
    runSql(file, sql);
    await registerDatabase(file);
    await expect(open(true)).rejects.toMatchObject({ fault: 'changed' });
    expect(names().filter((name) => !name.startsWith('notes.db-'))).toEqual(['notes.db']);
    await expect(open()).rejects.toMatchObject({ fault: 'changed', message: /was moved to notes\.db\.refused-/ });
    expect(names().filter((name) => !name.startsWith('notes.db.refused-'))).toEqual([]);
    expect(await notes()).toEqual([]);
  });

  it('is shown as unusable if it has a trigger, and is not adopted', async () => {
    await plant();
    runSql(file, `CREATE TRIGGER t AFTER INSERT ON notes BEGIN ${ENDLESS}; END`);
    expect(await examineUnused(file, options(), () => 'looked inside')).toEqual({
      kind: 'unsafe',
      reason: expect.stringContaining('it has a trigger t that Witan did not make'),
    });
    await expect(adoptDatabase(file, options())).rejects.toMatchObject({ fault: 'changed' });
    expect(await notes()).toEqual([]);
  });

  it('leaves no log that a new database would read', async () => {
    const other = path.join(scratchFolder('other'), 'notes.db');
    const planted = await openDatabase(other, { migrations: notesMigrations, driver });
    await planted.write((connection) => connection.run("INSERT INTO notes VALUES ('mallory', 1, 'believe me')"));
    copyFileSync(`${other}-wal`, `${file}-wal`);
    await planted.close();
    expect(await notes()).toEqual([]);
    expect(names().filter((name) => name.includes('refused'))).toEqual([expect.stringMatching(/refused-\w+-wal$/)]);
  });

  it('reads no log of another database into one of the user', async () => {
    const mine = await open();
    await mine.write((connection) => connection.run("INSERT INTO notes VALUES ('ann', 1, NULL)"));
    await mine.close();
    const other = path.join(scratchFolder('other'), 'notes.db');
    const planted = await openDatabase(other, { migrations: notesMigrations, driver });
    await planted.write((connection) => connection.exec('CREATE TABLE more (x); DROP TABLE more'));
    copyFileSync(`${other}-wal`, `${file}-wal`);
    await planted.close();
    await expect(open(true)).rejects.toMatchObject({
      fault: 'unsafe',
      message: /; if the file is still there, move it/,
    });
    await expect(open()).rejects.toMatchObject({ fault: 'unsafe', message: /was moved to notes\.db\.refused-\w+-wal/ });
    expect(await notes()).toEqual([{ writer: 'ann' }]);
  });

  it('is not changed by a log that leaves out the header, and keeps that log', async () => {
    const mine = await open();
    await mine.write((connection) => connection.run("INSERT INTO notes VALUES ('ann', 1, NULL)"));
    await mine.close();
    const other = path.join(scratchFolder('other'), 'notes.db');
    copyFileSync(file, other);
    const log = logWithoutHeader(other, "INSERT INTO notes VALUES ('mallory', 1, 'believe me')");
    const plain = path.join(scratchFolder('plain'), 'notes.db');
    copyFileSync(file, plain);
    writeFileSync(`${plain}-wal`, log);
    const replayed = driver.open(plain, { readOnly: false });
    expect(replayed.prepare('SELECT writer FROM notes').all([])).toEqual([{ writer: 'ann' }, { writer: 'mallory' }]);
    replayed.close();

    writeFileSync(`${file}-wal`, log);
    await expect(open()).rejects.toMatchObject({ fault: 'unsafe', message: /was moved to notes\.db\.refused-/ });
    const aside = names().find((name) => name.includes('refused')) ?? '';
    expect(readFileSync(path.join(path.dirname(file), aside)).equals(log)).toBe(true);
    expect(await notes()).toEqual([{ writer: 'ann' }]);
  });

  it('keeps a foreign log unchanged while a program uses the database', async () => {
    await (await open()).close();
    const other = driver.open(file, { readOnly: false });
    other.exec("INSERT INTO notes VALUES ('by hand', 1, NULL)");
    await expect(open()).rejects.toMatchObject({ fault: 'unsafe', message: /end the programs that use this database/ });
    other.close();
    expect(await notes()).toEqual([{ writer: 'by hand' }]);
  });

  it('is read with the log of writers that were killed, whatever they were doing', async () => {
    const mine = await open();
    // More than one log: SQLite starts over in the same file, with other salts.
    for (let number = 1; number <= 30; number++) {
      await mine.write((connection) =>
        connection.run('INSERT INTO notes VALUES (?, ?, ?)', ['ann', number, 'x'.repeat(200_000)]),
      );
    }
    await mine.write((connection) => connection.run('DELETE FROM notes WHERE number > 25'));
    const killed = path.join(scratchFolder('killed'), 'notes.db');
    for (const part of ['', '-wal']) copyFileSync(`${file}${part}`, `${killed}${part}`);
    await known.add(readFileSync(file).readUInt32BE(68), killed);
    const log = readFileSync(`${killed}-wal`);
    await mine.close();
    // A transaction that was not finished.
    writeFileSync(`${killed}-wal`, Buffer.concat([log, log.subarray(32, 32 + 24 + 4096), Buffer.alloc(100)]));
    const again = await openDatabase(killed, options());
    expect(await again.read((connection) => connection.first('SELECT count(*) AS n FROM notes'))).toEqual({ n: 25 });
    await again.close();
  });

  it.each([
    ['a page size that SQLite does not have', 4097],
    ['a page size of zero', 0],
  ])('is opened without a log that has %s', async (_what, pageSize) => {
    await (await open()).close();
    const log = Buffer.alloc(40_000);
    log.writeUInt32BE(0x377f0682);
    log.writeUInt32BE(pageSize, 8);
    writeFileSync(`${file}-wal`, log);
    await expect(open()).rejects.toMatchObject({ fault: 'unsafe', message: /was moved to/ });
    expect(await notes()).toEqual([]);
  });

  it('is opened with a large log that is empty after its header', async () => {
    const mine = await open();
    await mine.write((connection) => connection.run("INSERT INTO notes VALUES ('ann', 1, NULL)"));
    const header = readFileSync(`${file}-wal`).subarray(0, 32);
    await mine.close();
    writeFileSync(`${file}-wal`, header);
    truncateSync(`${file}-wal`, 500 * 1024 * 1024);
    expect(await notes()).toEqual([{ writer: 'ann' }]);
  });

  it.each(['', '4194304999\n'])('is made although a process died with the lock "%s"', async (content) => {
    writeFileSync(path.join(path.dirname(file), '.notes.db.lock'), content);
    expect(await notes()).toEqual([]);
    expect(names()).toEqual(['notes.db']);
  });

  it('says what to do about a folder with the name of its lock', async () => {
    const lock = path.join(path.dirname(file), '.notes.db.lock');
    mkdirSync(lock);
    await expect(open()).rejects.toMatchObject({
      fault: 'unsafe',
      message: '.witan/.notes.db.lock is not a regular file; remove it, and Witan makes a new one',
    });
    rmSync(lock, { recursive: true });
    expect(await notes()).toEqual([]);
  });

  it('is created again if the file is empty, which is kept', async () => {
    writeFileSync(file, '');
    await expect(open(true)).rejects.toMatchObject({ fault: 'missing' });
    expect(await notes()).toEqual([]);
    expect(names().sort()).toEqual(['notes.db', expect.stringMatching(/^notes\.db\.refused-/)]);
  });

  it('keeps its own user only, even if an earlier version let others read', async () => {
    await (await open()).close();
    writeFileSync(path.join(path.dirname(file), '.gitignore'), '*\n');
    chmodSync(file, 0o644);
    chmodSync(path.dirname(file), 0o755);
    await (await open(true)).close();
    expect(statSync(file).mode & 0o777).toBe(0o644);
    await (await open()).close();
    expect([statSync(file).mode & 0o777, statSync(path.dirname(file)).mode & 0o777]).toEqual([0o600, 0o700]);
  });

  it('is not used, with the reason, while the list of databases cannot be read or written', async () => {
    const broken: KnownDatabases = knownDatabases(scratchFolder('broken'));
    await (await openDatabase(file, { ...options(), known: broken })).close();
    const home = scratchFolder('damaged');
    mkdirSync(path.join(home, '.config', 'witan'), { recursive: true });
    writeFileSync(path.join(home, '.config', 'witan', 'databases.json'), '{"databases": 1}');
    const damaged = openDatabase(file, { ...options(), known: knownDatabases(home) });
    await expect(damaged).rejects.toMatchObject({
      fault: 'unlisted',
      message: /databases\.json .* is damaged; .*delete it/,
    });
    const taken = scratchFolder('taken');
    writeFileSync(path.join(taken, '.config'), '');
    rmSync(file);
    const unwritable = openDatabase(file, { ...options(), known: knownDatabases(taken) });
    await expect(unwritable).rejects.toMatchObject({ fault: 'unlisted', message: /cannot be written \(\w+\); / });
    expect(names()).toEqual([]);
  });

  it('gets its name on a disk without hard links too, and never takes the name of another file', async () => {
    const draft = `${file}-draft`;
    const without = () => {
      throw Object.assign(new Error('no hard links here'), { code: 'EPERM' });
    };
    writeFileSync(draft, 'new');
    nameDraft(draft, file, without);
    expect([readFileSync(file, 'utf8'), names()]).toEqual(['new', ['notes.db']]);
    for (const link of [without, undefined]) {
      writeFileSync(draft, 'newer');
      nameDraft(draft, file, link);
    }
    expect([readFileSync(file, 'utf8'), names()]).toEqual(['new', ['notes.db']]);
  });

  it('stays usable when it moves with its folder and is adopted there', async () => {
    await (await open()).close();
    const moved = path.join(path.dirname(path.dirname(file)), 'moved');
    renameSync(path.dirname(file), moved);
    file = path.join(moved, 'notes.db');
    await expect(open()).rejects.toMatchObject({ fault: 'not-adopted' });
    await adoptDatabase(file, options());
    expect(await notes()).toEqual([]);
  });
});
