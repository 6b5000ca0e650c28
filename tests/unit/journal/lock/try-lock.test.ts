import { execFileSync } from 'node:child_process';
import { lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { markOf } from '../../../../src/journal/lock/process-mark.js';
import { tryLock } from '../../../../src/journal/lock/try-lock.js';
import { BELIEF, deadProcess, journalIn, livingProcess } from '../../../support/journal-fixture.js';
import { scratchFolder } from '../../../support/scratch-folder.js';

const self = markOf(process.pid);

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
    const first = tryLock(path, self);
    expect(tryLock(path, self)).toEqual({ heldBy: expect.objectContaining(self) });
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject(self);
    if ('held' in first) first.held.release();
    expect(readdirSync(join(path, '..'))).toEqual([]);
    expect('held' in tryLock(path, self)).toBe(true);
  });

  it('of a dead process is taken over, also when another one died while taking it over', async () => {
    const path = lockFile();
    const [dead, second] = [await deadProcess(), await deadProcess()];
    writeFileSync(path, JSON.stringify({ ...dead, token: '0123456789abcdef' }));
    writeFileSync(`${path}.0123456789abcdef`, JSON.stringify({ ...second, token: 'fedcba9876543210' }));
    expect('held' in tryLock(path, self)).toBe(true);
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject(self);
    expect(readdirSync(join(path, '..'))).toEqual(['.lock']);
  });

  it('of a process whose number was given to another one is taken over', () => {
    const path = lockFile();
    writeFileSync(path, JSON.stringify({ ...self, started: 'earlier:1', token: '0123456789abcdef' }));
    expect('held' in tryLock(path, self)).toBe(true);
  });

  it.each([
    ['of another machine', JSON.stringify({ pid: 1, started: 'x', host: 'elsewhere', token: '0123456789abcdef' })],
    ['that cannot be read', ''],
    ['that names a path', JSON.stringify({ pid: 1, started: 'x', host: 'elsewhere', token: '../../../x' })],
  ])('%s is respected at first and taken over when it has grown old', (_what, content) => {
    const path = lockFile();
    writeFileSync(path, content);
    expect('held' in tryLock(path, self)).toBe(false);
    utimesSync(path, new Date(Date.now() - 60_000), new Date(Date.now() - 60_000));
    expect('held' in tryLock(path, self)).toBe(true);
  });

  it.each([
    ['of another machine', JSON.stringify({ pid: 1, started: 'x', host: 'elsewhere', token: '0123456789abcdef' })],
    ['that cannot be read', ''],
    ['that any process with the number would fit', JSON.stringify({ ...self, started: '', token: '0123456789abcdef' })],
  ])('%s is taken over when its time lies in the future', (_what, content) => {
    const path = lockFile();
    writeFileSync(path, content);
    const future = new Date(Date.now() + 365 * 86_400_000);
    utimesSync(path, future, future);
    expect('held' in tryLock(path, self)).toBe(true);
  });

  it('of a living process is respected although its time lies in the future', async () => {
    const path = lockFile();
    const { mark, end } = livingProcess();
    writeFileSync(path, JSON.stringify({ ...mark, token: '0123456789abcdef' }));
    const future = new Date(Date.now() + 365 * 86_400_000);
    utimesSync(path, future, future);
    expect(tryLock(path, self)).toEqual({ heldBy: expect.objectContaining(mark) });
    await end();
    expect('held' in tryLock(path, self)).toBe(true);
  });

  it.each([
    ['a named pipe', (path: string) => execFileSync('mkfifo', [path])],
    ['a link to a pipe', linkToPipe],
    ['a link that leads nowhere', (path: string) => symlinkSync('/nowhere/at/all', path)],
  ])('in whose folders lies %s is taken at once, and nothing is read through it', (_what, make) => {
    const path = lockFile();
    make(path);
    expect('held' in tryLock(path, self)).toBe(true);
    expect(lstatSync(path).isFile()).toBe(true);
  });

  it('that was lost to another one is not taken away from it', () => {
    const path = lockFile();
    const first = tryLock(path, self);
    const other = JSON.stringify({ ...self, token: '0123456789abcdef' });
    writeFileSync(path, other);
    if ('held' in first) first.held.release();
    expect(readFileSync(path, 'utf8')).toBe(other);
  });
});

describe('a journal that is locked', () => {
  it('is waited for, but not for ever: the failure names the process', async () => {
    const other = livingProcess();
    const { journal, folder } = journalIn({ lockWaitMs: 30 });
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, '.lock'), JSON.stringify({ ...other.mark, token: '0123456789abcdef' }));
    const message = expect.stringContaining(`process ${other.mark.pid}`);
    expect(await journal.create(BELIEF)).toMatchObject({ ok: false, error: { kind: 'busy', message } });
    expect(await journal.getCurrent()).toBeNull();
    await other.end();
    expect((await journal.create(BELIEF)).ok).toBe(true);
  });
});
