import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { createDatabaseList } from '../../../src/config/index.js';
import { writeAtomically } from '../../../src/storage/index.js';
import { scratchFolder } from '../../support/scratch-folder.js';

const NOW = new Date('2026-11-16T10:00:00Z');

function listIn(folder: string, projectFolder = scratchFolder('project')) {
  return createDatabaseList({ configFolder: folder, projectFolder, write: writeAtomically, now: () => NOW });
}

it('knows a database by its id and its path together', async () => {
  const list = listIn(path.join(scratchFolder('config'), 'witan'));
  expect(await list.isKnown(7, '/a/.witan/runs.db')).toBe(false);
  await list.add(7, '/a/.witan/runs.db');
  expect(await list.isKnown(7, '/a/.witan/runs.db')).toBe(true);
  expect(await list.isKnown(7, '/b/.witan/runs.db')).toBe(false);
  expect(await list.isKnown(8, '/a/.witan/runs.db')).toBe(false);
});

it('loses no entry when many are added at the same time, and is for its owner only', async () => {
  const folder = scratchFolder('config');
  const [one, other] = [listIn(folder), listIn(folder)];
  const ids = Array.from({ length: 30 }, (_, id) => id + 1);
  await Promise.all(ids.map((id) => (id % 2 ? one : other).add(id, `/project-${id}/runs.db`)));
  for (const id of ids) expect(await one.isKnown(id, `/project-${id}/runs.db`)).toBe(true);
  expect(statSync(path.join(folder, 'databases.json')).mode & 0o777).toBe(0o600);
});

it('believes no list that is inside the project, and writes none there', async () => {
  const project = scratchFolder('project');
  const folder = path.join(project, '.config', 'witan');
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, 'databases.json');
  writeFileSync(
    file,
    JSON.stringify({ databases: [{ id: '00000007', file: '/a/runs.db', since: NOW.toISOString() }] }),
  );
  const list = listIn(folder, project);
  await expect(list.isKnown(7, '/a/runs.db')).rejects.toMatchObject({
    type: 'conflict',
    message: /inside this project/,
  });
  await expect(list.add(8, '/a/runs.db')).rejects.toMatchObject({ type: 'conflict' });
  expect(readFileSync(file, 'utf8')).not.toContain('00000008');
});

it('leaves a damaged list as it is, and says what to do', async () => {
  const folder = scratchFolder('config');
  writeFileSync(path.join(folder, 'databases.json'), 'not JSON');
  const expected = { type: 'conflict', message: expect.stringMatching(/is damaged; .* `witan init --adopt`/) };
  await expect(listIn(folder).isKnown(7, '/a/runs.db')).rejects.toMatchObject(expected);
  await expect(listIn(folder).add(7, '/a/runs.db')).rejects.toMatchObject(expected);
  expect(readFileSync(path.join(folder, 'databases.json'), 'utf8')).toBe('not JSON');
});

it.each(['', '4194304999 left-behind'])(
  'takes over soon from a process that died with the lock "%s"',
  async (token) => {
    const folder = scratchFolder('config');
    writeFileSync(path.join(folder, 'databases.json.lock'), token);
    const list = listIn(folder);
    await list.add(7, '/a/runs.db');
    expect(await list.isKnown(7, '/a/runs.db')).toBe(true);
  },
);

it('keeps a bounded number of entries for one path', async () => {
  const list = listIn(scratchFolder('config'));
  for (let id = 1; id <= 25; id++) await list.add(id, '/a/runs.db');
  expect(await list.isKnown(25, '/a/runs.db')).toBe(true);
  expect(await list.isKnown(1, '/a/runs.db')).toBe(false);
});

it.each([
  ['', 60],
  [' with paths as long as a system takes', 4_000],
])(
  'can still be read and extended when it is full%s, and forgets databases that are gone first',
  async (_what, length) => {
    const folder = scratchFolder('config');
    const existing = path.join(scratchFolder('project'), 'runs.db');
    writeFileSync(existing, '');
    const gone = Array.from({ length: 3_000 }, (_, index) => ({
      id: (index + 2).toString(16).padStart(8, '0'),
      file: `/${'é"'.repeat(length / 4)}/${index}/runs.db`,
      since: NOW.toISOString(),
    }));
    const fitting = gone.slice(0, (4 * 1024 * 1024) / (Buffer.byteLength(JSON.stringify(gone[0])) + 40));
    const first = { id: '00000001', file: existing, since: NOW.toISOString() };
    writeFileSync(path.join(folder, 'databases.json'), JSON.stringify({ databases: [first, ...fitting] }, null, 1));
    const list = listIn(folder);
    const newFile = (id: number) => `/${'new'.repeat(length / 3)}/${id}/runs.db`;
    for (const id of [5_001, 5_002]) await list.add(id, newFile(id));
    expect(await list.isKnown(5_001, newFile(5_001))).toBe(true);
    expect(await list.isKnown(5_002, newFile(5_002))).toBe(true);
    expect(await list.isKnown(1, existing)).toBe(true);
    expect(await list.isKnown(2, fitting[0]?.file ?? '')).toBe(false);
  },
);

it('remembers where a database was after it moved', async () => {
  const list = listIn(scratchFolder('config'));
  await list.add(7, '/gone/.witan/runs.db');
  await list.add(8, '/other/.witan/runs.db');
  expect(await list.fileOf(7)).toBe('/gone/.witan/runs.db');
});
