import { describe, expect, it } from 'vitest';
import { findFiles } from '../../../../src/web/coach/editor/quick-open.js';

const PATHS = [
  'src/http/start-server.ts',
  'src/http/server-state.ts',
  'src/program/serve.ts',
  'docs/servers.md',
  'a/b.ts',
];

describe('opening a file by its name', () => {
  it.each([
    ['serve', 'src/program/serve.ts'],
    ['SrvSt', 'src/http/server-state.ts'],
    ['start', 'src/http/start-server.ts'],
    ['program/', 'src/program/serve.ts'],
    ['b ts', 'a/b.ts'],
  ])('finds for "%s" first %s', (typed, expected) => {
    expect(findFiles(PATHS, typed, 5)[0]?.path).toBe(expected);
  });

  it('finds nothing for letters that no path has in this order, and everything for none', () => {
    expect(findFiles(PATHS, 'xyz', 5)).toEqual([]);
    expect(findFiles(PATHS, '', 2).map(({ path }) => path)).toEqual(PATHS.slice(0, 2));
  });

  it('says which letters were meant', () => {
    expect(findFiles(['a/bcd.ts'], 'bd', 1)[0]?.positions).toEqual([2, 4]);
  });
});
