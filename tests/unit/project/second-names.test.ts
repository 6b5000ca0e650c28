import { linkSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { openProject } from '../../../src/project/project.js';
import { evidenceProject } from '../../support/evidence-project.js';
import { scratchFolder } from '../../support/scratch-folder.js';

describe('a file with several names', () => {
  it("is not shown when one of them is secret or the program's own", async () => {
    const { project, root } = await evidenceProject({
      '.env': 'KEY=1',
      'deep/er/.ssh/known': 'x',
      '.witan/transcripts/one.md': 'what others said',
      'a.md': 'a',
    });
    const at = (name: string) => path.join(root, name);
    linkSync(at('.env'), at('settings.txt'));
    linkSync(at('deep/er/.ssh/known'), at('known.txt'));
    linkSync(at('.witan/transcripts/one.md'), at('one.md'));
    linkSync(at('a.md'), at('b.md'));
    for (const name of ['settings.txt', 'known.txt', 'one.md'])
      expect(await project.openFile(name), name).toMatchObject({ ok: false });
    for (const name of ['a.md', 'b.md']) {
      const opened = await project.openFile(name);
      expect(opened.ok, name).toBe(true);
      if (opened.ok) await opened.value.close();
    }
  });
});

describe('a folder next to the project', () => {
  it('is not confused with it because of its name', async () => {
    const base = scratchFolder('names');
    const root = path.join(base, 'project');
    mkdirSync(root);
    mkdirSync(path.join(base, 'project (deleted)'));
    writeFileSync(path.join(base, 'project (deleted)', 'outside.txt'), 'outside');
    symlinkSync(path.join(base, 'project (deleted)'), path.join(root, 'way-out'));
    writeFileSync(path.join(root, 'notes (deleted)'), 'inside');
    const opened = await openProject(root, { deny: [], ownFolders: [], homeFolder: '' });
    if (!opened.ok) throw new Error(opened.error);
    expect(await opened.value.listFolder('way-out')).toMatchObject({ ok: false });
    expect(await opened.value.openFile('way-out/outside.txt')).toMatchObject({ ok: false });
    const file = await opened.value.openFile('notes (deleted)');
    expect(file.ok && file.value.path).toBe('notes (deleted)');
    if (file.ok) await file.value.close();
  });
});
