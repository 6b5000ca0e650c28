import { mkdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { distrustFolder, isTrusted, trustFolder } from '../../../src/config/index.js';
import { writeAtomically } from '../../../src/storage/index.js';
import { scratch } from './scratch.js';

async function store() {
  const place = await scratch();
  const folder = join(place.home, '.config/witan');
  return {
    ...place,
    list: join(folder, 'trusted.json'),
    isTrusted: (project: string) => isTrusted(project, folder),
    trustFolder: (project: string) => trustFolder(project, folder, writeAtomically),
    distrustFolder: (project: string) => distrustFolder(project, folder, writeAtomically),
  };
}

test('trusts nobody until told, and forgets when told', async () => {
  const place = await store();
  expect(await place.isTrusted(place.project)).toBe(false);
  await place.trustFolder(place.project);
  expect(await place.isTrusted(place.project)).toBe(true);
  expect(await place.isTrusted(place.root)).toBe(false);
  await mkdir(join(place.project, 'below'));
  expect(await place.isTrusted(join(place.project, 'below'))).toBe(false);
  await place.distrustFolder(place.project);
  expect(await place.isTrusted(place.project)).toBe(false);
});

test('only the user can read the list', async () => {
  const place = await store();
  await place.trustFolder(place.project);
  expect((await stat(place.list)).mode & 0o777).toBe(0o600);
});

test('a link is trusted for what it points to, not for its name', async () => {
  const place = await store();
  const link = join(place.root, 'link');
  await symlink(place.project, link);
  await place.trustFolder(link);
  expect(await place.isTrusted(place.project)).toBe(true);
  await mkdir(join(place.root, 'other'));
  await rm(link);
  await symlink(join(place.root, 'other'), link);
  expect(await place.isTrusted(link)).toBe(false);
});

test('a folder that moved is no longer trusted, and a folder that is gone can be forgotten', async () => {
  const place = await store();
  await place.trustFolder(place.project);
  await rename(place.project, join(place.root, 'moved'));
  expect(await place.isTrusted(join(place.root, 'moved'))).toBe(false);
  await place.distrustFolder(place.project);
  expect(JSON.parse(await readFile(place.list, 'utf8'))).toEqual({ folders: [] });
});

test.each(['not json', '[]', '{"folders": "all"}', '{"folders": [7]}'])(
  'a damaged list (%s) trusts nobody and is not overwritten',
  async (text) => {
    const place = await store();
    await place.write(place.list, text);
    expect(await place.isTrusted(place.project)).toBe(false);
    await expect(place.trustFolder(place.project)).rejects.toThrow(`${place.list}: is not a list of trusted folders`);
    expect(await readFile(place.list, 'utf8')).toBe(text);
  },
);

test('a list that lies inside the project vouches for nothing', async () => {
  const place = await store();
  await place.write(place.list, JSON.stringify({ folders: [place.root, place.home] }));
  expect(await place.isTrusted(place.home)).toBe(false);
  expect(await place.isTrusted(place.root)).toBe(false);
  await expect(place.trustFolder(place.home)).rejects.toThrow('cannot be trusted');
});

test('a folder that does not exist cannot be trusted', async () => {
  const place = await store();
  await expect(place.trustFolder(join(place.root, 'missing'))).rejects.toThrow('does not exist');
});
