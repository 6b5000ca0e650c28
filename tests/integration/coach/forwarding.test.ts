import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { ToolListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openPage } from '../../support/coach-fixture.js';
import { startCoach } from '../../support/coach-program.js';
import { keyOf } from '../../support/pages-fixture.js';
import { createEmptyMachine, type EmptyMachine, WITAN } from '../cli-program.js';

describe('witan serve and the tools of the coach', { timeout: 60_000 }, () => {
  it('lists them while a coach runs for the project, and tells the client of every change', async () => {
    const machine = createEmptyMachine();
    const agent = await connectAgent(machine);
    expect(await agent.coachTools()).toEqual([]);
    const coach = await startCoach({ machine });
    await agent.listChanged();
    expect(await agent.coachTools()).toHaveLength(15);
    expect(await agent.coachTools()).toContain('paige_start_session');
    await coach.end('SIGTERM');
    await agent.listChanged();
    expect(await agent.coachTools()).toEqual([]);
  });

  it('notices a coach that is killed', async () => {
    const machine = createEmptyMachine();
    const coach = await startCoach({ machine });
    const agent = await connectAgent(machine);
    expect(await agent.coachTools()).not.toEqual([]);
    await coach.end('SIGKILL');
    await agent.listChanged();
    expect(await agent.coachTools()).toEqual([]);
  });

  it('passes calls, results and errors on, also in a subfolder of the project', async () => {
    const { machine, page } = await coached();
    const cwd = path.join(machine.project, 'src');
    mkdirSync(cwd);
    const agent = await connectAgent(machine, cwd);
    await expect(agent.call('paige_get_session_state')).rejects.toMatchObject({ type: 'conflict', code: 'NO_SESSION' });
    await expect(agent.call('paige_get_buffer', { path: 5 })).rejects.toMatchObject({ type: 'validation_error' });
    expect(await agent.call('paige_start_session', { goal: 'Cart loses items' })).toMatchObject({ success: true });
    expect((await page.next('session:started')).payload.issueContext.title).toBe('Cart loses items');
    expect(await agent.call('paige_get_buffer', { path: 'cart.ts' })).toBeNull();
    await agent.call('paige_show_message', { message: 'Begin with the cart.', type: 'hint' });
    expect((await page.next('coaching:message')).payload.message).toBe('Begin with the cart.');
  });

  it('serves two agents at once, each with a session of its own that ends with it', async () => {
    const { machine, page } = await coached();
    const agents = [await connectAgent(machine), await connectAgent(machine)] as const;
    await agents[0].call('paige_start_session', { goal: 'Cart loses items' });
    const calls = Array.from({ length: 20 }, (_, index) =>
      agents[index % 2 === 0 ? 0 : 1].call('paige_highlight_lines', {
        path: 'cart.ts',
        start: index + 1,
        end: index + 1,
        style: 'hint',
      }),
    );
    await Promise.all(calls);
    const lines = await Promise.all(calls.map(async () => (await page.next('editor:highlight_lines')).payload.start));
    expect(lines.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
    await agents[0].close();
    await agents[1].close();
    let left: number;
    do left = (await page.next('coach:status')).payload.agents;
    while (left !== 0);
  });

  it('answers with one clear error after kill -9, and works again with the next coach', async () => {
    const { machine, coach } = await coached();
    const agent = await connectAgent(machine);
    await agent.call('paige_get_open_files');
    await coach.end('SIGKILL');
    await expect(agent.call('paige_get_open_files')).rejects.toEqual({
      type: 'conflict',
      message: 'no coach runs for this project: ask the person to run `witan coach`',
    });
    await startCoach({ machine });
    expect(await agent.call('paige_get_open_files')).toEqual({ files: [] });
  });

  it('works with the next coach although no call failed in between', async () => {
    const { machine, coach } = await coached();
    const agent = await connectAgent(machine);
    await agent.call('paige_get_open_files');
    await coach.end('SIGTERM');
    await startCoach({ machine });
    expect(await agent.call('paige_get_open_files')).toEqual({ files: [] });
  });
});

async function coached() {
  const machine = createEmptyMachine();
  writeFileSync(path.join(machine.project, 'cart.ts'), 'old\n'.repeat(30));
  const coach = await startCoach({ machine });
  return { machine, coach, page: await openPage({ url: coach.url, key: await keyOf(coach.address) }) };
}

/** The built `witan serve` with a real client. */
async function connectAgent({ home, project }: Pick<EmptyMachine, 'home' | 'project'>, cwd = project) {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [WITAN, 'serve'],
    cwd,
    env: { HOME: home, PATH: process.env.PATH ?? '' },
    stderr: 'inherit',
  });
  const client = new Client({ name: 'test', version: '1' });
  const changes: (() => void)[] = [];
  let unseen = 0;
  client.setNotificationHandler(ToolListChangedNotificationSchema, () => {
    unseen++;
    for (const change of changes.splice(0)) change();
  });
  await client.connect(transport);
  onTestFinished(() => client.close());
  return {
    close: () => client.close(),
    async coachTools() {
      const { tools } = await client.listTools();
      return tools.map(({ name }) => name).filter((name) => name.startsWith('paige_'));
    },
    /** Resolves when the client was notified, once for each notification. */
    async listChanged() {
      while (unseen === 0) await new Promise<void>((resolve) => changes.push(resolve));
      unseen--;
    },
    async call(name: string, given: Readonly<Record<string, unknown>> = {}): Promise<unknown> {
      const answer = await client.callTool({ name, arguments: given });
      const [text] = answer.content as readonly { readonly text: string }[];
      const value = JSON.parse(text?.text ?? '') as { readonly error?: unknown } | null;
      if (answer.isError === true) throw value?.error;
      return value;
    },
  };
}
