import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { describe, expect, it, onTestFinished } from 'vitest';
import { BELIEF } from '../support/journal-fixture.js';
import { memoryOf } from '../support/project-memory.js';
import { scratchFolder } from '../support/scratch-folder.js';
import { childEnvironment, LAUNCHER } from '../support/serve-session.js';

const WAIT = { timeout: 10_000, interval: 20 };
const TOOLS = [
  'start_ghap',
  'update_ghap',
  'resolve_ghap',
  'get_active_ghap',
  'adopt_ghap',
  'list_ghap_entries',
  'get_retrospective',
  'get_clusters',
  'get_cluster_members',
  'validate_value',
  'store_value',
  'list_values',
  'search_experiences',
];

describe('the journal behind the built server', () => {
  it('offers the thirteen tools, each with its limits in its schema', async () => {
    const { client } = await connect(newProject());
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(TOOLS));
    const start = tools.find(({ name }) => name === 'start_ghap');
    expect(start?.inputSchema.required).toEqual(['goal', 'hypothesis', 'action', 'prediction']);
    expect(start?.inputSchema.properties?.goal).toMatchObject({ type: 'string', minLength: 1, maxLength: 1000 });
    expect(JSON.stringify(start?.inputSchema.properties?.domain)).toContain('integration');
  });

  it('begins a session when a client has connected; what is open when it goes is an orphan of the next', async () => {
    const project = newProject();
    const { client, call } = await connect(project);
    const journal = path.join(project, '.claude', 'journal');
    await expect.poll(() => existsSync(path.join(journal, '.session_id')), WAIT).toBe(true);
    const done = await call('start_ghap', { ...BELIEF });
    await call('resolve_ghap', { status: 'confirmed', result: 'It did' });
    const ids = [];
    for (const goal of ['One', 'Two']) ids.push((await call('start_ghap', { ...BELIEF, goal })).id);
    await client.close();
    await expect.poll(() => archived(journal), WAIT).toMatchObject([{ id: done.id }]);
    await expect.poll(() => existsSync(path.join(journal, '.session_id')), WAIT).toBe(false);
    const next = await connect(project);
    expect(await next.call('get_active_ghap', {})).toMatchObject({ has_active: false, orphan: { id: ids[1] } });
    expect(await next.call('adopt_ghap', { id: ids[0], action: 'adopt' })).toMatchObject({
      id: ids[0],
      status: 'open',
    });
    expect(await next.call('resolve_ghap', { status: 'abandoned', result: 'no time' })).toMatchObject({ id: ids[0] });
    expect(await next.call('adopt_ghap', { id: ids[1], action: 'abandon' })).toMatchObject({ status: 'abandoned' });
    expect(await next.call('get_active_ghap', {})).toMatchObject({ has_active: false, orphan: null });
  });

  it('takes over at the next start what could not be stored before', async () => {
    const project = newProject();
    const data = path.join(memoryOf(project), 'experiences.db');
    mkdirSync(data);
    const first = await connect(project);
    const { id } = await first.call('start_ghap', { ...BELIEF });
    const resolved = await first.call('resolve_ghap', { status: 'confirmed', result: 'It ended' });
    expect(resolved).toMatchObject({ id, stored: false, warning: expect.stringContaining(String(id)) });
    expect(JSON.stringify(resolved)).not.toContain(project);
    await first.client.close();
    rmSync(data, { recursive: true });
    const second = await connect(project);
    const found = () => second.call('search_experiences', { query: BELIEF.goal });
    await expect.poll(found, WAIT).toMatchObject({ count: 1, results: [{ id, confidence_tier: 'silver' }] });
  });

  it('serves parallel calls of one client, each with its own answer', async () => {
    const { call } = await connect(newProject());
    await call('start_ghap', { ...BELIEF });
    const answers = await Promise.all([
      ...Array.from({ length: 5 }, (_, number) => call('update_ghap', { hypothesis: `Belief number ${number}` })),
      call('get_active_ghap', {}),
      call('list_ghap_entries', {}),
      call('list_values', {}),
      call('search_experiences', { query: 'anything' }),
    ]);
    expect(answers.filter((answer) => 'error' in answer)).toEqual([]);
    expect(await call('get_active_ghap', {})).toMatchObject({ iteration_count: 6 });
  });

  it('logs every call without its words', async () => {
    const project = newProject();
    const { call } = await connect(project);
    await call('start_ghap', { ...BELIEF });
    await call('start_ghap', { ...BELIEF, domain: 'cooking' });
    const log = readFileSync(path.join(memoryOf(project), 'witan.log'), 'utf8');
    expect(log).toMatch(/tool_called tool=start_ghap outcome=ok ms=\d+/);
    expect(log).toMatch(/tool_called tool=start_ghap outcome=validation_error ms=\d+/);
    expect(log).not.toContain(BELIEF.hypothesis);
  });
});

function newProject(): string {
  return scratchFolder('project');
}

async function connect(project: string) {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [LAUNCHER, 'serve'],
    cwd: project,
    env: { ...childEnvironment(), OLLAMA_HOST: 'http://127.0.0.1:1' },
    stderr: 'ignore',
  });
  const client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(transport);
  onTestFinished(() => client.close());
  return {
    client,
    call: async (name: string, input: Record<string, unknown>) =>
      (await client.callTool({ name, arguments: input })).structuredContent as Record<string, unknown>,
  };
}

function archived(journal: string): unknown[] {
  const folder = path.join(journal, 'archive');
  if (!existsSync(folder)) return [];
  const lines = readdirSync(folder).flatMap((name) => readFileSync(path.join(folder, name), 'utf8').trim().split('\n'));
  return lines.map((line): unknown => JSON.parse(line));
}
