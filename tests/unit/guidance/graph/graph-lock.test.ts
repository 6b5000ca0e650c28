import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { removeIfStale, withGraphLock } from '../../../../src/guidance/graph/graph-lock.js';
import { project } from '../fixture.js';

function deadLock() {
  const { dataFolder } = project();
  const file = path.join(dataFolder, '.graphs.lock');
  mkdirSync(dataFolder);
  writeFileSync(file, 'dead');
  utimesSync(file, new Date(), new Date(Date.now() - 60_000));
  return { dataFolder, file };
}

describe('a lock that a dead process left', () => {
  it('is taken over by one after the other of all that wait for it', async () => {
    const { dataFolder } = deadLock();
    let inside = 0;
    let most = 0;
    const work = async () => {
      most = Math.max(most, ++inside);
      await new Promise(setImmediate);
      inside--;
    };
    const held = await Promise.all(Array.from({ length: 20 }, () => withGraphLock(dataFolder, 10_000, work)));
    expect(held).not.toContain(undefined);
    expect(most).toBe(1);
    expect(readdirSync(dataFolder)).toEqual([]);
  });

  it('is not removed twice: the lock of whoever took over stays', () => {
    const { file, dataFolder } = deadLock();
    removeIfStale(file);
    expect(existsSync(file)).toBe(false);
    writeFileSync(file, 'living');
    removeIfStale(file);
    expect(readFileSync(file, 'utf8')).toBe('living');
    expect(readdirSync(dataFolder)).toEqual(['.graphs.lock']);
  });

  it('is left to the one that is just removing it', () => {
    const { file } = deadLock();
    // Somebody has given it its second name already, and is about to remove it.
    const { ino, mtimeMs } = statSync(file);
    writeFileSync(`${file}.${ino}-${Math.round(mtimeMs)}`, '');
    removeIfStale(file);
    expect(readFileSync(file, 'utf8')).toBe('dead');
  });
});
