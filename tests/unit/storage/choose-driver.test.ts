import { execFile } from 'node:child_process';
import { symlinkSync } from 'node:fs';
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
  it("takes Node's own SQLite where there is one", () => {
    const [driver] = sqliteDrivers;
    if (driver === undefined) throw new Error('no driver');
    const own = { ...driver, name: 'node:sqlite' };
    expect(chooseDriver({ nodeSqlite: () => own, betterSqlite3: fails('unused') })).toBe(own);
    expect(chooseDriver({ nodeSqlite: absent, betterSqlite3: () => driver })).toBe(driver);
    expect(sqliteDriver()).toEqual({ name: driver.name, version: driver.version });
  });

  it.each([
    ['MODULE_NOT_FOUND', 'is not installed', '`npm install better-sqlite3@12`'],
    ['ERR_DLOPEN_FAILED', 'cannot be loaded by this Node', '`npm rebuild better-sqlite3`'],
  ])('names the command that helps when there is none (%s)', (code, cause, command) => {
    const choose = () => chooseDriver({ nodeSqlite: absent, betterSqlite3: fails(code) });
    expect(choose).toThrow(expect.objectContaining({ name: 'StorageError', fault: 'no-driver' }));
    expect(choose).toThrow(cause);
    expect(choose).toThrow(command);
  });
});

describe('the bundled program', () => {
  let folder: string;
  const driverOf = () => promisify(execFile)(process.execPath, [path.join(folder, 'program.cjs')], { cwd: '/' });

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

  it('finds a driver where it is installed, not where it is run, and says nothing else', async () => {
    const expected = sqliteDriver().name;
    const alone = await driverOf();
    expect(alone.stderr).toBe('');
    expect(alone.stdout).toContain(
      expected === 'node:sqlite' ? expected : 'the package better-sqlite3 is not installed',
    );
    symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
    expect(await driverOf()).toEqual({ stdout: `${expected}\n`, stderr: '' });
  });
});
