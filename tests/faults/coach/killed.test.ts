import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { openCoachingData } from '../../../src/coaching/index.js';
import { createEmptyMachine, type EmptyMachine } from '../../integration/cli-program.js';
import { openPage, type PageSocket } from '../../support/coach-fixture.js';
import { startCoach } from '../../support/coach-program.js';
import { keyOf } from '../../support/pages-fixture.js';
import { reportCases } from '../../support/report-cases.js';
import { numbersFrom, seedOr } from '../../support/seed.js';

// More: WITAN_KILLS=200.
const KILLS = Number(process.env.WITAN_KILLS ?? 4);
const random = numbersFrom(seedOr(20_261_118));
const HELLO = { version: '1', platform: 'test', windowSize: { width: 1, height: 1 } };
/** Long enough that a kill can hit the writing itself. */
const MAX_LENGTH = 400_000;
/** A save takes a few milliseconds; the kill comes at any time of one. */
const MAX_DELAY_MS = 12;

it(`keeps every save, action and unsaved text that was acknowledged over ${KILLS} kills, and no file is cut`, {
  timeout: KILLS * 20_000,
}, async () => {
  const machine = createEmptyMachine();
  const { project } = machine;
  const record: Record = { saved: 'old', saving: undefined, typed: [''], lastAcknowledged: 0, visited: [] };
  writeFileSync(path.join(project, 'saved.txt'), record.saved);
  writeFileSync(path.join(project, 'typed.txt'), '');
  for (let kill = 0; kill <= KILLS; kill++) {
    const coach = await startCoach({ machine });
    const page = await openPage({ url: coach.url, key: await keyOf(coach.address) });
    await continueSession(page, record);
    if (kill === KILLS) {
      await saveOnce(page);
      break;
    }
    const count = 1 + Math.floor(random() * 4);
    const closed = once(page.socket, 'close');
    void work(page, record, kill);
    await expect.poll(() => record.visited.filter((name) => name.startsWith(`${kill}-`)).length).toBeGreaterThan(count);
    await wait(random() * MAX_DELAY_MS);
    await coach.end('SIGKILL');
    // What the program had sent by then still arrives.
    await closed;
    const stored = readFileSync(path.join(project, 'saved.txt'), 'utf8');
    expect([record.saved, record.saving]).toContain(stored);
    record.saved = stored;
    record.saving = undefined;
  }
  const visited = await visitedFiles(machine);
  expect(record.visited.filter((name) => !visited.has(name))).toEqual([]);
  // Nothing that a killed program began to write is left.
  expect(readdirSync(project).sort()).toEqual(['saved.txt', 'typed.txt']);
  reportCases(KILLS);
});

/** What the person did, as far as the page knows. */
interface Record {
  /** The text that the last acknowledged save wrote. */
  saved: string;
  /** The text of a save without an answer. */
  saving: string | undefined;
  /** Every text that was typed into the other file, in order. */
  readonly typed: string[];
  lastAcknowledged: number;
  /** Files of acknowledged actions. */
  readonly visited: string[];
}

/** What the page does after a break: it looks at what is left, and continues. */
async function continueSession(page: PageSocket, record: Record): Promise<void> {
  page.send('connection:hello', HELLO);
  const { state } = (await page.next('connection:init')).payload;
  const typed = state.unsaved.find((each) => each.path === 'typed.txt')?.content ?? '';
  expect(record.typed.slice(record.lastAcknowledged)).toContain(typed);
  record.typed.splice(0, record.typed.length, typed);
  record.lastAcknowledged = 0;
  const [unfinished] = state.unfinished;
  if (unfinished === undefined) {
    page.send('session:start', { goal: 'lose nothing' });
    await page.next('session:started');
  } else {
    page.send('session:resume', { sessionId: unfinished.id });
    await page.next('session:resumed');
  }
}

async function saveOnce(page: PageSocket): Promise<void> {
  page.send('file:open', { path: 'saved.txt' });
  const { version } = (await page.next('fs:content')).payload;
  page.send('file:save', { path: 'saved.txt', content: 'the end', version });
  await page.next('fs:save_ack');
}

async function work(page: PageSocket, record: Record, kill: number): Promise<never> {
  page.send('file:open', { path: 'saved.txt' });
  let { version } = (await page.next('fs:content')).payload;
  for (let step = 0; ; step++) {
    const typed = newText(`typed ${kill}-${step}`);
    record.typed.push(typed);
    page.send('buffer:update', { path: 'typed.txt', content: typed, cursorPosition: { line: 1, column: 1 } });
    const position = record.typed.length - 1;
    const visited = `${kill}-${step}`;
    page.send('editor:tab_switch', { fromPath: null, toPath: visited });
    record.saving = newText(`saved ${kill}-${step}`);
    page.send('file:save', { path: 'saved.txt', content: record.saving, version });
    // Messages of a page are handled in their order, so this answers the others, too.
    ({ version } = (await page.next('fs:save_ack')).payload);
    record.saved = record.saving;
    record.saving = undefined;
    record.lastAcknowledged = position;
    record.visited.push(visited);
  }
}

function newText(name: string): string {
  return `${name}\n${'x'.repeat(Math.floor(random() * MAX_LENGTH))}\nend of ${name}\n`;
}

async function visitedFiles({ home }: EmptyMachine): Promise<ReadonlySet<string>> {
  const data = await openCoachingData({ folder: path.join(home, '.local/share/witan/coach') });
  const rows = await data.database.queries
    .selectFrom('action_log')
    .select('data')
    .where('action_type', '=', 'tab_switch')
    .execute();
  await data.close();
  return new Set(rows.map((row) => (JSON.parse(row.data ?? '{}') as { toPath?: string }).toPath ?? ''));
}
