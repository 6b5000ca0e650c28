import { median, rounded } from '../median.mjs';
import { connectAgent, openPage, withCoach, withMachine } from './coach-machine.mjs';
import { startSlowApi } from './slow-api.mjs';

const PLANS = 20;
const ANSWER_MS = 200;
const HELLO = { version: '1', platform: 'bench', windowSize: { width: 1280, height: 900 } };

/** From the plan of an agent to its phases on the page, without the time that the model takes. */
export async function measurePipeline() {
  const api = await startSlowApi({ answer: PLAN, answerMs: ANSWER_MS });
  try {
    const times = await withMachine({ 'src/cart.ts': 'one\n'.repeat(200) }, (machine) =>
      withCoach({ ...machine, env: { ...machine.env, ANTHROPIC_BASE_URL: api.url } }, (coach) => timePlans(coach, api)),
    );
    const note = `largest ${rounded(Math.max(...times), 1)} ms of ${times.length}, with answers of ${ANSWER_MS} ms`;
    return [{ name: 'coach, plan over its calls', value: rounded(median(times), 1), unit: 'ms', target: 60, note }];
  } finally {
    await api.close();
  }
}

async function timePlans(coach, api) {
  const page = await openPage(coach);
  page.send('connection:hello', HELLO);
  await page.next('connection:init');
  page.send('session:start', { goal: 'measure' });
  await page.next('session:started');
  const call = await connectAgent(coach);
  const times = [];
  for (let plan = -2; plan < PLANS; plan++) {
    const [started, asked] = [performance.now(), api.calls()];
    const shown = page.next('coaching:plan_ready');
    await call('paige_run_coaching_pipeline', {
      planText: `1. Read src/cart.ts (${plan})`,
      issueSummary: 'Lost',
    });
    await shown;
    if (plan >= 0) times.push(performance.now() - started - (api.calls() - asked) * ANSWER_MS);
  }
  return times;
}

const phase = (number) => ({
  number,
  title: `Phase ${number}`,
  description: 'Read it.',
  expected_files: ['src/cart.ts'],
  hint_level: 'line',
  hints: {
    file_hints: [{ path: 'src/cart.ts', style: 'important' }],
    line_hints: [{ path: 'src/cart.ts', start: 3, end: 9, style: 'focus', hover_text: 'Why?' }],
  },
  knowledge_gap_opportunities: [],
});

const PLAN = { phases: [1, 2, 3, 4, 5].map(phase), memory_connection: null, estimated_difficulty: 'beginner' };
