import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { writeAtomically } from '../../../src/kernel/write-atomically.js';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'witan-storage-'));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

test('writes a new file and replaces an old one, and leaves nothing else behind', async () => {
  const path = join(folder, 'note.md');
  await writeAtomically(path, 'first');
  await writeAtomically(path, 'second, longer – ü');
  expect(await readFile(path, 'utf8')).toBe('second, longer – ü');
  expect(await readdir(folder)).toEqual(['note.md']);
});

test('gives the file the permissions it is asked for', async () => {
  const path = join(folder, 'private.json');
  await writeAtomically(path, '{}', { mode: 0o600 });
  expect((await stat(path)).mode & 0o777).toBe(0o600);
});

test('writers at the same time leave one whole version', async () => {
  const path = join(folder, 'busy.txt');
  const versions = Array.from({ length: 20 }, (_, version) => String(version).repeat(50_000));
  await Promise.all(versions.map((version) => writeAtomically(path, version)));
  expect(versions).toContain(await readFile(path, 'utf8'));
  expect(await readdir(folder)).toEqual(['busy.txt']);
});

test('replaces a link instead of writing through it', async () => {
  const outside = join(folder, 'outside');
  const path = join(folder, 'link');
  await writeFile(outside, 'untouched');
  await symlink(outside, path);
  await writeAtomically(path, 'mine');
  expect(await readFile(outside, 'utf8')).toBe('untouched');
  expect(await readFile(path, 'utf8')).toBe('mine');
});

test('keeps the old file when the new one cannot take its name', async () => {
  const path = join(folder, 'taken');
  await mkdir(join(path, 'full'), { recursive: true });
  await expect(writeAtomically(path, 'x')).rejects.toThrow();
  expect(await readdir(folder)).toEqual(['taken']);
});

test.skipIf(process.platform !== 'linux')(
  'keeps the old file when the disk takes only a part of the new one',
  async () => {
    const path = join(folder, 'transcript.md');
    await writeFile(path, 'the good old text');
    const program = join(folder, 'write.mjs');
    await build({
      stdin: {
        contents: `import { writeAtomically } from './write-atomically.js';
        process.on('SIGXFSZ', () => undefined);
        writeAtomically(process.argv[2], 'x'.repeat(1_000_000)).then(() => process.exit(0), () => process.exit(7));`,
        resolveDir: join(import.meta.dirname, '../../../src/kernel'),
      },
      bundle: true,
      platform: 'node',
      format: 'esm',
      outfile: program,
      logLevel: 'silent',
    });
    // A limit on file size makes the system refuse the rest of a write, as a full disk does.
    const code = await new Promise((resolve) => {
      execFile('sh', ['-c', 'ulimit -f 64; exec "$0" "$1" "$2"', process.execPath, program, path], (error) =>
        resolve(error?.code ?? 0),
      );
    });
    expect(code).toBe(7);
    expect(await readFile(path, 'utf8')).toBe('the good old text');
    expect((await readdir(folder)).sort()).toEqual(['transcript.md', 'write.mjs']);
  },
);

test('says why when the folder cannot be written to', async () => {
  await expect(writeAtomically(join(folder, 'missing', 'a'), 'x')).rejects.toMatchObject({ code: 'ENOENT' });
});
