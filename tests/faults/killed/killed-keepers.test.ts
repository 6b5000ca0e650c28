import { existsSync, mkdirSync, utimesSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { createKnowledge } from '../../../src/guidance/index.js';
import { openLearning } from '../../../src/learning/index.js';
import { createSemantics } from '../../../src/semantics/index.js';
import { reportCases } from '../../support/report-cases.js';
import { scratchFolder } from '../../support/scratch-folder.js';
import { numbersFrom, seedOr } from '../../support/seed.js';
import { childrenOf, type StorageChild } from '../../support/storage-child.js';

// Two programs are killed each time, of which either may hold what the other waits for. More: WITAN_KILLS=100.
const KILLS = Number(process.env.WITAN_KILLS ?? 6);
const random = numbersFrom(seedOr(20_261_116));

let start: (...args: string[]) => StorageChild;
beforeAll(async () => {
  start = await childrenOf('tests/fixtures/faults/keep-knowledge.ts');
});

it(`an experience that was stored is there after ${KILLS} kills, found by its words`, {
  timeout: 600_000,
}, async () => {
  const folder = scratchFolder('killed-learning');
  const stored = await killRepeatedly('learn', folder);
  const semantics = await createSemantics({ embedding: 'builtin' });
  const file = path.join(folder, 'experiences.db');
  const learning = await openLearning({ file, semantics: async () => semantics });
  const there = new Set<string>();
  for await (const { id } of learning.exportExperiences()) there.add(id);
  expect(stored.filter((id) => !there.has(id))).toEqual([]);
  expect(there.size - stored.length).toBeLessThanOrEqual(KILLS);
  const { found } = await learning.searchExperiences({ axis: 'full', query: 'a queue that is never closed', limit: 3 });
  expect(found).toHaveLength(3);
  await learning.close();
  await semantics.close();
  reportCases(KILLS);
});

it(`an item of knowledge that was added is there after ${KILLS} kills, and the file is whole`, {
  timeout: 600_000,
}, async () => {
  const folder = scratchFolder('killed-knowledge');
  const added = await killRepeatedly('add', folder);
  const folders = { projectFolder: folder, dataFolder: path.join(folder, '.witan') };
  mkdirSync(folders.dataFolder, { recursive: true });
  const knowledge = createKnowledge({ folders, redact: (text) => text });
  const { items, faults } = knowledge.list();
  const there = new Set(items.map(({ item }) => item.id));
  expect(faults).toEqual([]);
  expect(added.filter((id) => !there.has(id))).toEqual([]);
  expect(there.size - added.length).toBeLessThanOrEqual(KILLS);
  const next = await knowledge.add({ label: 'After all', process_type: 'warning', warning: { risk: 'a stuck lock' } });
  expect(next.ok).toBe(true);
  reportCases(KILLS);
});

async function killRepeatedly(task: string, folder: string): Promise<string[]> {
  const acknowledged: string[] = [];
  for (let kill = 0; kill < KILLS; kill += 2) {
    const pair = ['a', 'b'].map((name) => start(task, folder, `${name}${String(kill).padStart(2, '0')}`));
    await pair[0]?.said(1 + Math.floor(random() * 6));
    for (const child of pair) child.process.kill('SIGKILL');
    for (const child of pair) {
      expect(await child.ended).toEqual({ code: 'SIGKILL', errors: '' });
      acknowledged.push(...child.lines);
    }
    letTimePass(folder);
  }
  expect(acknowledged.length).toBeGreaterThan(KILLS / 2);
  return acknowledged;
}

/** A lock that the dead left behind is given up after some seconds; they need not be waited for. */
function letTimePass(folder: string): void {
  const lock = path.join(folder, '.witan', '.graphs.lock');
  const earlier = new Date(Date.now() - 60_000);
  if (existsSync(lock)) utimesSync(lock, earlier, earlier);
}
