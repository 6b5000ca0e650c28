import { mkdir, readdir, readFile, rename, rm, stat, symlink, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { distrustFolder, projectTrust, trustFolder } from '../../../src/config/index.js';
import { configPin } from '../../../src/config/trust/named-files.js';
import { writeAtomically } from '../../../src/storage/index.js';
import { scratch } from './scratch.js';

async function store() {
  const sandbox = await scratch();
  const folder = join(sandbox.home, '.config/witan');
  const state = (project: string) =>
    projectTrust({ projectFolder: project, homeFolder: sandbox.home, environment: sandbox.environment });
  return {
    ...sandbox,
    folder,
    list: join(folder, 'trusted.json'),
    state,
    trustFolder: (project: string, text?: string) =>
      trustFolder({ folder: project, pin: configPin(text) }, { configFolder: folder, write: writeAtomically }),
    distrustFolder: (project: string) => distrustFolder(project, { configFolder: folder, write: writeAtomically }),
  };
}

test('trusts no folder until the user does, and forgets it when the user withdraws the trust', async () => {
  const sandbox = await store();
  expect(await sandbox.state(sandbox.project)).toBe('unknown');
  await sandbox.trustFolder(sandbox.project);
  expect(await sandbox.state(sandbox.project)).toBe('trusted');
  expect(await sandbox.state(sandbox.root)).toBe('unknown');
  await mkdir(join(sandbox.project, 'below'));
  expect(await sandbox.state(join(sandbox.project, 'below'))).toBe('unknown');
  await sandbox.distrustFolder(sandbox.project);
  expect(await sandbox.state(sandbox.project)).toBe('unknown');
});

test('only the user can read the list, and no lock is left beside it', async () => {
  const sandbox = await store();
  await sandbox.trustFolder(sandbox.project);
  expect((await stat(sandbox.list)).mode & 0o777).toBe(0o600);
  expect(await readdir(sandbox.folder)).toEqual(['trusted.json']);
});

test('a link is trusted for what it points to, not for its name', async () => {
  const sandbox = await store();
  const link = join(sandbox.root, 'link');
  await symlink(sandbox.project, link);
  await sandbox.trustFolder(link);
  expect(await sandbox.state(sandbox.project)).toBe('trusted');
  await mkdir(join(sandbox.root, 'other'));
  await rm(link);
  await symlink(join(sandbox.root, 'other'), link);
  expect(await sandbox.state(link)).toBe('unknown');
});

test('a folder that moved is no longer trusted, and a folder that is gone can be forgotten', async () => {
  const sandbox = await store();
  await sandbox.trustFolder(sandbox.project);
  await rename(sandbox.project, join(sandbox.root, 'moved'));
  expect(await sandbox.state(join(sandbox.root, 'moved'))).toBe('unknown');
  await sandbox.distrustFolder(sandbox.project);
  expect(JSON.parse(await readFile(sandbox.list, 'utf8'))).toEqual({ folders: {} });
});

test.each(['not json', '[]', '{"folders": "all"}', '{"folders": [7]}', '{"folders": {"/a": 7}}'])(
  'a damaged list (%s) trusts no folder and is not overwritten',
  async (text) => {
    const sandbox = await store();
    await sandbox.write(sandbox.list, text);
    expect(await sandbox.state(sandbox.project)).toBe('unknown');
    await expect(sandbox.trustFolder(sandbox.project)).rejects.toThrow(
      `${sandbox.list}: is not a list of trusted folders`,
    );
    expect(await readFile(sandbox.list, 'utf8')).toBe(text);
    expect(await readdir(sandbox.folder)).toEqual(['trusted.json']);
  },
);

test('a list that lies inside the project vouches for nothing', async () => {
  const sandbox = await store();
  const pin = configPin(undefined);
  await sandbox.write(sandbox.list, JSON.stringify({ folders: { [sandbox.root]: pin, [sandbox.home]: pin } }));
  expect(await sandbox.state(sandbox.home)).toBe('unknown');
  expect(await sandbox.state(sandbox.root)).toBe('unknown');
  await expect(sandbox.trustFolder(sandbox.home)).rejects.toThrow('cannot be trusted');
});

test('a folder that does not exist cannot be trusted', async () => {
  const sandbox = await store();
  await expect(sandbox.trustFolder(join(sandbox.root, 'missing'))).rejects.toThrow('does not exist');
});

test('a list without pins trusts no folder, keeps its folders, and is renewed one by one', async () => {
  const sandbox = await store();
  const other = join(sandbox.root, 'other');
  await mkdir(other);
  await sandbox.write(sandbox.list, JSON.stringify({ folders: [sandbox.project, other] }));
  expect([await sandbox.state(sandbox.project), await sandbox.state(other)]).toEqual(['unpinned', 'unpinned']);
  await sandbox.trustFolder(sandbox.project);
  expect([await sandbox.state(sandbox.project), await sandbox.state(other)]).toEqual(['trusted', 'unpinned']);
  await sandbox.distrustFolder(other);
  expect(await sandbox.state(other)).toBe('unknown');
});

test('many folders that are trusted at the same moment are all trusted', async () => {
  const sandbox = await store();
  const folders = Array.from({ length: 12 }, (_, number) => join(sandbox.root, `p${number}`));
  for (const folder of folders) await mkdir(folder);
  await Promise.all(folders.map((folder) => sandbox.trustFolder(folder)));
  expect(Object.keys(JSON.parse(await readFile(sandbox.list, 'utf8')).folders).sort()).toEqual([...folders].sort());
});

test('a lock that a dead process left does not block the list', async () => {
  const sandbox = await store();
  const lock = await sandbox.write(`${sandbox.list}.lock`, 'a process that died');
  const longAgo = new Date(Date.now() - 60_000);
  await utimes(lock, longAgo, longAgo);
  await sandbox.trustFolder(sandbox.project);
  expect(await sandbox.state(sandbox.project)).toBe('trusted');
});

test('no change is lost when many find the lock of a dead process at the same time', async () => {
  const sandbox = await store();
  const lock = await sandbox.write(`${sandbox.list}.lock`, 'a process that died');
  const longAgo = new Date(Date.now() - 60_000);
  await utimes(lock, longAgo, longAgo);
  const projects = Array.from({ length: 12 }, (_, index) => join(sandbox.project, `part-${index}`));
  for (const project of projects) await mkdir(project);
  await Promise.all(projects.map((project) => sandbox.trustFolder(project)));
  for (const project of projects) expect(await sandbox.state(project)).toBe('trusted');
  expect(await readdir(sandbox.folder)).toEqual(['trusted.json']);
});
