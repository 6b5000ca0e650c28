import { truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readFile } from '../../../../../src/council/evidence/tools/read-file.js';
import { evidenceProject } from '../../../../support/evidence-project.js';

describe('read_file', () => {
  it('numbers the lines, so that an answer can cite them', async () => {
    const { ask } = await evidenceProject({ 'a.ts': 'one\r\ntwo\n\nfour' });
    expect(await ask(readFile, { path: 'a.ts' })).toEqual({ ok: true, value: '1: one\n2: two\n3: \n4: four' });
    expect(await ask(readFile, { path: 'a.ts', start_line: 2, end_line: 3 })).toEqual({
      ok: true,
      value: '2: two\n3: ',
    });
    expect(await ask(readFile, { path: 'a.ts', end_line: 1 })).toEqual({ ok: true, value: '1: one' });
    expect(await ask(readFile, { path: 'a.ts', start_line: 4, end_line: 99 })).toEqual({ ok: true, value: '4: four' });
  });

  it('explains a range that cannot be given', async () => {
    const { ask } = await evidenceProject({ 'a.ts': 'one\ntwo\n' });
    const behind = await ask(readFile, { path: 'a.ts', start_line: 3 });
    expect(behind).toEqual({ ok: false, error: '"a.ts" has 2 lines; start_line 3 is behind its end.' });
    const reversed = await ask(readFile, { path: 'a.ts', start_line: 2, end_line: 1 });
    expect(reversed).toMatchObject({ ok: false, error: expect.stringContaining('end_line (1)') });
  });

  it('says what kind of file it is when it is not text', async () => {
    const { ask } = await evidenceProject({ 'a.png': Buffer.from([0x89, 0x50, 0, 1]), 'empty.ts': '' });
    expect(await ask(readFile, { path: 'a.png' })).toEqual({
      ok: false,
      error: '"a.png" is not a text file (4 bytes of binary data).',
    });
    expect(await ask(readFile, { path: 'empty.ts' })).toEqual({ ok: true, value: '(the file is empty)' });
  });

  it('shows bytes that are not UTF-8 as replacement characters, and no byte order mark', async () => {
    const { ask } = await evidenceProject({ 'a.txt': Buffer.from([0xef, 0xbb, 0xbf, 0x63, 0xe9, 0x21]) });
    expect(await ask(readFile, { path: 'a.txt' })).toEqual({ ok: true, value: '1: c\ufffd!' });
  });

  it('reports the size of a file that is too large, and still reads a part of it', async () => {
    const lines = Array.from({ length: 200_000 }, (_, index) => `line ${index + 1} é`);
    const { ask } = await evidenceProject({ 'big.log': `${lines.join('\n')}\n` });
    const whole = await ask(readFile, { path: 'big.log' });
    expect(whole).toMatchObject({ ok: false, error: expect.stringMatching(/has 2\.\d MB.*start_line/) });
    const part = await ask(readFile, { path: 'big.log', start_line: 150_000, end_line: 150_002 });
    expect(part).toEqual({
      ok: true,
      value: '150000: line 150000 é\n150001: line 150001 é\n150002: line 150002 é',
    });
    const last = await ask(readFile, { path: 'big.log', start_line: 200_000 });
    expect(last).toEqual({ ok: true, value: '200000: line 200000 é' });
    const behind = await ask(readFile, { path: 'big.log', start_line: 200_001 });
    expect(behind).toMatchObject({ ok: false, error: expect.stringContaining('has 200000 lines') });
    const open = await ask(readFile, { path: 'big.log', start_line: 2 });
    expect(open).toMatchObject({
      ok: true,
      value: expect.stringContaining('more lines; ask for them with start_line'),
    });
  });

  it('refuses a sparse file of terabytes immediately, with or without a range', async () => {
    const { ask, root } = await evidenceProject();
    writeFileSync(path.join(root, 'sparse'), 'a\n');
    truncateSync(path.join(root, 'sparse'), 2 ** 42);
    expect(await ask(readFile, { path: 'sparse' })).toMatchObject({
      ok: false,
      error: expect.stringContaining('4 TB'),
    });
    expect(await ask(readFile, { path: 'sparse', start_line: 5 })).toMatchObject({ ok: false });
  });

  it('cuts a line that is too long to read', async () => {
    const { ask } = await evidenceProject({ 'min.js': 'x'.repeat(5000) });
    const shown = await ask(readFile, { path: 'min.js' });
    expect(shown).toEqual({ ok: true, value: `1: ${'x'.repeat(2000)}… (3000 more characters)` });
  });
});
