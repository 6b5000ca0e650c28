import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { scratchFolder } from '../../support/scratch-folder.js';

// Other systems cannot name a descriptor's path: this file runs with their way of checking, which is the same code.
const actual = vi.hoisted(() => {
  const { platform } = process;
  Object.defineProperty(process, 'platform', { value: 'freebsd' });
  return platform;
});
afterAll(() => void Object.defineProperty(process, 'platform', { value: actual }));

const { evidenceProject } = await import('../../support/evidence-project.js');

describe.skipIf(actual === 'win32')('confinement where descriptors have no path', () => {
  let made: Awaited<ReturnType<typeof evidenceProject>>;
  let outside: string;

  beforeAll(async () => {
    outside = scratchFolder('outside');
    writeFileSync(path.join(outside, 'file.md'), 'outside');
    made = await evidenceProject({ 'race/file.md': 'inside', '.env': 'KEY=1' });
    symlinkSync(outside, path.join(made.root, 'way-out'));
    symlinkSync('race', path.join(made.root, 'alias'));
    symlinkSync('.env', path.join(made.root, 'settings'));
  });

  it('opens and lists what is inside, also through a link', async () => {
    for (const name of ['race/file.md', 'alias/file.md']) {
      const opened = await made.project.openFile(name);
      if (!opened.ok) throw new Error(opened.error);
      expect(opened.value.path).toBe('race/file.md');
      await opened.value.close();
    }
    expect(await made.project.listFolder('alias')).toEqual({
      ok: true,
      value: [{ path: 'race/file.md', kind: 'file' }],
    });
  });

  it('refuses what is outside or secret', async () => {
    for (const name of ['way-out/file.md', 'settings', '.env', '../x'])
      expect(await made.project.openFile(name), name).toMatchObject({ ok: false });
    expect(await made.project.listFolder('way-out')).toMatchObject({ ok: false });
  });

  it('reads nothing outside while a folder is swapped for a link', async () => {
    const folder = path.join(made.root, 'race');
    mkdirSync(path.join(outside, 'only-outside'));
    for (let turn = 0; turn < 200; turn++) {
      const reading = made.project.openFile('race/file.md');
      const listing = made.project.listFolder('race');
      renameSync(folder, `${folder}-aside`);
      symlinkSync(outside, folder);
      const [opened, listed] = [await reading, await listing];
      if (opened.ok) {
        expect((await opened.value.read(100)).toString()).toBe('inside');
        await opened.value.close();
      }
      if (listed.ok) expect(JSON.stringify(listed.value)).not.toContain('only-outside');
      rmSync(folder);
      renameSync(`${folder}-aside`, folder);
    }
  });
});
