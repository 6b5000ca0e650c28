import { mkdir, readdir, readFile, rename, rm, stat, symlink, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { distrustFolder, projectTrust, trustFolder } from '../../../src/config/index.js';
import { configPin } from '../../../src/config/trust/named-files.js';
import { writeAtomically } from '../../../src/storage/index.js';
import { scratch } from './scratch.js';

async function store() {
  const place = await scratch();
  const folder = join(place.home, '.config/witan');
  const state = (project: string) =>
    projectTrust({ projectFolder: project, homeFolder: place.home, environment: place.environment });
  return {
    ...place,
    folder,
    list: join(folder, 'trusted.json'),
    state,
    trustFolder: (project: string, text?: string) => trustFolder(project, configPin(text), folder, writeAtomically),
    distrustFolder: (project: string) => distrustFolder(project, folder, writeAtomically),
  };
}

test('trusts nobody until told, and forgets when told', async () => {
  const place = await store();
  expect(await place.state(place.project)).toBe('unknown');
  await place.trustFolder(place.project);
  expect(await place.state(place.project)).toBe('trusted');
  expect(await place.state(place.root)).toBe('unknown');
  await mkdir(join(place.project, 'below'));
  expect(await place.state(join(place.project, 'below'))).toBe('unknown');
  await place.distrustFolder(place.project);
  expect(await place.state(place.project)).toBe('unknown');
});

test('only the user can read the list, and no lock is left beside it', async () => {
  const place = await store();
  await place.trustFolder(place.project);
  expect((await stat(place.list)).mode & 0o777).toBe(0o600);
  expect(await readdir(place.folder)).toEqual(['trusted.json']);
});

test('a link is trusted for what it points to, not for its name', async () => {
  const place = await store();
  const link = join(place.root, 'link');
  await symlink(place.project, link);
  await place.trustFolder(link);
  expect(await place.state(place.project)).toBe('trusted');
  await mkdir(join(place.root, 'other'));
  await rm(link);
  await symlink(join(place.root, 'other'), link);
  expect(await place.state(link)).toBe('unknown');
});

test('a folder that moved is no longer trusted, and a folder that is gone can be forgotten', async () => {
  const place = await store();
  await place.trustFolder(place.project);
  await rename(place.project, join(place.root, 'moved'));
  expect(await place.state(join(place.root, 'moved'))).toBe('unknown');
  await place.distrustFolder(place.project);
  expect(JSON.parse(await readFile(place.list, 'utf8'))).toEqual({ folders: {} });
});

test.each(['not json', '[]', '{"folders": "all"}', '{"folders": [7]}', '{"folders": {"/a": 7}}'])(
  'a damaged list (%s) trusts nobody and is not overwritten',
  async (text) => {
    const place = await store();
    await place.write(place.list, text);
    expect(await place.state(place.project)).toBe('unknown');
    await expect(place.trustFolder(place.project)).rejects.toThrow(`${place.list}: is not a list of trusted folders`);
    expect(await readFile(place.list, 'utf8')).toBe(text);
    expect(await readdir(place.folder)).toEqual(['trusted.json']);
  },
);

test('a list that lies inside the project vouches for nothing', async () => {
  const place = await store();
  const pin = configPin(undefined);
  await place.write(place.list, JSON.stringify({ folders: { [place.root]: pin, [place.home]: pin } }));
  expect(await place.state(place.home)).toBe('unknown');
  expect(await place.state(place.root)).toBe('unknown');
  await expect(place.trustFolder(place.home)).rejects.toThrow('cannot be trusted');
});

test('a folder that does not exist cannot be trusted', async () => {
  const place = await store();
  await expect(place.trustFolder(join(place.root, 'missing'))).rejects.toThrow('does not exist');
});

test('a list without pins trusts nobody, keeps its folders, and is renewed one by one', async () => {
  const place = await store();
  const other = join(place.root, 'other');
  await mkdir(other);
  await place.write(place.list, JSON.stringify({ folders: [place.project, other] }));
  expect([await place.state(place.project), await place.state(other)]).toEqual(['unpinned', 'unpinned']);
  await place.trustFolder(place.project);
  expect([await place.state(place.project), await place.state(other)]).toEqual(['trusted', 'unpinned']);
  await place.distrustFolder(other);
  expect(await place.state(other)).toBe('unknown');
});

test('many folders that are trusted at the same moment are all trusted', async () => {
  const place = await store();
  const folders = Array.from({ length: 12 }, (_, number) => join(place.root, `p${number}`));
  for (const folder of folders) await mkdir(folder);
  await Promise.all(folders.map((folder) => place.trustFolder(folder)));
  expect(Object.keys(JSON.parse(await readFile(place.list, 'utf8')).folders).sort()).toEqual([...folders].sort());
});

test('a lock that a dead process left does not block the list', async () => {
  const place = await store();
  const lock = await place.write(`${place.list}.lock`, 'a process that died');
  const longAgo = new Date(Date.now() - 60_000);
  await utimes(lock, longAgo, longAgo);
  await place.trustFolder(place.project);
  expect(await place.state(place.project)).toBe('trusted');
});

test('no change is lost when many find the lock of a dead process at the same time', async () => {
  const place = await store();
  const lock = await place.write(`${place.list}.lock`, 'a process that died');
  const longAgo = new Date(Date.now() - 60_000);
  await utimes(lock, longAgo, longAgo);
  const projects = Array.from({ length: 12 }, (_, index) => join(place.project, `part-${index}`));
  for (const project of projects) await mkdir(project);
  await Promise.all(projects.map((project) => place.trustFolder(project)));
  for (const project of projects) expect(await place.state(project)).toBe('trusted');
  expect(await readdir(place.folder)).toEqual(['trusted.json']);
});
