import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { markHidden, plainLine, plainText, visibleJson, visibleXml } from '../../../src/kernel/plain-text.js';

const HIDDEN: readonly (readonly [string, string])[] = [
  ['escape', '\u001b'],
  ['bell', '\u0007'],
  ['delete', '\u007f'],
  ['C1 control sequence introducer', '\u009b'],
  ['soft hyphen', '\u00ad'],
  ['combining grapheme joiner', '\u034f'],
  ['Arabic letter mark', '\u061c'],
  ['Hangul choseong filler', '\u115f'],
  ['Hangul jungseong filler', '\u1160'],
  ['Mongolian vowel separator', '\u180e'],
  ['zero width space', '\u200b'],
  ['zero width non-joiner', '\u200c'],
  ['zero width joiner', '\u200d'],
  ['left-to-right mark', '\u200e'],
  ['right-to-left mark', '\u200f'],
  ['right-to-left override', '\u202e'],
  ['word joiner', '\u2060'],
  ['first strong isolate', '\u2068'],
  ['Hangul filler', '\u3164'],
  ['variation selector', '\ufe00'],
  ['byte order mark', '\ufeff'],
  ['halfwidth Hangul filler', '\uffa0'],
  ['interlinear annotation', '\ufff9'],
  ['tag letter', '\u{e0041}'],
  ['supplementary variation selector', '\u{e0100}'],
];

describe('text that is shown', () => {
  it.each(HIDDEN)('loses a hidden character: %s', (_name, hidden) => {
    // Before a space: an escape character takes a letter behind it away as a command.
    expect(plainText(`PostgreSQL${hidden} it is${hidden}`)).toBe('PostgreSQL it is');
    expect(plainLine(` PostgreSQL ${hidden} `)).toBe('PostgreSQL');
    expect(markHidden(`a${hidden}b`)).toBe('a?b');
  });

  it.each(HIDDEN)('keeps a hidden character in JSON and XML as an escape: %s', (_name, hidden) => {
    const json = visibleJson(JSON.stringify({ [hidden]: hidden }));
    expect(json).toMatch(/^[\x20-\x7e]+$/);
    expect(JSON.parse(json)).toEqual({ [hidden]: hidden });
    expect(visibleXml(`<a>${hidden}</a>`)).toBe(`<a>&#x${hidden.codePointAt(0)?.toString(16)};</a>`);
  });

  it('turns every kind of line end into one that cannot be missed', () => {
    expect(plainText('a\r\nb\rc\u0085d\u2028e\u2029f\ng')).toBe('a\nb\nc\nd\ne\nf\ng');
    expect(plainLine('a\u2028b\n c\u00a0d\u2800e')).toBe('a b c d e');
    expect(plainText('a\tb')).toBe('a    b');
  });

  it('takes escape sequences out whole', () => {
    expect(plainText('a\u001b[2Jb\u001b]0;title\u0007c')).toBe('abc');
  });

  it('leaves letters of every script and composed emoji alone', () => {
    for (const text of ['Straße, naïve, e\u0301', '日本語 한국어 العربية हिन्दी', '👩‍👩‍👧 🏳️‍🌈 👍🏽 ❤️ 🧑🏽‍💻', '→ ✓ …']) {
      expect(plainText(text)).toBe(text);
    }
  });

  it('leaves nothing hidden in any text', () => {
    const unit = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom(...HIDDEN.map(([, hidden]) => hidden), '👩'));
    fc.assert(
      fc.property(fc.array(unit), (parts) => {
        const shown = plainText(parts.join(''));
        expect(shown.replaceAll('\n', '').replace(/\p{Extended_Pictographic}(?:\u200d|\ufe0f)+/gu, '')).not.toMatch(
          /[\p{Control}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}\u2028\u2029]/u,
        );
      }),
    );
  });
});
