import { execFileSync } from 'node:child_process';
import { mkdir, rename, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { type Scratch, scratch } from './scratch.js';

const OURS = 'version: "1.0"\nadapters: { claude: { timeout: 7 } }\ncouncil: { quorum: 0.9 }\n';

async function outside(folders: Scratch): Promise<string> {
  return folders.write(join(folders.root, 'outside', 'config.yaml'), OURS);
}

test('a linked .witan/config.yaml is not followed, and one line says what to do', async () => {
  const folders = await scratch();
  await mkdir(dirname(folders.projectFile));
  await symlink(await outside(folders), folders.projectFile);
  const message = await folders.complaint();
  expect(message).toMatch(/config\.yaml: is a link.*replace it with a regular file, or name the file with --config$/);
  expect(message).not.toContain('\n');
  await expect(folders.examine()).rejects.toThrow('is a link');
});

test('a linked folder .witan is not followed, and one line names the fix if there is a config behind it', async () => {
  const folders = await scratch();
  const linked = await scratch();
  await symlink(dirname(await outside(folders)), dirname(folders.projectFile));
  await symlink(join(linked.root, 'nowhere'), dirname(linked.projectFile));
  for (const each of [folders, linked]) {
    const { council, notices } = await each.load();
    expect(council.quorum).not.toBe(0.9);
    expect(notices).toEqual(
      each === linked
        ? []
        : [expect.stringMatching(/config\.yaml was not read, because .*\.witan is a link; replace the link/)],
    );
    expect((await each.examine()).file).toBeUndefined();
  }
});

test('a linked folder .witan only matters for its settings once the data folder is elsewhere', async () => {
  const folders = await scratch();
  await folders.write(folders.userFile, `storage: { data_dir: ${join(folders.root, 'data')} }`);
  await symlink(folders.root, dirname(folders.projectFile));
  expect((await folders.load()).notices).toEqual([]);
  await folders.write(join(folders.root, 'config.yaml'), OURS);
  expect((await folders.load()).notices).toEqual([
    expect.stringMatching(/config\.yaml was not read, because .* is a link/),
  ]);
});

test('a linked config.yaml is left alone with a notice, because it may be of another program', async () => {
  const folders = await scratch();
  await symlink(await outside(folders), join(folders.project, 'config.yaml'));
  const { council, notices, sources } = await folders.load();
  expect(council.quorum).not.toBe(0.9);
  expect(sources.some(({ layer }) => layer === 'project')).toBe(false);
  expect(notices).toEqual([expect.stringMatching(/config\.yaml is a link and was not read.*--config$/)]);
});

test("the user's own file may be a link, and so may a file named with --config", async () => {
  const folders = await scratch();
  await mkdir(dirname(folders.userFile), { recursive: true });
  await symlink(await outside(folders), folders.userFile);
  expect((await folders.load()).council.quorum).toBe(0.9);
  const named = await scratch();
  await symlink(await outside(named), join(named.root, 'named.yaml'));
  expect((await named.load(join(named.root, 'named.yaml'))).council.quorum).toBe(0.9);
});

test.each(['.witan/config.yaml', 'config.yaml'])(
  'a pipe, a folder or a socket as %s does not block the start',
  async (name) => {
    const folders = await scratch();
    const path = join(folders.project, name);
    await mkdir(dirname(path), { recursive: true });
    const outcome = () =>
      folders.load().then(
        () => 'loaded',
        (error: Error) => error.message,
      );
    const expected =
      name === 'config.yaml'
        ? 'loaded'
        : expect.stringContaining('cannot be read: it is not a regular file; replace it with a small regular file');
    execFileSync('mkfifo', [path]);
    expect(await outcome()).toEqual(expected);
    await rename(path, `${path}.pipe`);
    await mkdir(path);
    expect(await outcome()).toEqual(expected);
    await rename(path, `${path}.folder`);
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(path, resolve));
    expect(await outcome()).toEqual(expected);
    await new Promise((resolve) => server.close(resolve));
  },
);

test.each([
  ['twenty thousand keys', Array.from({ length: 20_000 }, (_, at) => `k${at}: 1`).join('\n'), 'more than 2000 keys'],
  [
    'twenty thousand keys in one map',
    `council: {${Array.from({ length: 20_000 }, (_, at) => `k${at}: 1`).join()}}`,
    'more than 2000 keys',
  ],
  [
    'ten thousand adapters',
    `adapters:\n${Array.from({ length: 10_000 }, (_, at) => `  a${at}: {}`).join('\n')}`,
    'more than 2000 keys',
  ],
  ['a hundred thousand list entries', `evidence: { deny: [${'a,'.repeat(100_000)}a] }`, 'more than 5000 list entries'],
  [
    'a hundred thousand lines of a list',
    `evidence:\n  deny:\n${'  - a\n'.repeat(40_000)}`,
    'more than 5000 list entries',
  ],
  ['a hundred thousand brackets', `council: ${'['.repeat(100_000)}`, 'nested too deeply'],
  [
    'forty maps in each other',
    `${Array.from({ length: 40 }, (_, at) => `${' '.repeat(at)}a:`).join('\n')} 1`,
    'nested too deeply',
  ],
  ['more than 256 KiB', `# ${'x'.repeat(256 * 1024)}`, 'larger than 262144 bytes'],
])('refuses %s with one line before it is checked', async (_name, text, reason) => {
  const folders = await scratch();
  await folders.write(folders.projectFile, text);
  const message = await folders.complaint();
  expect(message).toContain(`${folders.projectFile}: `);
  expect(message).toContain(reason);
  expect(message.length).toBeLessThan(300);
});

test('reads a large file of a usual kind', async () => {
  const folders = await scratch();
  const deny = Array.from({ length: 3_000 }, (_, at) => `    - private-${at}`);
  await writeFile(await folders.write(folders.projectFile, ''), `evidence:\n  deny:\n${deny.join('\n')}\n`);
  expect((await folders.load()).evidence.deny).toContain('private-2999');
});
