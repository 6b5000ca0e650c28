import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { openRunStore } from '../../../src/council/index.js';
import { createKnowledge } from '../../../src/guidance/index.js';
import { createJournal } from '../../../src/journal/index.js';
import { systemClock } from '../../../src/kernel/clock.js';
import { silentLogger } from '../../../src/kernel/logger.js';
import { openLearning } from '../../../src/learning/index.js';
import { createSemantics } from '../../../src/semantics/index.js';
import { bundleWholeProgram } from '../../support/bundle-whole-program.js';
import { memoryOf } from '../../support/project-memory.js';
import { reportCases } from '../../support/report-cases.js';
import { scratchFolder } from '../../support/scratch-folder.js';
import { numbersFrom, seedOr } from '../../support/seed.js';
import { childrenOf, type StorageChild } from '../../support/storage-child.js';
import { openTestGraph } from '../../support/test-graph.js';

// Three programs work on one project, and one of them after the other is killed. More: WITAN_KILLS=100.
const KILLS = Number(process.env.WITAN_KILLS ?? 6);
const PROGRAMS = 3;
const random = numbersFrom(seedOr(20_261_116));

it(`loses and doubles nothing that was acknowledged when ${PROGRAMS} programs are killed ${KILLS} times at mixed work`, {
  timeout: 120_000 + KILLS * 10_000,
}, async () => {
  const folder = scratchFolder('mixed-kill');
  const acknowledged = await killRepeatedly(folder);
  const of = (kind: string) => [...new Set(acknowledged.filter(([said]) => said === kind).map(([, id]) => id))];
  // Otherwise they were killed before they did anything.
  for (const kind of ['deliberation', 'entry', 'experience', 'item']) expect(of(kind), kind).not.toEqual([]);

  for (const kept of [await decisionsIn(folder), await finishedRunsIn(folder), transcriptsIn(folder)]) {
    expectOnce(of('deliberation'), kept);
  }
  expectOnce(of('entry'), await archivedEntriesIn(folder));
  expectOnce(of('experience'), await experiencesIn(folder));
  expectOnce(of('item'), itemsIn(folder));
  reportCases(KILLS);
});

type Acknowledged = readonly [kind: string, id: string];

async function killRepeatedly(folder: string): Promise<Acknowledged[]> {
  const start = await childrenOf('tests/fixtures/faults/mixed-work.ts', bundleWholeProgram);
  const startOne = () => start(folder, String(Math.floor(random() * 2 ** 31)));
  const running = Array.from({ length: PROGRAMS }, startOne);
  const lines: string[] = [];
  const kill = async (child: StorageChild | undefined) => {
    child?.process.kill('SIGKILL');
    expect(await child?.ended).toEqual({ code: 'SIGKILL', errors: '' });
    lines.push(...(child?.lines ?? []));
  };
  for (let killed = 0; killed < KILLS; killed++) {
    const victim = Math.floor(random() * PROGRAMS);
    // However busy the machine is: after some work, in the middle of the next.
    await running[victim]?.said(1 + Math.floor(random() * 6));
    await kill(running[victim]);
    running[victim] = startOne();
  }
  for (const child of running) await kill(child);
  return lines.map((line) => line.split(' ') as unknown as Acknowledged);
}

/** What was begun when a program was killed may be there as well, but only once too. */
function expectOnce(acknowledged: readonly string[], kept: readonly string[]): void {
  expect(acknowledged.filter((id) => !kept.includes(id))).toEqual([]);
  expect(kept.filter((id, at) => kept.indexOf(id) !== at)).toEqual([]);
}

async function decisionsIn(folder: string): Promise<string[]> {
  const graph = await openTestGraph({ file: path.join(memoryOf(folder), 'decisions.db') });
  const ids: string[] = [];
  for await (const { id } of graph.all({ archived: 'with' })) ids.push(id);
  expect(await graph.check()).toEqual([]);
  await graph.close();
  return ids;
}

async function finishedRunsIn(folder: string): Promise<string[]> {
  const file = path.join(memoryOf(folder), 'runs.db');
  const store = await openRunStore({ file, version: '0.0.0-test', clock: systemClock, logger: silentLogger });
  const entries = await store.list();
  expect(await store.check()).toEqual([]);
  await store.close();
  return entries.filter(({ status }) => status === 'finished').map(({ id }) => id);
}

function transcriptsIn(folder: string): string[] {
  const transcripts = path.join(folder, 'transcripts');
  const sidecars = readdirSync(transcripts).filter((name) => name.endsWith('.json'));
  const texts = readdirSync(transcripts).filter((name) => name.endsWith('.md'));
  // None is a name that was taken and never written.
  for (const name of texts) expect(readFileSync(path.join(transcripts, name), 'utf8')).toMatch(/^# /);
  return sidecars.map((name) => {
    const file = path.join(transcripts, name);
    const { deliberation_id: id } = JSON.parse(readFileSync(file, 'utf8')) as { deliberation_id: string };
    const text = file.replace(/\.json$/, '.md');
    if (existsSync(text)) expect(readFileSync(text, 'utf8')).toContain(id);
    return id;
  });
}

/** As they are written: a reader would take two lines of one entry for one. */
async function archivedEntriesIn(folder: string): Promise<string[]> {
  const journal = path.join(folder, '.claude', 'journal');
  // Archives what the dead sessions left.
  expect((await createJournal({ folder: journal }).startSession()).ok).toBe(true);
  const archive = path.join(journal, 'archive');
  const lines = readdirSync(archive).flatMap((name) => readFileSync(path.join(archive, name), 'utf8').split('\n'));
  return lines.filter((line) => line !== '').map((line) => (JSON.parse(line) as { id: string }).id);
}

async function experiencesIn(folder: string): Promise<string[]> {
  const semantics = await createSemantics({ embedding: 'builtin' });
  const file = path.join(memoryOf(folder), 'experiences.db');
  const learning = await openLearning({ file, semantics: async () => semantics });
  const ids: string[] = [];
  for await (const { id } of learning.exportExperiences()) ids.push(id);
  await learning.close();
  await semantics.close();
  return ids;
}

function itemsIn(folder: string): string[] {
  const folders = { projectFolder: folder, dataFolder: memoryOf(folder) };
  const { items, faults } = createKnowledge({ folders, redact: (text) => text }).list();
  expect(faults).toEqual([]);
  return items.map(({ item }) => item.id);
}
