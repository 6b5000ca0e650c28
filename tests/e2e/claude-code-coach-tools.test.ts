import { spawn } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createEmptyMachine, type EmptyMachine } from '../integration/cli-program.js';
import { openPage } from '../support/coach-fixture.js';
import { startCoach } from '../support/coach-program.js';
import { type ApiRequest, startLoopbackApi } from '../support/loopback-api.js';
import { type Block, speakTurns } from '../support/loopback-messages-api.js';
import { keyOf } from '../support/pages-fixture.js';

const reason = whySkipped();
if (reason !== undefined) console.log(`skipped: Claude Code finds the coach: ${reason}`);

const START = 'mcp__witan__paige_start_session';

describe.skipIf(reason !== undefined)('Claude Code and a coach that starts later', { timeout: 180_000 }, () => {
  it('gets the tools of the coach during its conversation, and starts a session with them', async () => {
    const machine = createEmptyMachine();
    onTestFinished(() => machine.remove());
    expect((await machine.witan(['init'])).exitCode).toBe(0);
    const file = join(machine.project, 'go');
    const wait = { command: `until [ -f ${file} ]; do sleep 0.2; done`, description: 'Wait' };
    const service = await startLoopbackApi(
      speakTurns([[use('Bash', wait)], [use(START, { goal: 'Cart loses items' })], [{ type: 'text', text: 'done' }]]),
      { kind: 'answer', text: '' },
    );
    onTestFinished(() => service.close());
    const conversation = runClaudeCode(machine, service.url);
    await expect.poll(() => service.requests.filter(offersTools).length, { timeout: 60_000 }).toBe(1);
    const coach = await startCoach({ machine });
    const page = await openPage({ url: coach.url, key: await keyOf(coach.address) });
    writeFileSync(file, '');
    expect((await page.next('session:started')).payload.issueContext.title).toBe('Cart loses items');
    await conversation;
    const [before, after] = service.requests.filter(offersTools).map((request) => JSON.stringify(request.body));
    expect(before).not.toContain(START);
    expect(after).toContain(START);
  });
});

function use(name: string, input: object): Block {
  return { type: 'tool_use', id: `toolu_${Math.random().toString(36).slice(2)}`, name, input };
}

function offersTools({ body }: ApiRequest): boolean {
  return Array.isArray(body.tools) && body.tools.length > 0;
}

function runClaudeCode({ home, project }: EmptyMachine, baseUrl: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(pathOf('claude') ?? 'claude', ['-p', 'Coach me.', '--allowedTools', `Bash,${START}`], {
      cwd: project,
      stdio: ['ignore', 'ignore', 'inherit'],
      timeout: 150_000,
      killSignal: 'SIGKILL',
      env: {
        PATH: process.env.PATH,
        HOME: home,
        ANTHROPIC_BASE_URL: baseUrl,
        ANTHROPIC_API_KEY: 'sk-ant-loopback',
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      },
    });
    child.once('error', reject);
    child.once('close', () => resolve());
  });
}

function whySkipped(): string | undefined {
  if (process.env.WITAN_E2E !== '1') return 'set WITAN_E2E=1 to run it';
  return pathOf('claude') === undefined ? 'claude not found' : undefined;
}

function pathOf(command: string): string | undefined {
  const folders = (process.env.WITAN_E2E_BIN ?? process.env.PATH ?? '').split(delimiter);
  return folders.map((folder) => join(folder, command)).find((file) => existsSync(file));
}
