import { mkdir, readdir, readFile, rename, rm, stat, symlink, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { distrustFolder, projectTrust, trustFolder } from '../../../src/config/index.js';
import { configPin } from '../../../src/config/trust/named-files.js';
import { writeAtomically } from '../../../src/storage/index.js';
import { scratch } from './scratch.js';

async function store() {
  const fixture = await scratch();
  const folder = join(fixture.home, '.config/witan');
  const state = (project: string) =>
    projectTrust({ projectFolder: project, homeFolder: fixture.home, environment: fixture.environment });
  return {
    ...fixture,
    folder,
    list: join(folder, 'trusted.json'),
    state,
    trustFolder: (project: string, text?: string) =>
      trustFolder({ folder: project, pin: configPin(text) }, { configFolder: folder, write: writeAtomically }),
    distrustFolder: (project: string) => distrustFolder(project, { configFolder: folder, write: writeAtomically }),
  };
}

test('trusts no folder until the user does, and forgets it when the user withdraws the trust', async () => {
  const fixture = await store();
  expect(await fixture.state(fixture.project)).toBe('unknown');
  await fixture.trustFolder(fixture.project);
  expect(await fixture.state(fixture.project)).toBe('trusted');
  expect(await fixture.state(fixture.root)).toBe('unknown');
  await mkdir(join(fixture.project, 'below'));
  expect(await fixture.state(join(fixture.project, 'below'))).toBe('unknown');
  await fixture.distrustFolder(fixture.project);
  expect(await fixture.state(fixture.project)).toBe('unknown');
});

test('only the user can read the list, and no lock is left behind', async () => {
  const fixture = await store();
  await fixture.trustFolder(fixture.project);
  expect((await stat(fixture.list)).mode & 0o777).toBe(0o600);
  expect(await readdir(fixture.folder)).toEqual(['trusted.json']);
});

test('a link is trusted for what it points to, not for its name', async () => {
  const fixture = await store();
  const link = join(fixture.root, 'link');
  await symlink(fixture.project, link);
  await fixture.trustFolder(link);
  expect(await fixture.state(fixture.project)).toBe('trusted');
  await mkdir(join(fixture.root, 'other'));
  await rm(link);
  await symlink(join(fixture.root, 'other'), link);
  expect(await fixture.state(link)).toBe('unknown');
});

test('a folder that moved is no longer trusted, and a folder that is gone can be forgotten', async () => {
  const fixture = await store();
  await fixture.trustFolder(fixture.project);
  await rename(fixture.project, join(fixture.root, 'moved'));
  expect(await fixture.state(join(fixture.root, 'moved'))).toBe('unknown');
  await fixture.distrustFolder(fixture.project);
  expect(JSON.parse(await readFile(fixture.list, 'utf8'))).toEqual({ folders: {} });
});

test.each(['not json', '[]', '{"folders": "all"}', '{"folders": [7]}', '{"folders": {"/a": 7}}'])(
  'a damaged list (%s) trusts no folder and is not overwritten',
  async (text) => {
    const fixture = await store();
    await fixture.write(fixture.list, text);
    expect(await fixture.state(fixture.project)).toBe('unknown');
    await expect(fixture.trustFolder(fixture.project)).rejects.toThrow(
      `${fixture.list}: is not a list of trusted folders`,
    );
    expect(await readFile(fixture.list, 'utf8')).toBe(text);
    expect(await readdir(fixture.folder)).toEqual(['trusted.json']);
  },
);

test('a list inside the project is not used', async () => {
  const fixture = await store();
  const pin = configPin(undefined);
  await fixture.write(fixture.list, JSON.stringify({ folders: { [fixture.root]: pin, [fixture.home]: pin } }));
  expect(await fixture.state(fixture.home)).toBe('unknown');
  expect(await fixture.state(fixture.root)).toBe('unknown');
  await expect(fixture.trustFolder(fixture.home)).rejects.toThrow('cannot be trusted');
});

test('a folder that does not exist cannot be trusted', async () => {
  const fixture = await store();
  await expect(fixture.trustFolder(join(fixture.root, 'missing'))).rejects.toThrow('does not exist');
});

test('a list without pins trusts no folder, keeps its folders, and is renewed one by one', async () => {
  const fixture = await store();
  const other = join(fixture.root, 'other');
  await mkdir(other);
  await fixture.write(fixture.list, JSON.stringify({ folders: [fixture.project, other] }));
  expect([await fixture.state(fixture.project), await fixture.state(other)]).toEqual(['unpinned', 'unpinned']);
  await fixture.trustFolder(fixture.project);
  expect([await fixture.state(fixture.project), await fixture.state(other)]).toEqual(['trusted', 'unpinned']);
  await fixture.distrustFolder(other);
  expect(await fixture.state(other)).toBe('unknown');
});

test('many folders that are trusted at the same moment are all trusted', async () => {
  const fixture = await store();
  const folders = Array.from({ length: 12 }, (_, number) => join(fixture.root, `p${number}`));
  for (const folder of folders) await mkdir(folder);
  await Promise.all(folders.map((folder) => fixture.trustFolder(folder)));
  expect(Object.keys(JSON.parse(await readFile(fixture.list, 'utf8')).folders).sort()).toEqual([...folders].sort());
});

test('a lock that a dead process left does not block the list', async () => {
  const fixture = await store();
  const lock = await fixture.write(`${fixture.list}.lock`, 'a process that died');
  const longAgo = new Date(Date.now() - 60_000);
  await utimes(lock, longAgo, longAgo);
  await fixture.trustFolder(fixture.project);
  expect(await fixture.state(fixture.project)).toBe('trusted');
});

test('no change is lost when many find the lock of a dead process at the same time', async () => {
  const fixture = await store();
  const lock = await fixture.write(`${fixture.list}.lock`, 'a process that died');
  const longAgo = new Date(Date.now() - 60_000);
  await utimes(lock, longAgo, longAgo);
  const projects = Array.from({ length: 12 }, (_, index) => join(fixture.project, `part-${index}`));
  for (const project of projects) await mkdir(project);
  await Promise.all(projects.map((project) => fixture.trustFolder(project)));
  for (const project of projects) expect(await fixture.state(project)).toBe('trusted');
  expect(await readdir(fixture.folder)).toEqual(['trusted.json']);
});
