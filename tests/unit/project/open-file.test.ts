import { execFileSync } from 'node:child_process';
import { linkSync, mkdirSync, renameSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { evidenceProject } from '../../support/evidence-project.js';
import { scratchFolder } from '../../support/scratch-folder.js';

const SECRET = 'what stands outside';

async function hostileProject() {
  const outside = scratchFolder('outside');
  writeFileSync(path.join(outside, 'secret.md'), SECRET);
  const made = await evidenceProject({ 'src/a.ts': 'inside\n', '.env': 'KEY=1', 'docs/b.md': 'b' });
  const at = (name: string) => path.join(made.root, name);
  symlinkSync(outside, at('way-out'));
  symlinkSync(path.join(outside, 'secret.md'), at('src/link.md'));
  symlinkSync('../.env', at('src/settings.txt'));
  symlinkSync('a.ts', at('src/same.ts'));
  symlinkSync('src', at('source'));
  symlinkSync('loop', at('loop'));
  symlinkSync('/proc/self', at('process'));
  symlinkSync('/dev', at('devices'));
  mkdirSync(at('.witan'));
  writeFileSync(at('.witan/decisions.db'), SECRET);
  symlinkSync('.witan', at('memory'));
  execFileSync('mkfifo', [at('pipe')]);
  return { ...made, outside };
}

describe('opening a file', () => {
  it('opens files inside the project, under every honest spelling', async () => {
    const { project, root } = await hostileProject();
    for (const spelling of [
      'src/a.ts',
      './src/a.ts',
      'src//a.ts',
      'docs/../src/a.ts',
      `${root}/src/a.ts`,
      'source/a.ts',
      'src/same.ts',
    ]) {
      const opened = await project.openFile(spelling);
      if (!opened.ok) throw new Error(`${spelling}: ${opened.error}`);
      expect(opened.value.path).toBe('src/a.ts');
      expect((await opened.value.read(100)).toString()).toBe('inside\n');
      expect((await opened.value.read(3, 2)).toString()).toBe('sid');
      await opened.value.close();
    }
  });

  it('refuses everything else in a sentence that is safe to print and names nothing outside', async () => {
    const { project, outside } = await hostileProject();
    const asked = [
      ...['way-out/secret.md', 'src/link.md', 'src/settings.txt', '.env', 'src/../.env', '.env/../src/a.ts', 'loop'],
      ...['process/environ', 'process/cmdline', 'process/fd/0', 'devices/zero', 'devices/null', 'devices/tty', 'pipe'],
      ...[
        '.witan/decisions.db',
        'memory/decisions.db',
        '../outside',
        '../../etc/passwd',
        '/etc/passwd',
        '/proc/self/environ',
      ],
      ...[
        `${outside}/secret.md`,
        'src',
        '',
        '.',
        '/',
        '..',
        'no-such-file',
        'src/a.ts/b',
        `${'x'.repeat(300)}`,
        'y/'.repeat(3000),
      ],
      ...['src/a.ts\0', 'src/a\n.ts', 'src/\u202ea.ts', 'src/\u200ba.ts', '\ud800', 'src/a.ts\x1b[2J', '~/.ssh/id_rsa'],
    ];
    for (const written of asked) {
      const opened = await project.openFile(written);
      expect(opened.ok, written).toBe(false);
      if (opened.ok) continue;
      expect(opened.error).not.toMatch(/[\p{Cc}\p{Cf}]/u);
      expect(opened.error).not.toContain(SECRET);
      if (!written.includes(outside)) expect(opened.error).not.toContain(outside);
      expect(opened.error).toMatch(/\.$/);
    }
  });

  it('reveals no more about a link to the outside than about a broken link', async () => {
    const { project, root } = await hostileProject();
    symlinkSync('/no/such/file', path.join(root, 'dangling'));
    const [dangling, outside] = [await project.openFile('dangling'), await project.openFile('src/link.md')];
    expect(dangling.ok || outside.ok).toBe(false);
    if (dangling.ok || outside.ok) return;
    expect(outside.error.replace('src/link.md', 'dangling')).toBe(dangling.error);
  });

  it('refuses a socket', async () => {
    const { project, root } = await hostileProject();
    const server = createServer().listen(path.join(root, 'socket'));
    await new Promise((resolve) => server.once('listening', resolve));
    expect(await project.openFile('socket')).toMatchObject({ ok: false });
    server.close();
  });

  it('allocates for what is asked, not for what a file claims to hold', async () => {
    const { project, root } = await hostileProject();
    writeFileSync(path.join(root, 'sparse.log'), 'begin');
    truncateSync(path.join(root, 'sparse.log'), 2 ** 42);
    const opened = await project.openFile('sparse.log');
    if (!opened.ok) throw new Error(opened.error);
    expect(opened.value.size).toBe(2 ** 42);
    expect((await opened.value.read(5)).toString()).toBe('begin');
    await opened.value.close();
  });

  it('finds the data folder under another name, also when it is moved later', async () => {
    const data = path.join(scratchFolder('elsewhere'), 'data');
    mkdirSync(path.join(data, 'deep'), { recursive: true });
    writeFileSync(path.join(data, 'deep/runs.db'), SECRET);
    const { project, root } = await evidenceProject({ 'a.md': 'a' }, { ownFolders: [data] });
    symlinkSync(data, path.join(root, 'shortcut'));
    expect(await project.openFile('shortcut/deep/runs.db')).toMatchObject({ ok: false });
    renameSync(data, path.join(root, 'moved'));
    expect(await project.openFile('moved/deep/runs.db')).toMatchObject({ ok: false });
    expect(await project.listFolder('moved/deep')).toMatchObject({ ok: false });
    expect(project.refusal('a.md')).toBeNull();
  });

  it('reads either the file inside or nothing while its folder is swapped for a link', async () => {
    const { project, root, outside } = await hostileProject();
    mkdirSync(path.join(root, 'race'));
    writeFileSync(path.join(root, 'race/secret.md'), 'inside');
    writeFileSync(path.join(root, 'race/only-inside'), '');
    writeFileSync(path.join(outside, 'only-outside'), '');
    for (let turn = 0; turn < 300; turn++) {
      const reading = project.openFile('race/secret.md');
      const listing = project.listFolder('race');
      swap(path.join(root, 'race'), outside);
      const opened = await reading;
      if (opened.ok) {
        expect((await opened.value.read(100)).toString()).toBe('inside');
        await opened.value.close();
      }
      const listed = await listing;
      if (listed.ok) expect(listed.value.some(({ path: name }) => name.includes('only-outside'))).toBe(false);
      unswap(path.join(root, 'race'));
    }
    expect(await project.listFolder('race')).toMatchObject({ ok: true });
  });

  it('reads a file that has a second name, and forgets it when it was removed', async () => {
    const { project, root } = await hostileProject();
    linkSync(path.join(root, 'src/a.ts'), path.join(root, 'twin.ts'));
    const opened = await project.openFile('twin.ts');
    expect(opened.ok && opened.value.path).toBe('twin.ts');
    if (opened.ok) await opened.value.close();
    rmSync(path.join(root, 'twin.ts'));
    expect(await project.openFile('twin.ts')).toMatchObject({ ok: false });
  });
});

function swap(folder: string, target: string): void {
  renameSync(folder, `${folder}-aside`);
  symlinkSync(target, folder);
}

function unswap(folder: string): void {
  rmSync(folder);
  renameSync(`${folder}-aside`, folder);
}
