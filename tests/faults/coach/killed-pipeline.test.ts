import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { openCoachingData } from '../../../src/coaching/index.js';
import { createEmptyMachine, type EmptyMachine } from '../../integration/cli-program.js';
import { type AnthropicServer, anthropicServer } from '../../support/anthropic-server.js';
import { openPage } from '../../support/coach-fixture.js';
import { startCoach } from '../../support/coach-program.js';
import { rememberOnMachine } from '../../support/memory-fixture.js';
import { keyOf } from '../../support/pages-fixture.js';
import { COACH_ANSWER, FILTER_ANSWER, REQUEST } from '../../support/pipeline-fixture.js';
import { reportCases } from '../../support/report-cases.js';
import { connectAgent } from '../../support/running-coach.js';
import { numbersFrom, seedOr } from '../../support/seed.js';

// More: WITAN_KILLS=100.
const KILLS = Number(process.env.WITAN_KILLS ?? 4);
const random = numbersFrom(seedOr(20_261_119));
const HELLO = { version: '1', platform: 'test', windowSize: { width: 1, height: 1 } };
/** Of both calls together; the kill comes at any time of a run and shortly after it. */
const MAX_DELAY_MS = 260;
const ANSWER_MS = 60;
const PIPELINE = 'paige_run_coaching_pipeline';

it(`continues the pipeline over ${KILLS} kills: no answer is paid twice, and each request becomes one plan`, {
  timeout: 60_000 + KILLS * 20_000,
}, async () => {
  const machine = createEmptyMachine();
  const server = await anthropicServer();
  server.answer('coach_agent', COACH_ANSWER);
  server.answer('memory_retrieval_filter', FILTER_ANSWER);
  server.delayMs = ANSWER_MS;
  await rememberOnMachine(machine, 'The cart lost items before.');
  const run: Run = { machine, server };
  for (let kill = 0; kill <= KILLS; kill++) {
    const { coach, agent } = await start(run);
    // The agent asks again, as it does when a call was cut off.
    if (kill > 0) await agent.call(PIPELINE, requestOf(kill - 1));
    if (kill < KILLS) void agent.call(PIPELINE, requestOf(kill)).catch(() => undefined);
    await wait(random() * MAX_DELAY_MS);
    await coach.end('SIGKILL');
  }
  await expectOnePlanEach(run);
  reportCases(KILLS);
});

interface Run {
  readonly machine: EmptyMachine;
  readonly server: AnthropicServer;
}

async function start(run: Run) {
  const environment = { ANTHROPIC_API_KEY: 'sk-loopback', ANTHROPIC_BASE_URL: run.server.url };
  const coach = await startCoach({ machine: run.machine, environment });
  const key = await keyOf(coach.address);
  const page = await openPage({ url: coach.url, key });
  page.send('connection:hello', HELLO);
  const [unfinished] = (await page.next('connection:init')).payload.state.unfinished;
  if (unfinished === undefined) page.send('session:start', { goal: 'lose nothing' });
  else page.send('session:resume', { sessionId: unfinished.id });
  await page.next(unfinished === undefined ? 'session:started' : 'session:resumed');
  const agent = await connectAgent({ url: coach.url, key }, { isListening: false });
  return { coach, agent };
}

function requestOf(kill: number): typeof REQUEST {
  return { ...REQUEST, planText: `${REQUEST.planText}\nRequest ${kill}\n` };
}

async function expectOnePlanEach({ machine, server }: Run): Promise<void> {
  const data = await openCoachingData({ folder: dataFolder(machine) });
  try {
    const { queries } = data.database;
    const plans = await queries.selectFrom('plans').selectAll().execute();
    const phases = await queries.selectFrom('phases').selectAll().execute();
    const hints = await queries.selectFrom('phase_hints').selectAll().execute();
    const [session] = await data.store.sessions.list();
    const logged = await data.actionLog.recent(session?.id ?? '', { types: ['coaching_pipeline'], limit: 10_000 });
    expect(plans).toHaveLength(KILLS);
    expect(new Set(plans.map(({ raw_plan_text }) => raw_plan_text)).size).toBe(KILLS);
    expect([phases.length, hints.length]).toEqual([plans.length * 3, plans.length * 3]);
    expect(new Set(logged.map((action) => 'planId' in action.data && action.data.planId)).size).toBe(plans.length);
    expect(logged).toHaveLength(plans.length);
    const rows = await queries.selectFrom('api_call_log').selectAll().execute();
    for (const callType of ['memory_retrieval_filter', 'coach_agent'] as const) {
      const settled = rows.filter((row) => row.call_type === callType && row.latency_ms !== null);
      expect(settled.length).toBe(plans.length);
      // A call that a kill cut off is asked again, also if the kill came before the server got it.
      const unsettled = rows.filter((row) => row.call_type === callType && row.latency_ms === null);
      expect(unsettled.length).toBeLessThanOrEqual(KILLS);
      expect(server.callsOf(callType).length).toBeLessThanOrEqual(settled.length + unsettled.length);
      const billed = server.callsOf(callType).map(({ reported }) => reported?.input);
      for (const row of settled) expect(billed).toContain(row.input_tokens);
    }
  } finally {
    await data.close();
  }
}

function dataFolder({ home }: EmptyMachine): string {
  return path.join(home, '.local', 'share', 'witan', 'coach');
}
