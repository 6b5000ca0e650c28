import { Text } from '@codemirror/state';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changeBetween, formatLineEnd, readText, writeText } from '../../../../src/web/coach/model/text-format.js';

describe('a text in the editor', () => {
  it('is written with the bytes it was read with', () => {
    const part = fc.constantFrom('a', '\r\n', '\n', '\r', '\uFEFF', 'ü😀', '\u2028');
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
        const content = parts.join('');
        expect(writeText(readText(content))).toBe(content);
      }),
    );
  });

  it('gets new lines with the line end of the others', () => {
    const { format } = readText('a\r\nb\r\n');
    expect(writeText({ text: Text.of(['a', 'b', 'c']), format })).toBe('a\r\nb\r\nc');
    expect(formatLineEnd(format)).toBe('CRLF');
    expect(formatLineEnd(readText('\uFEFFa\n').format)).toBe('LF, BOM');
    expect(formatLineEnd(readText('a\nb\r\n').format)).toBe('mixed line ends');
  });

  it('becomes another one by the part that differs', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (before, after) => {
        const [from, to] = [Text.of(before.split('\n')), Text.of(after.split('\n'))];
        const change = changeBetween(from, to);
        expect(from.replace(change.from, change.to, change.insert).eq(to)).toBe(true);
      }),
    );
    const { from, to } = changeBetween(Text.of(['one', 'two']), Text.of(['one', '2', 'two']));
    expect([from, to]).toEqual([4, 4]);
  });
});
