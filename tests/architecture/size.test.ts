import { describe, expect, it } from 'vitest';
import { compareWithTable, findDifferences, lowerTable } from '../support/downward-table.js';
import { programFiles, readSource, sourceFiles } from '../support/source-files.js';

const files = sourceFiles('src', 'adapters', 'scripts');
const lengths = files.map((file) => ({ file, lines: readSource(file).split('\n').length - 1 }));

it('Every module has at most the bytes that bytes.json allows.', () => {
  const bytes: Record<string, number> = {};
  for (const file of programFiles().toSorted()) {
    const module = /^(?:adapters|src\/[^/]+)/.exec(file)?.[0] ?? file;
    bytes[module] = (bytes[module] ?? 0) + Buffer.byteLength(readSource(file));
  }
  expect(Object.keys(bytes).length).toBeGreaterThan(15);
  // Room for a correction of some lines: a new capability does not fit into it.
  expect(compareWithTable('tests/architecture/bytes.json', bytes, { room: 0.01, hasSum: true })).toEqual([]);
});

describe('A table in which numbers may only go down', () => {
  it('A number above or far below its limit, an unknown one and a lost one are differences.', () => {
    const table = { same: 100, near: 102, above: 100, far: 103, lost: 1 };
    const found = findDifferences({ same: 100, near: 100, above: 101, far: 100, unknown: 1 }, table);
    expect(found.map((line) => line.split(' ')[0]).toSorted()).toEqual(['above', 'far', 'lost', 'unknown']);
  });

  it('An update lowers numbers, keeps those that would rise and adds none.', () => {
    expect(lowerTable({ less: 50, more: 101, unknown: 1 }, { less: 100, more: 100, lost: 1 })).toEqual({
      less: 50,
      more: 100,
    });
  });

  it('An update after a move raises a part if the sum does not rise.', () => {
    expect(lowerTable({ from: 40, to: 60 }, { from: 100 }, { hasSum: true })).toEqual({ from: 40, to: 60 });
    expect(lowerTable({ from: 40, to: 61 }, { from: 100 }, { hasSum: true })).toEqual({ from: 40 });
  });
});

describe('source files', () => {
  it('have at most 300 lines', () => {
    expect(lengths.filter(({ lines }) => lines > 300)).toEqual([]);
  });

  it('have under 200 lines, nine in ten of them', () => {
    const long = lengths.filter(({ lines }) => lines >= 200);
    expect(long.length / lengths.length, JSON.stringify(long)).toBeLessThanOrEqual(0.1);
  });

  it('are named after what they hold', () => {
    const vague = /(^|\/)(utils?|helpers?|common|misc|managers?|services?)([/.]|$)/;
    expect([...files, ...sourceFiles('tests')].filter((file) => vague.test(file))).toEqual([]);
  });

  it('contain no TODO comment', () => {
    const debt = /\b(TODO|FIXME|XXX|HACK)\b/;
    expect(files.filter((file) => debt.test(readSource(file)))).toEqual([]);
  });
});
