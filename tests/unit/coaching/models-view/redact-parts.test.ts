import { describe, expect, it } from 'vitest';
import { redactParts } from '../../../../src/coaching/explain/explain-code.js';
import { redactTexts } from '../../../../src/coaching/models-view/redact-texts.js';

/** Hides the lines between two marks, as long as both are there. */
const redact = redactTexts(async (text) =>
  text.replace(/(?<=BEGIN\r?\n)[\s\S]+?(?=\r?\nEND)/, (secret) => secret.replace(/.+/g, '[redacted]')),
);
const WHOLE = 'first\nBEGIN\nabcdefgh\nijklmnop\nEND\nlast';

describe('parts of a text', () => {
  it.each([
    ['abcdefgh\nijklmnop', '[redacted]\n[redacted]'],
    ['first\nBEGIN\nabcde', 'first\nBEGIN\n[redacted]'],
    ['lmnop\nEND\nlast', '[redacted]\nEND\nlast'],
    ['cdef', '[redacted]'],
    ['first\nlast', 'first\nlast'],
    ['typed and not in the file yet', 'typed and not in the file yet'],
    ['', ''],
  ])('hide what is secret in the whole text (%j)', async (part, shown) => {
    expect(await redactParts([part], WHOLE, redact)).toEqual([shown]);
  });

  it('hide secrets of a file with other line ends than the page sends', async () => {
    const whole = WHOLE.replaceAll('\n', '\r\n');
    expect(
      await redactParts(
        ['BEGIN\nabcdefgh\nijklmnop\nEND'],
        whole,
        redactTexts(async (text) =>
          text.includes('\r\n') ? text.replace(/(?:abcdefgh|ijklmnop)/g, '[redacted]') : text,
        ),
      ),
    ).toEqual(['BEGIN\n[redacted]\n[redacted]\nEND']);
  });

  it('hide what is secret in themselves', async () => {
    expect(await redactParts(['BEGIN\nxyz\nEND'], '', redact)).toEqual(['BEGIN\n[redacted]\nEND']);
  });
});
