import { homedir } from 'node:os';
import { expect, it } from 'vitest';
import type { ToPage } from '../../../src/http/websocket/protocol.js';
import { type RunningCoach, runCoach } from '../../support/running-coach.js';
import { NEUTRAL, runHookProgram } from '../hooks/hook-program.js';

const HELLO = { version: '1', platform: 'test', windowSize: { width: 1, height: 1 } };

it('a test that keeps failing for an agent becomes a nudge, which survives a reload and reaches the next prompt once', async () => {
  const coach = await runCoach({ 'src/a.ts': 'a\n' });
  const page = await coach.openPage();
  page.send('connection:hello', HELLO);
  page.send('session:start', { goal: 'Fix the parser' });
  expect((await page.next('observer:status')).payload).toEqual({ active: true, muted: false, lastEvaluation: null });
  page.send('phase:create', { title: 'Read the parser' });
  await page.next('coaching:phase_update');
  page.send('phase:update', { phase: 1, status: 'active' });
  await page.next('coaching:phase_update');

  // A trigger during an evaluation is skipped, and the first one looks for a model.
  await stateWhen(coach, ({ observer }) => observer?.lastEvaluation !== null);
  const hook = (name: string, more: object) => {
    const event = { session_id: 's', cwd: coach.projectFolder, ...more };
    return runHookProgram(name, JSON.stringify(event), { environment: { HOME: homedir() } });
  };
  for (const content of ['b\n', 'c\n', 'd\n']) {
    page.send('buffer:update', { path: 'src/a.ts', content, cursorPosition: { line: 1, column: 1 } });
    await page.settled();
    const failed = { hook_event_name: 'PostToolUseFailure', error: 'Exit code 1\nTests: 1 failed, 1 total' };
    const run = { tool_name: 'Bash', tool_input: { command: 'npm test' }, tool_use_id: content };
    await hook('post-tool-use-failure', { ...run, ...failed });
  }
  const { nudge, observer } = await stateWhen(coach, (state) => state.nudge !== null);
  expect(observer).toMatchObject({ active: true, muted: false });
  expect(nudge).toMatchObject({ signal: 'test_failing', text: expect.stringContaining('`npm test` failed 3 times') });

  const prompt = { hook_event_name: 'UserPromptSubmit', prompt: 'help' };
  expect((await hook('user-prompt-submit', prompt)).stdout).toContain('The same test keeps failing');
  expect((await hook('user-prompt-submit', prompt)).stdout).not.toContain('The same test keeps failing');

  const other = await coach.openPage();
  page.send('nudge:dismiss', { nudgeId: nudge?.nudgeId ?? '', answer: 'helped' }, 'dismiss');
  expect(await page.next('observer:nudge_closed')).toMatchObject({
    id: 'dismiss',
    payload: { nudgeId: nudge?.nudgeId },
  });
  expect((await other.next('observer:nudge_closed')).payload).toEqual({ nudgeId: nudge?.nudgeId });
  page.send('observer:mute', { muted: true }, 'mute');
  await expect.poll(async () => (await page.next('observer:status')).payload.muted).toBe(true);
  page.send('session:end', {});
  expect((await other.next('session:ended')).payload.summary).toBeDefined();
  const rows = (await coach.actions()).map(({ actionType }) => actionType);
  expect(rows.filter((type) => type === 'nudge_sent' || type === 'observer_muted')).toEqual([
    'nudge_sent',
    'observer_muted',
  ]);
  expect(await hook('post-tool-use', { tool_name: 'Read', tool_input: {} })).toEqual(NEUTRAL);
});

it('4.3: notes a large change of a file at once, also if it is the first one', async () => {
  const coach = await runCoach({ 'src/a.ts': 'a\n' });
  const page = await coach.openPage();
  page.send('session:start', { goal: 'Fix the parser' });
  const content = 'b'.repeat(600);
  page.send('buffer:update', { path: 'src/a.ts', content, cursorPosition: { line: 1, column: 1 } });
  page.send('buffer:update', { path: 'src/new.ts', content, cursorPosition: { line: 1, column: 1 } });
  await page.settled();
  const noted = (await coach.actions()).filter(({ actionType }) => actionType === 'buffer_significant_change');
  expect(noted.map(({ data }) => data)).toEqual([
    { path: 'src/a.ts', previousCharCount: 2, newCharCount: 600, delta: 598 },
    { path: 'src/new.ts', previousCharCount: 0, newCharCount: 600, delta: 600 },
  ]);
});

type State = ToPage['connection:init']['state'];

/** What a page shows that is loaded again and again until it is so. */
async function stateWhen(coach: RunningCoach, isSo: (state: State) => boolean): Promise<State> {
  const page = await coach.openPage();
  for (;;) {
    page.send('connection:hello', HELLO);
    const { state } = (await page.next('connection:init')).payload;
    if (isSo(state)) return state;
  }
}
