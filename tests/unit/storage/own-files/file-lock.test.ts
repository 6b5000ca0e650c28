import { execFile, execFileSync } from 'node:child_process';
import { lstatSync, readdirSync, readFileSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { thisProcess } from '../../../../src/kernel/process-identity.js';
import { tryLock, withFileLock } from '../../../../src/storage/own-files/file-lock.js';
import { deadProcess, livingProcess } from '../../../support/journal-fixture.js';
import { scratchFolder } from '../../../support/scratch-folder.js';
import { ROOT } from '../../../support/source-files.js';

const run = promisify(execFile);

const self = thisProcess();

function lockFile(): string {
  const folder = scratchFolder('lock');
  return join(folder, '.lock');
}

function linkToPipe(path: string): void {
  execFileSync('mkfifo', [`${path}-pipe`]);
  symlinkSync(`${path}-pipe`, path);
}

describe('the lock', () => {
  it('is held by one at a time and names its holder', () => {
    const path = lockFile();
    const first = tryLock(path);
    expect(tryLock(path)).toEqual({ heldBy: expect.objectContaining(self) });
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject(self);
    if ('held' in first) first.held.release();
    expect(readdirSync(join(path, '..'))).toEqual([]);
    expect('held' in tryLock(path)).toBe(true);
  });

  it('is taken over from a dead process, also when another one died while taking it over', async () => {
    const path = lockFile();
    const [dead, second] = [await deadProcess(), await deadProcess()];
    writeFileSync(path, JSON.stringify({ ...dead, token: '0123456789abcdef' }));
    writeFileSync(`${path}.0123456789abcdef`, JSON.stringify({ ...second, token: 'fedcba9876543210' }));
    expect('held' in tryLock(path)).toBe(true);
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject(self);
    expect(readdirSync(join(path, '..'))).toEqual(['.lock']);
  });

  it('is taken over if the process id now belongs to another process', () => {
    const path = lockFile();
    writeFileSync(path, JSON.stringify({ ...self, started: 'earlier:1', token: '0123456789abcdef' }));
    expect('held' in tryLock(path)).toBe(true);
  });

  it.each([
    ['of another machine', JSON.stringify({ pid: 1, started: 'x', host: 'elsewhere', token: '0123456789abcdef' })],
    ['that cannot be read', ''],
    ['that names a path', JSON.stringify({ pid: 1, started: 'x', host: 'elsewhere', token: '../../../x' })],
  ])('is respected at first and taken over when it is old: %s', (_what, content) => {
    const path = lockFile();
    writeFileSync(path, content);
    expect('held' in tryLock(path)).toBe(false);
    utimesSync(path, new Date(Date.now() - 60_000), new Date(Date.now() - 60_000));
    expect('held' in tryLock(path)).toBe(true);
  });

  it.each([
    ['of another machine', JSON.stringify({ pid: 1, started: 'x', host: 'elsewhere', token: '0123456789abcdef' })],
    ['that cannot be read', ''],
    ['that any process with the number would fit', JSON.stringify({ ...self, started: '', token: '0123456789abcdef' })],
  ])('is taken over when its time is in the future: %s', (_what, content) => {
    const path = lockFile();
    writeFileSync(path, content);
    const future = new Date(Date.now() + 365 * 86_400_000);
    utimesSync(path, future, future);
    expect('held' in tryLock(path)).toBe(true);
  });

  it('is respected while its process lives, even if its time is in the future', async () => {
    const path = lockFile();
    const { mark, end } = livingProcess();
    writeFileSync(path, JSON.stringify({ ...mark, token: '0123456789abcdef' }));
    const future = new Date(Date.now() + 365 * 86_400_000);
    utimesSync(path, future, future);
    expect(tryLock(path)).toEqual({ heldBy: expect.objectContaining(mark) });
    await end();
    expect('held' in tryLock(path)).toBe(true);
  });

  it.each([
    ['a named pipe', (path: string) => execFileSync('mkfifo', [path])],
    ['a link to a pipe', linkToPipe],
    ['a link that leads nowhere', (path: string) => symlinkSync('/nowhere/at/all', path)],
  ])('replaces %s immediately, without reading through it', (_what, make) => {
    const path = lockFile();
    make(path);
    expect('held' in tryLock(path)).toBe(true);
    expect(lstatSync(path).isFile()).toBe(true);
  });

  it('is not taken away from another process that has it now', () => {
    const path = lockFile();
    const first = tryLock(path);
    const other = JSON.stringify({ ...self, token: '0123456789abcdef' });
    writeFileSync(path, other);
    if ('held' in first) first.held.release();
    expect(readFileSync(path, 'utf8')).toBe(other);
  });

  it('is taken from a dead process by one waiting caller after the other, never by two at the same time', async () => {
    const path = lockFile();
    writeFileSync(path, JSON.stringify({ ...(await deadProcess()), token: '0123456789abcdef' }));
    let running = 0;
    let max = 0;
    const work = async () => {
      max = Math.max(max, ++running);
      await new Promise(setImmediate);
      running--;
    };
    const done = await Promise.all(Array.from({ length: 20 }, () => withFileLock(path, 30_000, work)));
    expect(done.every((locked) => 'value' in locked)).toBe(true);
    expect(max).toBe(1);
    expect(readdirSync(join(path, '..'))).toEqual([]);
  });

  it('left by a dead process is taken by one of several processes that all found it', async () => {
    const path = lockFile();
    writeFileSync(path, JSON.stringify({ ...(await deadProcess()), token: '0123456789abcdef' }));
    const counter = join(path, '..', 'counter');
    writeFileSync(counter, '0');
    const code = await takerCode();
    await Promise.all(
      Array.from({ length: 4 }, () => run(process.execPath, ['--input-type=module', '-e', code, path])),
    );
    // Two at once would both read the same number, and one of their additions would be lost.
    expect(readFileSync(counter, 'utf8')).toBe('100');
  });

  it('reports to a process that it was lost to another one', () => {
    const path = lockFile();
    const attempt = tryLock(path);
    if (!('held' in attempt)) throw new Error('the lock is not free');
    expect(attempt.held.isHeld()).toBe(true);
    writeFileSync(path, JSON.stringify({ ...self, token: '0123456789abcdef' }));
    expect(attempt.held.isHeld()).toBe(false);
  });
});

/** A program that adds 1 to a number 25 times, each time under the lock. */
async function takerCode(): Promise<string> {
  const source = `
    import { readFileSync, writeFileSync } from 'node:fs';
    import { dirname, join } from 'node:path';
    import { withFileLock } from './src/storage/own-files/file-lock.ts';
    const [path = ''] = process.argv.slice(1);
    const counter = join(dirname(path), 'counter');
    for (let step = 0; step < 25; step++)
      await withFileLock(path, 60_000, () => writeFileSync(counter, String(Number(readFileSync(counter, 'utf8')) + 1)));
  `;
  const { outputFiles } = await build({
    stdin: { contents: source, resolveDir: ROOT, loader: 'ts' },
    bundle: true,
    platform: 'node',
    format: 'esm',
    write: false,
  });
  return outputFiles[0]?.text ?? '';
}
