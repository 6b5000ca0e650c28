import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createEmptyMachine, type EmptyMachine } from '../integration/cli-program.js';
import { openPage } from '../support/coach-fixture.js';
import { startCoach } from '../support/coach-program.js';
import { type Speak, startLoopbackApi } from '../support/loopback-api.js';
import { type Block, offersTools, speakBlocks } from '../support/loopback-messages-api.js';
import { keyOf } from '../support/pages-fixture.js';

const reason = whySkipped();
if (reason !== undefined) console.log(`skipped: Claude Code finds the coach: ${reason}`);

const START = 'mcp__witan__paige_start_session';

describe.skipIf(reason !== undefined)('Claude Code and a coach that starts later', { timeout: 180_000 }, () => {
  it('gets the tools of the coach during its conversation, and starts a session with them', async () => {
    const machine = createEmptyMachine();
    onTestFinished(() => machine.remove());
    expect((await machine.witan(['init'])).exitCode).toBe(0);
    const service = await startLoopbackApi(waitForTool(START, { goal: 'Cart loses items' }), {
      kind: 'answer',
      text: '',
    });
    onTestFinished(() => service.close());
    const conversation = runClaudeCode(machine, service.url);
    await expect.poll(() => service.requests.filter(offersTools).length, { timeout: 60_000 }).toBeGreaterThan(0);
    const coach = await startCoach({ machine });
    const page = await openPage({ url: coach.url, key: await keyOf(coach.address) });
    expect((await page.next('session:started')).payload.issueContext.title).toBe('Cart loses items');
    await conversation;
    const [first] = service.requests.filter(offersTools);
    expect(JSON.stringify(first?.body)).not.toContain(START);
  });
});

/** A model that waits until Claude Code offers the tool, and then uses it once. */
function waitForTool(name: string, input: object): Speak {
  let isUsed = false;
  return speakBlocks(({ body }) => {
    if (isUsed) return [{ type: 'text', text: 'done' }];
    isUsed = (body.tools as readonly { readonly name: string }[]).some((tool) => tool.name === name);
    return [isUsed ? use(name, input) : use('Bash', { command: 'sleep 0.2', description: 'Wait' })];
  });
}

function use(name: string, input: object): Block {
  return { type: 'tool_use', id: `toolu_${Math.random().toString(36).slice(2)}`, name, input };
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
