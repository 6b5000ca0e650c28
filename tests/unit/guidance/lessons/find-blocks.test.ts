import { describe, expect, it } from 'vitest';
import { findBlocks } from '../../../../src/guidance/lessons/find-blocks.js';

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
  ])('is learned: %s', (_, text) => {
    expect(findBlocks(text)).toEqual([INSIDE]);
  });

  it('is learned with a fence inside it, and with another block in the same fence', () => {
    const inner = '[PROCESS_KNOWLEDGE]\n```yaml\nlabel: x\n```\n[/PROCESS_KNOWLEDGE]';
    expect(findBlocks(inner)).toEqual(['\n```yaml\nlabel: x\n```\n']);
    expect(findBlocks(fenced(`${BLOCK}\n\n${BLOCK}`))).toEqual([INSIDE, INSIDE]);
  });
});

describe('a block that is only an example', () => {
  it.each([
    ['in a quotation', quoted],
    ['in a fence announced as an example', `For example:\n\n${fenced(BLOCK)}`],
    ['in a fence announced as a format', `Use this format:\n${fenced(BLOCK)}`],
    ['in a fence announced as what it would look like', `It would look like this:\n${fenced(BLOCK)}`],
    ['in a fence labeled so itself', fenced(BLOCK, '```', 'yaml example')],
    ['in a fence among other text', fenced(`# notes.md\n${BLOCK}`)],
    ['in a fence with more behind it', fenced(`${BLOCK}\nand so on`)],
    ['in a fence that is never closed', `\`\`\`\n# notes.md\n${BLOCK}`],
    ['in a fence inside a longer one', `\`\`\`\`md\n${fenced(BLOCK)}\n\`\`\`\``],
    ['in a fence after a tag that is never closed', `[PROCESS_KNOWLEDGE]\nlabel: x\nFor example:\n${fenced(BLOCK)}`],
    ['in inline code', '`[PROCESS_KNOWLEDGE] label: x [/PROCESS_KNOWLEDGE]`'],
  ])('is not learned: %s', (_, text) => {
    expect(findBlocks(text)).toEqual([]);
  });
});
