import { describe, expect, it } from 'vitest';
import { readSource, sourceFiles } from '../support/source-files.js';

const files = sourceFiles('src', 'adapters', 'scripts');
const lengths = files.map((file) => ({ file, lines: readSource(file).split('\n').length - 1 }));

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
