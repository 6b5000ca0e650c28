import { describe, expect, it, onTestFinished } from 'vitest';
import { createEmptyMachine } from '../integration/cli-program.js';
import { runClaudeCode, whyNoPrograms } from '../support/claude-code.js';
import { openPage } from '../support/coach-fixture.js';
import { startCoach } from '../support/coach-program.js';
import { type Speak, startLoopbackApi } from '../support/loopback-api.js';
import { type Block, offersTools, speakBlocks } from '../support/loopback-messages-api.js';
import { keyOf } from '../support/pages-fixture.js';

const reason = whyNoPrograms('claude');
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
    const conversation = runClaudeCode({
      home: machine.home,
      cwd: machine.project,
      url: service.url,
      args: ['-p', 'Coach me.', '--allowedTools', `Bash,${START}`],
      timeoutMs: 150_000,
    });
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
