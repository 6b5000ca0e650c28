import { describe, expect, it } from 'vitest';
import { ansiColor } from '../../../../src/cli/text/color.js';
import { guardOutput } from '../../../../src/cli/text/guard-output.js';
import { fakeStream } from '../test-shell.js';

function written(text: string, terminal?: { readonly columns: number }): string {
  const stream = fakeStream(terminal);
  guardOutput(stream).write(text);
  return stream.text();
}

const TERMINAL = { columns: 80 };

describe('everything that a command prints', () => {
  it('keeps the colors and the redrawn line of this program on a terminal', () => {
    for (const tone of ['good', 'bad', 'caution', 'strong', 'quiet'] as const) {
      expect(written(ansiColor(tone, 'text'), TERMINAL)).toBe(ansiColor(tone, 'text'));
    }
    expect(written('\r\u001b[2Kround 1', TERMINAL)).toBe('\r\u001b[2Kround 1');
    expect(written('\r7 of 9', TERMINAL)).toBe('\r7 of 9');
  });

  it.each([
    ['a screen that is cleared', '\u001b[2J\u001b[H'],
    ['a title', '\u001b]0;owned\u0007'],
    ['the clipboard', '\u001b]52;c;cm0gLXJm\u0007'],
    ['hidden letters', '\u001b[8m'],
    ['a C1 command', '\u009b2J'],
    ['a line that is drawn over', 'text\r\u001b[2K'],
    ['a direction', '\u202e'],
    ['a command that is put together from two', '\u001b\u001b[0m[2J'],
  ])('loses every other command: %s', (_name, command) => {
    expect(written(`a${command}b`, TERMINAL).replaceAll('\u001b[0m', '')).not.toMatch(
      /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/,
    );
  });

  it('has no control sequence without a terminal', () => {
    expect(written(`\r${ansiColor('bad', 'text')}`)).toBe('\ntext');
  });

  it('follows the width of a window that changes', () => {
    let columns = 80;
    const guarded = guardOutput({
      ...fakeStream(),
      get columns() {
        return columns;
      },
    });
    columns = 40;
    expect(guarded.columns).toBe(40);
  });
});
