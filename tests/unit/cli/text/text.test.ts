import { describe, expect, it } from 'vitest';
import { ansiColor, colorFor, noColor } from '../../../../src/cli/text/color.js';
import { displayPath } from '../../../../src/cli/text/display-path.js';
import { displayWidth, fitToWidth } from '../../../../src/cli/text/display-width.js';
import { lineWidth } from '../../../../src/cli/text/line-width.js';
import { wrapText } from '../../../../src/cli/text/wrap-text.js';
import { plainLine, plainText } from '../../../../src/kernel/plain-text.js';
import { fakeStream } from '../test-shell.js';

describe('plain text', () => {
  it.each([
    ['colors', '\u001b[31mred\u001b[0m', 'red'],
    ['cursor movement', 'a\u001b[2A\u001b[2Kb', 'ab'],
    ['a carriage return that would overwrite the line', 'good\rbad', 'good\nbad'],
    ['C1 control sequences', '\u009b31mred', 'red'],
    ['direction marks', 'a\u202eb\u2066c', 'abc'],
    ['bells and backspaces', 'a\u0007b\u0008c\u0000', 'abc'],
  ])('loses %s', (_what, hostile, safe) => {
    expect(plainText(hostile)).toBe(safe);
  });

  it('leaves no control character of a clipboard or title command', () => {
    const shown = plainText('x\u001b]52;c;ZXZpbA==\u0007y\u001b]0;my title\u001b\\z\u001bPq#\u001b\\');
    expect(shown).not.toMatch(/\p{Control}/u);
  });

  it('keeps letters of every script and composed emoji', () => {
    expect(plainText('Grüße 東京 👩‍💻')).toBe('Grüße 東京 👩‍💻');
  });

  it('becomes one line if one line is wanted', () => {
    expect(plainLine(' a\n\n b\u2028c ')).toBe('a b c');
  });
});

describe('width', () => {
  it('counts wide letters twice and marks not at all', () => {
    expect([displayWidth('abc'), displayWidth('東京'), displayWidth('e\u0301'), displayWidth('👩‍💻')]).toEqual([
      3, 4, 1, 2,
    ]);
  });

  it('cuts a text to its columns and shows that it did', () => {
    expect([fitToWidth('東京都庁', 5), fitToWidth('abcdef', 4), fitToWidth('abc', 3)]).toEqual([
      '東京…',
      'abc…',
      'abc',
    ]);
  });

  it('wraps between words and never beyond the width, whatever the script', () => {
    const lines = wrapText(`The quick brown fox ${'東'.repeat(30)} ends`, 24);
    expect(Math.max(...lines.map(displayWidth))).toBeLessThanOrEqual(24);
    expect(lines.join('').replaceAll(' ', '')).toBe(`Thequickbrownfox${'東'.repeat(30)}ends`);
  });
});

describe('the window', () => {
  it('has a default size if it is unknown', () => {
    expect([0, 60, 300].map((columns) => lineWidth(fakeStream({ columns })))).toEqual([80, 60, 120]);
    expect(lineWidth(fakeStream())).toBe(100);
  });
});

describe('color', () => {
  const terminal = fakeStream({ columns: 80 });
  it('is used on a terminal only, and not if NO_COLOR is set', () => {
    expect(colorFor(terminal, {})).toBe(ansiColor);
    expect(colorFor(terminal, { NO_COLOR: '1' })).toBe(noColor);
    expect(colorFor(terminal, { TERM: 'dumb' })).toBe(noColor);
    expect(colorFor(fakeStream(), {})).toBe(noColor);
  });
});

describe('paths', () => {
  const folders = { currentFolder: '/home/ann/project', homeFolder: '/home/ann' };
  it('are shown as a user would type them', () => {
    expect(displayPath('/home/ann/project/transcripts/a.md', folders)).toBe('transcripts/a.md');
    expect(displayPath('/home/ann/.config/witan/config.yaml', folders)).toBe('~/.config/witan/config.yaml');
    expect(displayPath('/srv/..data/x', folders)).toBe('/srv/..data/x');
    expect(displayPath('/home/ann/project/..data/x', folders)).toBe('..data/x');
  });
});
