import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { startLoopbackModelServer } from '../../support/loopback-model-server.js';
import { runCoach } from '../../support/running-coach.js';

const HELLO = { version: '1', platform: 'test', windowSize: { width: 1, height: 1 } };
const OTHERS = ['claude', 'codex', 'droid', 'gemini', 'llamacpp', 'ollama', 'lmstudio'];
const OUTPUT_TOKENS = 8_000;
/** Of Claude Sonnet 5.5. */
const ANSWER_USD = (1_000 * 2 + OUTPUT_TOKENS * 10) / 1_000_000;

/** Asks the council of a coach whose only models are those of an API on this machine, which answers at length. */
async function askCouncil(dailyCapUsd: number) {
  const server = await startLoopbackModelServer();
  onTestFinished(() => server.close());
  server.respond(() => ({
    body: {
      content: [{ type: 'text', text: 'Files are enough.\nVOTE: {"option": "files", "confidence": 0.6}' }],
      ...{ stop_reason: 'end_turn', usage: { input_tokens: 1_000, output_tokens: OUTPUT_TOKENS } },
    },
  }));
  vi.stubEnv('ANTHROPIC_API_KEY', 'sk-loopback');
  vi.stubEnv('ANTHROPIC_BASE_URL', server.url);
  const folder = path.join(process.env.XDG_CONFIG_HOME ?? '', 'witan');
  mkdirSync(folder, { recursive: true });
  const adapters = OTHERS.map((name) => `  ${name}: { enabled: false }\n`).join('');
  writeFileSync(
    path.join(folder, 'config.yaml'),
    `adapters:\n${adapters}coaching: { daily_cap_usd: ${dailyCapUsd} }\nsemantics: { embedding: none }\n`,
  );
  const coach = await runCoach({ 'a.ts': 'a\n' });
  const page = await coach.openPage();
  page.send('connection:hello', HELLO);
  page.send('session:start', { goal: 'Store the cart' });
  await page.next('session:started');
  page.send('council:ask', { question: 'SQLite or files?' });
  for (;;) {
    const { payload } = await page.next('council:answer');
    if (payload.status !== 'running') return { payload, usd: server.asked.length * ANSWER_USD };
  }
}

it('A question to the council whose first round costs more than is left of the day is not asked.', async () => {
  const { payload, usd } = await askCouncil(0.05);
  expect(payload).toMatchObject({ status: 'failed', text: expect.stringContaining('does not pay for one round') });
  expect(usd).toBe(0);
});

it('A question to the council spends at most what is left of the day, and one call.', async () => {
  const cap = 0.5;
  const { payload, usd } = await askCouncil(cap);
  expect(payload.status).toBe('done');
  expect(usd).toBeGreaterThan(0);
  // Half of the day is kept for the wrap-up.
  expect(usd).toBeLessThanOrEqual(cap / 2 + ANSWER_USD);
});
