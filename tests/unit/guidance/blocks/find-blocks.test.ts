import { describe, expect, it } from 'vitest';
import { BLOCK_TEMPLATE } from '../../../../src/guidance/blocks/block-template.js';
import { findBlocks } from '../../../../src/guidance/blocks/find-blocks.js';

const BLOCK = '[PROCESS_KNOWLEDGE]\nlabel: Tag first\n[/PROCESS_KNOWLEDGE]';
const INSIDE = '\nlabel: Tag first\n';
const fenced = (text: string, mark = '```', info = '') => `${mark}${info}\n${text}\n${mark}`;
const quoted = BLOCK.split('\n')
  .map((line) => `> ${line}`)
  .join('\n');

describe('a block for the reader', () => {
  it.each([
    ['as it is', BLOCK],
    ['behind a sentence', `I keep this.\n\n${BLOCK}\n\nDone.`],
    ['in a fence of its own', `I keep this.\n\n${fenced(BLOCK)}`],
    ['in a fence with a language', fenced(BLOCK, '~~~~', 'yaml')],
    ['when an example stands elsewhere', `For example, tests failed.\n\nI keep this.\n${fenced(BLOCK)}`],
    ['after its tag was named in a sentence', `A [PROCESS_KNOWLEDGE] block follows.\n${BLOCK}`],
    ['after code', `${fenced('ls')}\n${BLOCK}`],
    ['in a fence with a sentence behind it', `${fenced(BLOCK)}\n\nLet me know if anything else is needed.`],
    ['in a fence with code and a sentence behind it', `${fenced(BLOCK)}\n${fenced('ls')}\nThat lists the tags.`],
  ])('is learned: %s', (_, text) => {
    expect(findBlocks(text)).toEqual([INSIDE]);
  });

  it('is learned with a fence inside it, and with another block in the same fence', () => {
    const inner = '[PROCESS_KNOWLEDGE]\n```yaml\nlabel: x\n```\n[/PROCESS_KNOWLEDGE]';
    expect(findBlocks(inner)).toEqual(['\n```yaml\nlabel: x\n```\n']);
    expect(findBlocks(fenced(`${BLOCK}\n\n${BLOCK}`))).toEqual([INSIDE, INSIDE]);
  });
});

describe('a block in a fence', () => {
  it('is learned with one value in angle brackets', () => {
    const inside = '\nlabel: Name type parameters\nexample: <T>\n';
    expect(findBlocks(fenced(`[PROCESS_KNOWLEDGE]${inside}[/PROCESS_KNOWLEDGE]`))).toEqual([inside]);
  });

  it('is learned after a block that mentions an example', () => {
    const first = BLOCK.replace('first', 'as in the example');
    expect(findBlocks(`${first}\n${fenced(BLOCK)}`)).toHaveLength(2);
    expect(findBlocks(`${fenced(first)}\n${fenced(BLOCK)}`)).toHaveLength(2);
  });
});

describe('a block without its closing tag', () => {
  const open = BLOCK.replace('[/PROCESS_KNOWLEDGE]', '');
  it.each([
    ['at the end of the answer', open],
    ['in a fence', fenced(open.trim())],
    ['before a sentence after an empty line', `${open}\nShall I go on?`],
    [
      'before a sentence with a colon',
      `${open}\nAll tests, of which there are now more than a hundred, pass: shall I go on?`,
    ],
    ['closed by another opening tag', `${open}[PROCESS_KNOWLEDGE]`],
  ])('is learned: %s', (_, text) => {
    expect(findBlocks(text).map((inside) => inside.trim())).toEqual(['label: Tag first']);
  });

  it('ends where the next block or an example begins', () => {
    expect(findBlocks(`${open}\n${BLOCK}`)).toHaveLength(2);
    expect(findBlocks(`${open}\nFor example:\n${fenced(BLOCK)}`)).toEqual(['\nlabel: Tag first\n\nFor example:\n']);
  });

  it('is not learned if a sentence only names the tag', () => {
    expect(findBlocks('End with a [PROCESS_KNOWLEDGE] block:\nlabel: x')).toEqual([]);
    expect(findBlocks('[PROCESS_KNOWLEDGE] blocks are read by a program.\nlabel: x')).toEqual([]);
  });
});

describe('a block that is only an example', () => {
  it.each([
    ['in a quotation', quoted],
    ['in a fence announced as an example', `For example:\n\n${fenced(BLOCK)}`],
    ['in a fence announced as a format', `Use this format:\n${fenced(BLOCK)}`],
    ['in a fence announced as what it would look like', `It would look like this:\n${fenced(BLOCK)}`],
    ['in a fence labeled so itself', fenced(BLOCK, '```', 'yaml example')],
    ['with values to be filled in', fenced(BLOCK.replace('Tag first', '<what to remember>\nrule: <one sentence>'))],
    ['as the template of the guidance', `This is shown to agents.\n${fenced(BLOCK_TEMPLATE)}`],
    ['after another example', `For example:\n${fenced('ls')}\n\n${fenced(BLOCK)}\n${fenced(BLOCK)}`],
    ['in a fence among other text', fenced(`# notes.md\n${BLOCK}`)],
    ['in a fence with more behind it', fenced(`${BLOCK}\nand so on`)],
    ['in a fence that is never closed', `\`\`\`\n# notes.md\n${BLOCK}`],
    ['in a fence inside a longer one', `\`\`\`\`md\n${fenced(BLOCK)}\n\`\`\`\``],
    ['in inline code', '`[PROCESS_KNOWLEDGE] label: x [/PROCESS_KNOWLEDGE]`'],
  ])('is not learned: %s', (_, text) => {
    expect(findBlocks(text)).toEqual([]);
  });
});

describe('the time for a long answer', () => {
  it.each([
    ['short fences', (length: number) => '```\na\n```\n'.repeat(length / 10) + BLOCK],
    ['empty lines behind a block', (length: number) => `${fenced(BLOCK)}\n${'\n'.repeat(length)}`],
    ['fenced blocks behind an example', (length: number) => `For example:\n${fence.repeat(length / fence.length)}`],
    ['fenced blocks behind empty lines', (length: number) => '\n'.repeat(length / 2) + fence.repeat(length / 100)],
    ['opening tags', (length: number) => '[PROCESS_KNOWLEDGE]\n'.repeat(length / 20)],
    ['closed blocks', (length: number) => `${BLOCK}\n`.repeat(length / 60)],
    ['one line of marks', (length: number) => `${BLOCK}\n${'`'.repeat(length)}\r`],
  ])('grows with its length, not with the square of it: %s', (_, textOfLength) => {
    const [short, long] = [textOfLength(4_000), textOfLength(64_000)];
    shortestTime(short);
    // 16 times the length; the square would be 256 times the time.
    expect(shortestTime(long) / shortestTime(short)).toBeLessThan(100);
  });

  it('does not matter for a block of very many lines', () => {
    expect(findBlocks(`[PROCESS_KNOWLEDGE]\n${'- a\n'.repeat(300_000)}\n\n${BLOCK}`)).toEqual([INSIDE]);
  });

  const fence = `${fenced(BLOCK)}\n`;
  function shortestTime(text: string): number {
    const times = Array.from({ length: 5 }, () => {
      const started = performance.now();
      findBlocks(text);
      return performance.now() - started;
    });
    return Math.min(...times);
  }
});
