import { symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { listFiles } from '../../../../../src/council/evidence/tools/list-files.js';
import { evidenceProject } from '../../../../support/evidence-project.js';

const FILES = {
  'a.ts': '',
  'src/b.ts': '',
  'src/deep/c.test.ts': '',
  'src/d.md': '',
  '.gitignore': 'out\n',
  'out/e.ts': '',
  '.env': '',
};

describe('list_files', () => {
  it('lists what matches, with the whole path, ignored and secret files left out', async () => {
    const { ask } = await evidenceProject(FILES);
    expect(await ask(listFiles, { pattern: '**/*.ts' })).toEqual({
      ok: true,
      value: 'a.ts\nsrc/b.ts\nsrc/deep/c.test.ts',
    });
    expect(await ask(listFiles, { pattern: '{a,b}.ts', path: 'src' })).toEqual({ ok: true, value: 'src/b.ts' });
    expect(await ask(listFiles, { pattern: '**', path: 'out' })).toEqual({ ok: true, value: 'out/e.ts' });
    expect(await ask(listFiles, { pattern: '.*' })).toEqual({ ok: true, value: '.gitignore' });
  });

  it('looks below a folder that is reached through a link inside the project', async () => {
    const { ask, root } = await evidenceProject(FILES);
    symlinkSync('src', path.join(root, 'alias'));
    expect(await ask(listFiles, { pattern: '*.md', path: 'alias' })).toEqual({ ok: true, value: 'src/d.md' });
    expect(await ask(listFiles, { pattern: 'al*' })).toEqual({ ok: true, value: 'alias (link)' });
  });

  it('says how to look deeper when nothing was found', async () => {
    const { ask } = await evidenceProject(FILES);
    const found = await ask(listFiles, { pattern: '*.test.ts' });
    expect(found).toMatchObject({ ok: true, value: expect.stringContaining('"**/*.test.ts"') });
    expect(await ask(listFiles, { pattern: '[a' })).toMatchObject({ ok: false, error: expect.stringContaining('"["') });
    expect(await ask(listFiles, { pattern: '*', path: 'none' })).toMatchObject({ ok: false });
  });

  it('shows a part of very many, with their number', async () => {
    const many = Object.fromEntries(Array.from({ length: 620 }, (_, index) => [`f${index}.txt`, '']));
    const { ask } = await evidenceProject(many);
    const found = await ask(listFiles, { pattern: '*.txt' });
    expect(found).toMatchObject({ ok: true, value: expect.stringContaining('(500 of 620 files shown') });
  });

  it('writes out characters that would forge another line', async () => {
    const { ask } = await evidenceProject({ 'a\nb.ts': '', 'c\x1b[2J.ts': '', 'd\u202e.ts': '' });
    const found = await ask(listFiles, { pattern: '*' });
    expect(found).toEqual({ ok: true, value: 'a\\u{a}b.ts\nc\\u{1b}[2J.ts\nd\\u{202e}.ts' });
  });
});
