import { createHash } from 'node:crypto';
import {
  chmodSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { memoryFolder } from '../../../support/memory-folder.js';
import { OUTSIDE, personProject } from '../../../support/person-project.js';
import { scratchFolder } from '../../../support/scratch-folder.js';

const otherDisk = memoryFolder('removed');
const version = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex').slice(0, 32);

describe('reading a file of the project', () => {
  it('3.1: gives the text, its language, its lines and its version', async () => {
    const { files } = await personProject({ 'src/a.ts': 'one\ntwo\n' });
    expect(await files.readFile('src/a.ts')).toEqual({
      ok: true,
      value: {
        path: 'src/a.ts',
        content: 'one\ntwo\n',
        language: 'typescript',
        lineCount: 3,
        version: version('one\ntwo\n'),
      },
    });
  });

  it('knows languages by extension and by name', async () => {
    const { files } = await personProject({
      Dockerfile: '',
      'a.py': '',
      'b.unknown': '',
      '.env': 'KEY=1',
      'x.test.tsx': '',
    });
    const languages = [];
    for (const name of ['Dockerfile', 'a.py', 'b.unknown', '.env', 'x.test.tsx']) {
      const read = await files.readFile(name);
      languages.push(read.ok ? read.value.language : read.error);
    }
    expect(languages).toEqual(['dockerfile', 'python', 'plaintext', 'dotenv', 'typescriptreact']);
  });

  it('EC-12: calls a file binary by its extension, by zero bytes and by text that is not UTF-8', async () => {
    const { files } = await personProject({
      'a.png': 'x',
      'b.txt': 'a\0b',
      'c.txt': new Uint8Array([0x66, 0xfc, 0x72]),
    });
    for (const name of ['a.png', 'b.txt', 'c.txt'])
      expect(await files.readFile(name), name).toMatchObject({
        error: { code: 'BINARY_FILE', details: { path: name } },
      });
  });

  it('EC-14: says how large a file over 2 MiB is, and reads one of exactly 2 MiB', async () => {
    const limit = 2 * 1024 * 1024;
    const { files } = await personProject({ 'large.txt': 'x'.repeat(limit + 1), 'fits.txt': 'x'.repeat(limit) });
    expect(await files.readFile('large.txt')).toMatchObject({
      error: { code: 'TOO_LARGE', details: { path: 'large.txt', size: limit + 1, language: 'plaintext' } },
    });
    expect(await files.readFile('fits.txt')).toMatchObject({ ok: true });
  });

  it('EC-11: follows a link inside the project to its one path, and none that leads out', async () => {
    const { files, outside, at } = await personProject({ 'src/a.ts': 'inside' });
    symlinkSync('src', at('alias'));
    symlinkSync(outside, at('way-out'));
    symlinkSync(path.join(outside, 'secret.txt'), at('secret.txt'));
    symlinkSync('.git', at('repository'));
    symlinkSync('.witan', at('memory'));
    expect(await files.readFile('alias/a.ts')).toMatchObject({ value: { path: 'src/a.ts' } });
    for (const name of [
      'way-out/secret.txt',
      'secret.txt',
      'repository/config',
      'memory/data.txt',
      '.witan/data.txt',
      '.git/config',
    ])
      expect(await files.readFile(name), name).toMatchObject({ error: { code: 'FORBIDDEN_PATH' } });
  });

  it('answers NOT_FOUND for what is missing and for a folder', async () => {
    const { files } = await personProject({ 'src/a.ts': '' });
    for (const name of ['b.ts', 'src/b.ts', 'src/a.ts/b', 'src', 'no/such/folder.ts'])
      expect(await files.readFile(name), name).toMatchObject({ error: { code: 'NOT_FOUND' } });
  });

  it('opens files of folders that the tree leaves out, and names that need care', async () => {
    const names = ['node_modules/x/index.js', 'dist/a.js', '..data', '.env', 'a b.txt', 'ü.md', '❤️.md'];
    const { files } = await personProject(Object.fromEntries(names.map((name) => [name, name])));
    for (const name of names) expect(await files.readFile(name)).toMatchObject({ value: { content: name } });
  });
});

describe('writing a file of the project', () => {
  it('3.2: writes the text and answers with its version', async () => {
    const { files, at } = await personProject({ 'src/a.ts': 'old' });
    const written = await files.writeFile({ path: 'src/a.ts', content: 'new', expectedVersion: version('old') });
    expect(written).toEqual({ ok: true, value: { path: 'src/a.ts', version: version('new'), before: 'old' } });
    expect(readFileSync(at('src/a.ts'), 'utf8')).toBe('new');
    expect(readdirSync(at('src'))).toEqual(['a.ts']);
  });

  it('keeps CRLF, a byte order mark and 1 MB byte for byte', async () => {
    const { files, at } = await personProject({});
    for (const content of ['a\r\nb\r\n', '\ufeffa\n', 'a\rb\nc\r\n', 'ü€😀', '', 'line\r\n'.repeat(170_000)]) {
      const before = await files.readFile('a.txt');
      const expectedVersion = before.ok ? before.value.version : null;
      expect(await files.writeFile({ path: 'a.txt', content, expectedVersion })).toMatchObject({ ok: true });
      expect(readFileSync(at('a.txt')).equals(Buffer.from(content))).toBe(true);
      expect(await files.readFile('a.txt')).toMatchObject({ value: { content, version: version(content) } });
    }
  });

  it('keeps the rights of the file', async () => {
    const { files, at } = await personProject({ 'run.sh': 'old' });
    chmodSync(at('run.sh'), 0o754);
    await files.writeFile({ path: 'run.sh', content: 'new', expectedVersion: version('old') });
    expect(statSync(at('run.sh')).mode & 0o777).toBe(0o754);
  });

  it('makes a new file with the folders above it, and never replaces one that appeared', async () => {
    const { files, at } = await personProject({ 'taken.ts': 'theirs' });
    expect(await files.writeFile({ path: 'x/y/new.ts', content: 'new', expectedVersion: null })).toMatchObject({
      ok: true,
    });
    expect(readFileSync(at('x/y/new.ts'), 'utf8')).toBe('new');
    expect(await files.writeFile({ path: 'taken.ts', content: 'mine', expectedVersion: null })).toMatchObject({
      error: { code: 'CONFLICT' },
    });
    expect(readFileSync(at('taken.ts'), 'utf8')).toBe('theirs');
  });

  it('shows both texts when another program changed or removed the file', async () => {
    const { files, at } = await personProject({ 'a.ts': 'theirs' });
    expect(await files.writeFile({ path: 'a.ts', content: 'mine', expectedVersion: version('old') })).toMatchObject({
      error: {
        code: 'CONFLICT',
        details: { path: 'a.ts', yours: 'mine', onDisk: { content: 'theirs', version: version('theirs') } },
      },
    });
    rmSync(at('a.ts'));
    expect(await files.writeFile({ path: 'a.ts', content: 'mine', expectedVersion: version('old') })).toMatchObject({
      error: { code: 'CONFLICT', details: { yours: 'mine', onDisk: null } },
    });
  });

  it('accepts a save that is sent again because its answer was lost', async () => {
    const { files } = await personProject({ 'a.ts': 'new' });
    expect(await files.writeFile({ path: 'a.ts', content: 'new', expectedVersion: version('old') })).toMatchObject({
      ok: true,
    });
  });

  it('lets one of two saves at the same time through, and shows the other a conflict', async () => {
    const { files, at } = await personProject({ 'a.ts': 'old' });
    const saves = await Promise.all(
      ['one', 'two'].map((content) => files.writeFile({ path: 'a.ts', content, expectedVersion: version('old') })),
    );
    expect(saves.filter(({ ok }) => ok)).toHaveLength(1);
    expect(saves.find(({ ok }) => !ok)).toMatchObject({ error: { code: 'CONFLICT' } });
    expect(['one', 'two']).toContain(readFileSync(at('a.ts'), 'utf8'));
  });

  it('EC-11: never writes through a link, to a pipe, or below a linked folder', async () => {
    const { files, outside, at } = await personProject({ 'src/a.ts': 'inside' });
    symlinkSync(outside, at('way-out'));
    symlinkSync('src', at('alias'));
    symlinkSync('src/a.ts', at('same.ts'));
    symlinkSync(path.join(outside, 'secret.txt'), at('secret.txt'));
    symlinkSync(path.join(outside, 'not-there'), at('dangling.txt'));
    for (const name of [
      'way-out/new.ts',
      'way-out/deep/new.ts',
      'way-out/secret.txt',
      'alias/new.ts',
      'same.ts',
      'secret.txt',
      'dangling.txt',
      '.git/hooks/x',
      '.witan/x',
      '.GIT/config',
    ])
      for (const expectedVersion of [null, version(OUTSIDE), version('inside')])
        expect(await files.writeFile({ path: name, content: 'x', expectedVersion }), name).toMatchObject({
          error: { code: 'FORBIDDEN_PATH' },
        });
    expect(readdirSync(outside)).toEqual(['secret.txt']);
    expect(readFileSync(path.join(outside, 'secret.txt'), 'utf8')).toBe(OUTSIDE);
    expect(readdirSync(at('src'))).toEqual(['a.ts']);
  });

  it('leaves the other name of a hard link as it was', async () => {
    const { files, outside, at } = await personProject({});
    linkSync(path.join(outside, 'secret.txt'), at('second.txt'));
    await files.writeFile({ path: 'second.txt', content: 'x', expectedVersion: version(OUTSIDE) });
    expect(readFileSync(path.join(outside, 'secret.txt'), 'utf8')).toBe(OUTSIDE);
  });

  it('refuses binary and large texts', async () => {
    const { files } = await personProject({});
    const write = (name: string, content: string) => files.writeFile({ path: name, content, expectedVersion: null });
    expect(await write('a.png', 'x')).toMatchObject({ error: { code: 'BINARY_FILE' } });
    expect(await write('a.txt', 'a\0b')).toMatchObject({ error: { code: 'BINARY_FILE' } });
    expect(await write('a.txt', 'x'.repeat(2 * 1024 * 1024 + 1))).toMatchObject({ error: { code: 'TOO_LARGE' } });
  });

  it('writes files with names as long as the disk allows, and says so beyond', async () => {
    const { files } = await personProject({});
    const name = 'n'.repeat(255);
    expect(await files.writeFile({ path: name, content: 'x', expectedVersion: null })).toMatchObject({ ok: true });
    expect(await files.writeFile({ path: name, content: 'y', expectedVersion: version('x') })).toMatchObject({
      ok: true,
    });
    expect(await files.writeFile({ path: `${name}n`, content: 'x', expectedVersion: null })).toMatchObject({
      error: { code: 'FORBIDDEN_PATH' },
    });
  });

  it('removes the draft that a killed program left, and no other file', async () => {
    const { files, at } = await personProject({
      'a.ts': 'old',
      '.a.ts.999999999-0123456789ab.tmp': 'half',
      [`.a.ts.${process.pid}-0123456789ab.tmp`]: 'of a running program',
      '.a.ts.mine.tmp': 'mine',
    });
    await files.writeFile({ path: 'a.ts', content: 'new', expectedVersion: version('old') });
    expect(readdirSync(at('.')).filter((name) => name.includes('a.ts'))).toEqual([
      `.a.ts.${process.pid}-0123456789ab.tmp`,
      '.a.ts.mine.tmp',
      'a.ts',
    ]);
  });
});

describe('changing names in the project', () => {
  it('makes folders, and refuses a name that is taken', async () => {
    const { files, at } = await personProject({ 'a.ts': '' });
    expect(await files.createFolder('x/y')).toEqual({ ok: true, value: 'x/y' });
    expect(lstatSync(at('x/y')).isDirectory()).toBe(true);
    for (const name of ['x/y', 'a.ts'])
      expect(await files.createFolder(name)).toMatchObject({ error: { code: 'CONFLICT' } });
    for (const name of ['', '../x', '.git/x', '.witan/x'])
      expect(await files.createFolder(name)).toMatchObject({ error: { code: 'FORBIDDEN_PATH' } });
  });

  it('renames files and folders, and never replaces anything', async () => {
    const { files, at } = await personProject({ 'a.ts': 'a', 'b.ts': 'b', 'src/c.ts': 'c', 'lib/d.ts': 'd' });
    expect(await files.rename('a.ts', 'deep/new.ts')).toEqual({
      ok: true,
      value: { path: 'a.ts', newPath: 'deep/new.ts' },
    });
    expect(await files.rename('src', 'source')).toMatchObject({ ok: true });
    expect(readFileSync(at('deep/new.ts'), 'utf8') + readFileSync(at('source/c.ts'), 'utf8')).toBe('ac');
    for (const [from, to] of [
      ['b.ts', 'deep/new.ts'],
      ['source', 'lib'],
      ['source', 'source/inside'],
      ['b.ts', 'b.ts/x'],
    ] as const)
      expect(await files.rename(from, to), to).toMatchObject({ error: { code: 'CONFLICT' } });
    expect(await files.rename('nothing.ts', 'x.ts')).toMatchObject({ error: { code: 'NOT_FOUND' } });
    expect(readFileSync(at('b.ts'), 'utf8')).toBe('b');
  });

  it('moves nothing out of the project and nothing that belongs to Witan', async () => {
    const { files, outside, at } = await personProject({ 'a.ts': 'a' });
    symlinkSync(outside, at('way-out'));
    for (const [from, to] of [
      ['a.ts', 'way-out/a.ts'],
      ['a.ts', '../a.ts'],
      ['way-out/secret.txt', 'mine.txt'],
      ['.witan', 'mine'],
      ['.git', 'mine'],
      ['a.ts', '.git/a'],
    ] as const)
      expect(await files.rename(from, to), `${from} ${to}`).toMatchObject({ error: { code: 'FORBIDDEN_PATH' } });
    expect(readdirSync(outside)).toEqual(['secret.txt']);
  });

  it.each(['the same disk', 'another disk'])('moves files and folders out and back, on %s', async (disk) => {
    const { files, outside, at } = await personProject({ 'src/a.ts': 'a', 'src/deep/b.ts': 'b' });
    symlinkSync(outside, at('src/link'));
    chmodSync(at('src/a.ts'), 0o755);
    const target = path.join(disk === 'another disk' ? otherDisk : scratchFolder('removed'), 'entry');
    expect(await files.moveOut('src', target)).toEqual({ ok: true, value: 'src' });
    expect(readdirSync(at('.'))).not.toContain('src');
    expect(readFileSync(path.join(outside, 'secret.txt'), 'utf8')).toBe(OUTSIDE);
    expect(await files.moveBack(target, 'src')).toEqual({ ok: true, value: 'src' });
    expect(readFileSync(at('src/deep/b.ts'), 'utf8')).toBe('b');
    expect(lstatSync(at('src/link')).isSymbolicLink()).toBe(true);
    expect(statSync(at('src/a.ts')).mode & 0o777).toBe(0o755);
    mkdirSync(path.join(otherDisk, 'x'), { recursive: true });
    expect(await files.moveBack(path.join(otherDisk, 'x'), 'src')).toMatchObject({ error: { code: 'CONFLICT' } });
  });

  it('does not move the project, what Witan keeps, or what is behind a link', async () => {
    const { files, outside, at } = await personProject({ 'data/own/x': '' });
    symlinkSync(outside, at('way-out'));
    for (const name of ['', '.', '.witan', '.git', 'way-out/secret.txt', '../outside'])
      expect(await files.moveOut(name, path.join(otherDisk, 'no')), name).toMatchObject({
        error: { code: 'FORBIDDEN_PATH' },
      });
    writeFileSync(at('plain'), '');
    expect(await files.moveOut('missing', path.join(otherDisk, 'no'))).toMatchObject({ error: { code: 'NOT_FOUND' } });
  });
});
