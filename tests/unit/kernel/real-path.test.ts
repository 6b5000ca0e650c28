import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isInside, pathInside, realPathOf } from '../../../src/kernel/real-path.js';
import { scratchFolder } from '../../support/scratch-folder.js';
import { codeOf, sourceFiles } from '../../support/source-files.js';

describe('pathInside', () => {
  it.each([
    ['/project', ''],
    ['/project/src/a.ts', 'src/a.ts'],
    ['/project/..data', '..data'],
    ['/project/..data/journal', '..data/journal'],
    ['/project/src/../a.ts', 'a.ts'],
    ['/project/..', undefined],
    ['/project-2/a.ts', undefined],
    ['/other', undefined],
  ])('finds %s in /project as %s', (path, expected) => {
    expect(pathInside('/project', path)).toBe(expected);
    expect(isInside('/project', path)).toBe(expected !== undefined);
  });

  it('is the only way in which relative paths are recognized as outside', () => {
    const others = sourceFiles('src', 'adapters').filter(
      (file) =>
        !/^src\/(?:kernel\/real-path|project\/read-path)\.ts$/.test(file) && /startsWith\(['"`]\.\./.test(codeOf(file)),
    );
    expect(others).toEqual([]);
  });
});

describe('realPathOf', () => {
  it('follows links, and keeps the name of what does not exist yet', () => {
    const folder = realPathOf(scratchFolder('real-path'));
    mkdirSync(join(folder, 'real'));
    symlinkSync('real', join(folder, 'link'));
    expect(realPathOf(join(folder, 'link', 'new', 'file'))).toBe(join(folder, 'real', 'new', 'file'));
  });
});
