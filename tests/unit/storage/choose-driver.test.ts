import { execFile } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
// @ts-expect-error: the build scripts are plain JavaScript
import { bundle, COMMON_JS } from '../../../scripts/build/bundle-all.mjs';
import { chooseDriver } from '../../../src/storage/drivers/choose-driver.js';
import { sqliteDriver } from '../../../src/storage/index.js';
import { scratchFolder } from '../../support/scratch-folder.js';
import { ROOT } from '../../support/source-files.js';
import { sqliteDrivers } from '../../support/sqlite-drivers.js';

const fails = (code: string) => () => {
  throw Object.assign(new Error('no'), { code });
};
const absent = () => undefined;

describe('the choice of a driver', () => {
  it("uses Node's own SQLite if there is one", () => {
    const [driver] = sqliteDrivers;
    if (driver === undefined) throw new Error('no driver');
    const own = { ...driver, name: 'node:sqlite' };
    expect(chooseDriver({ nodeSqlite: () => own, betterSqlite3: fails('unused') })).toBe(own);
    expect(chooseDriver({ nodeSqlite: absent, betterSqlite3: () => driver })).toBe(driver);
    expect(sqliteDriver()).toEqual({ name: driver.name, version: driver.version });
  });

  it("uses the package that the user installed in Witan's own folder, if the program has none that works", () => {
    const [driver] = sqliteDrivers;
    if (driver === undefined) throw new Error('no driver');
    const asked: (string | undefined)[] = [];
    const betterSqlite3 = (folder?: string) => {
      asked.push(folder);
      return folder === undefined ? fails('ERR_DLOPEN_FAILED')() : driver;
    };
    expect(chooseDriver({ nodeSqlite: absent, betterSqlite3 })).toBe(driver);
    expect(asked).toEqual([undefined, expect.stringMatching(/witan.sqlite$/)]);
  });

  it.each([
    ['MODULE_NOT_FOUND', 'is not installed', /`npm install better-sqlite3@12 --prefix ".+witan.sqlite"`$/],
    ['ERR_DLOPEN_FAILED', 'cannot be loaded by this Node', /`npm rebuild better-sqlite3 --prefix ".+witan.sqlite"`$/],
  ])(
    'shows the command that installs a driver and changes no project when there is none (%s)',
    (code, cause, command) => {
      const choose = () => chooseDriver({ nodeSqlite: absent, betterSqlite3: fails(code) });
      expect(choose).toThrow(expect.objectContaining({ name: 'StorageError', fault: 'no-driver' }));
      expect(choose).toThrow(cause);
      expect(choose).toThrow(command);
    },
  );
});

describe('the bundled program', () => {
  let folder: string;
  const home = scratchFolder('home');
  const env = { PATH: process.env.PATH, HOME: home, USERPROFILE: home };
  const driverOf = () => promisify(execFile)(process.execPath, [path.join(folder, 'program.cjs')], { cwd: '/', env });

  beforeAll(async () => {
    folder = scratchFolder('bundled');
    await bundle(ROOT, {
      ...COMMON_JS,
      stdin: {
        contents: `import { sqliteDriver } from './src/storage/index.js';
          try { console.log(sqliteDriver().name); } catch (error) { console.log(error.message); }`,
        resolveDir: ROOT,
      },
      outfile: path.join(folder, 'program.cjs'),
    });
  });

  it.each([
    ['the program is installed', () => folder],
    ["the user's own folder is", () => path.join(home, '.config', 'witan', 'sqlite')],
  ])('finds a driver where %s, not where it is run, and says nothing else', async (_, driverFolder) => {
    const expected = sqliteDriver().name;
    const alone = await driverOf();
    expect(alone.stderr).toBe('');
    expect(alone.stdout).toContain(
      expected === 'node:sqlite' ? expected : 'the package better-sqlite3 is not installed',
    );
    const link = path.join(driverFolder(), 'node_modules');
    mkdirSync(path.dirname(link), { recursive: true });
    symlinkSync(path.join(ROOT, 'node_modules'), link);
    expect(await driverOf()).toEqual({ stdout: `${expected}\n`, stderr: '' });
    rmSync(link);
  });
});
