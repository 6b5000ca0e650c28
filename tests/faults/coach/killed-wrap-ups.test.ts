import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { openCoachingData, openMemory } from '../../../src/coaching/index.js';
import { createEmptyMachine, type EmptyMachine } from '../../integration/cli-program.js';
import { type AnthropicServer, anthropicServer } from '../../support/anthropic-server.js';
import { openPage, type PageSocket } from '../../support/coach-fixture.js';
import { startCoach } from '../../support/coach-program.js';
import { keyOf } from '../../support/pages-fixture.js';
import { reportCases } from '../../support/report-cases.js';
import { numbersFrom, seedOr } from '../../support/seed.js';
import { answerWrapUps, WRAP_UP_CALLS } from '../../support/wrapped-up-session.js';

// More: WITAN_KILLS=50.
const KILLS = Number(process.env.WITAN_KILLS ?? 4);
const random = numbersFrom(seedOr(20_261_118));
const HELLO = { version: '1', platform: 'test', windowSize: { width: 1, height: 1 } };
const ANSWER_MS = 15;
/** The kill comes at any time of a call, or of what follows it. */
const MAX_DELAY_MS = 60;

it(`continues the wrap-up after each of ${KILLS} kills, pays no received answer twice and doubles nothing`, {
  timeout: 60_000 + KILLS * 20_000,
}, async () => {
  const machine = createEmptyMachine();
  const server = await anthropicServer();
  answerWrapUps(server);
  server.delayMs = ANSWER_MS;
  const environment = { ANTHROPIC_API_KEY: 'sk-loopback', ANTHROPIC_BASE_URL: server.url };
  for (let kill = 0; kill <= KILLS; kill++) {
    const coach = await startCoach({ machine, environment });
    const page = await openPage({ url: coach.url, key: await keyOf(coach.address) });
    await finishLast(page);
    if (kill === KILLS) break;
    await workOn(page, `goal ${kill}`);
    await killDuringWrapUp({ page, server, end: () => coach.end('SIGKILL') });
  }
  await expectAllOnce(machine, server);
  reportCases(KILLS);
});

/** Waits for the wrap-up that the kill interrupted; ends a session again whose end was not stored. */
async function finishLast(page: PageSocket): Promise<void> {
  page.send('connection:hello', HELLO);
  const { state } = (await page.next('connection:init')).payload;
  const [unfinished] = state.unfinished;
  if (unfinished !== undefined) page.send('session:end', { sessionId: unfinished.id });
  const isRunning = state.lastSummary != null && state.lastSummary.completed === null;
  if (unfinished !== undefined || isRunning) await page.next('session:completed');
}

async function workOn(page: PageSocket, goal: string): Promise<void> {
  page.send('session:start', { goal });
  await page.next('session:started');
  // Its calls would use up those of the day.
  page.send('observer:mute', { muted: true });
  page.send('phase:create', { title: 'Read the cart' });
  page.send('phase:update', { phase: 1, status: 'complete' });
  await page.settled();
}

interface Victim {
  readonly page: PageSocket;
  readonly server: AnthropicServer;
  readonly end: () => Promise<unknown>;
}

/** Some time after one of its calls, or after it was asked for. */
async function killDuringWrapUp({ page, server, end }: Victim): Promise<void> {
  const calls = Math.floor(random() * (WRAP_UP_CALLS.length + 1));
  const before = server.calls.length;
  page.send('session:end', {});
  await expect.poll(() => server.calls.length, { interval: 1 }).toBeGreaterThanOrEqual(before + calls);
  await wait(random() * MAX_DELAY_MS);
  await end();
}

async function expectAllOnce({ home }: EmptyMachine, server: AnthropicServer): Promise<void> {
  const folder = path.join(home, '.local/share/witan/coach');
  const data = await openCoachingData({ folder });
  const memory = await openMemory({ folder, embedding: async () => undefined, redact: async (text) => text });
  const sessions = await data.store.sessions.list();
  expect(sessions.map(({ status }) => status)).toEqual(Array.from({ length: KILLS }, () => 'completed'));
  expect((await data.store.gaps.list()).map(({ frequency }) => frequency)).toEqual([KILLS, KILLS]);
  expect(await data.store.katas.list()).toHaveLength(1);
  const [skill] = await data.store.assessments.list();
  expect(skill?.history).toHaveLength(Math.min(KILLS, 20));
  expect(await memory.exportMemories()).toHaveLength(2 * KILLS);
  for (const { id } of sessions) {
    expect(await data.actionLog.recent(id, { types: ['session_ended'] })).toHaveLength(1);
  }
  const all = await data.database.queries.selectFrom('api_call_log').selectAll().execute();
  // The observer asks during a session, and may be stopped by its end.
  const rows = all.filter(({ call_type }) => isOfWrapUp(call_type));
  // A row without a latency is a call whose answer no program has received.
  const received = rows.filter(({ latency_ms }) => latency_ms !== null);
  const names = received.map(({ session_id, call_type }) => `${session_id} ${call_type}`);
  expect(names.toSorted()).toEqual(
    sessions.flatMap(({ id }) => WRAP_UP_CALLS.map((type) => `${id} ${type}`)).toSorted(),
  );
  const billed = server.calls
    .filter(({ callType }) => isOfWrapUp(callType))
    .map(({ callType, reported }) => `${callType} ${reported?.input} ${reported?.output}`);
  const booked = received.map(
    ({ call_type, input_tokens, output_tokens }) => `${call_type} ${input_tokens} ${output_tokens}`,
  );
  expect(booked.filter((row) => !billed.includes(row))).toEqual([]);
  expect(billed.length).toBeLessThanOrEqual(rows.length);
  await Promise.all([data.close(), memory.close()]);
}

function isOfWrapUp(callType: string): boolean {
  return (WRAP_UP_CALLS as readonly string[]).includes(callType);
}
