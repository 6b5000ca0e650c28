import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { createJournal } from '../../src/journal/index.js';
import { createEmptyMachine, type EmptyMachine } from '../integration/cli-program.js';
import { BELIEF } from '../support/journal-fixture.js';
import { type LoopbackApi, startLoopbackApi } from '../support/loopback-api.js';
import { speakTurns } from '../support/loopback-messages-api.js';

const reason = whySkipped();
if (reason !== undefined) console.log(`skipped: Claude Code keeps a journal: ${reason}`);

const CALLS: readonly [string, object][] = [
  ['start_ghap', { ...BELIEF }],
  ['update_ghap', { hypothesis: 'Two consumers share the queue' }],
  [
    'resolve_ghap',
    {
      status: 'falsified',
      result: 'The job still hung',
      surprise: 'A second consumer kept the queue open',
      root_cause: { category: 'wrong-assumption', description: 'I thought there was one consumer' },
    },
  ],
  ['search_experiences', { query: 'a queue that is never closed' }],
  ['start_ghap', { ...BELIEF }],
];

describe.skipIf(reason !== undefined)('Claude Code', { timeout: 120_000 }, () => {
  const open: { machine?: EmptyMachine; service?: LoopbackApi } = {};
  afterEach(async () => {
    await open.service?.close();
    open.machine?.remove();
  });

  it('goes through a hypothesis, finds it again, and is warned of it at the next one', async () => {
    const machine = createEmptyMachine();
    open.machine = machine;
    expect((await machine.witan(['init'])).exitCode).toBe(0);
    const turns = CALLS.map(([tool, input], at) => [
      { type: 'tool_use' as const, id: `toolu_${at}`, name: `mcp__witan__${tool}`, input },
    ]);
    const service = await startLoopbackApi(speakTurns([...turns, [{ type: 'text', text: 'done' }]]), {
      kind: 'answer',
      text: '',
    });
    open.service = service;
    expect(await runClaudeCode(machine, service.url)).toBe(0);

    const last = service.requests.findLast(({ body }) => toolResults(body).length === CALLS.length);
    const answers = toolResults(last?.body ?? {}).map((text) => JSON.parse(text) as Record<string, unknown>);
    const [begun, updated, resolved, found, again] = answers;
    expect(begun).toMatchObject({ ...BELIEF, id: expect.stringMatching(/^ghap_/) });
    expect(updated).toMatchObject({ success: true, iteration_count: 2 });
    expect(resolved).toMatchObject({ id: begun?.id, status: 'falsified', confidence_tier: 'silver' });
    expect(found).toMatchObject({ count: 1, results: [{ ghap_id: begun?.id, outcome_status: 'falsified' }] });
    expect(again).toMatchObject({ premortem: { id: begun?.id, surprise: 'A second consumer kept the queue open' } });

    // Claude Code has gone: its session is archived, and the entry that it left open can be adopted.
    const folder = join(machine.project, '.claude', 'journal');
    const journal = createJournal({ folder, claudeSessionId: 'another-session' });
    expect((await journal.getAllResolved()).map(({ outcome }) => outcome.status)).toEqual(['falsified']);
    expect(readdirSync(join(folder, 'archive'))).toHaveLength(1);
    expect(await journal.getOrphans()).toMatchObject([{ entry: { id: again?.id } }]);
  });
});

function runClaudeCode({ home, project }: EmptyMachine, baseUrl: string): Promise<number | null> {
  const allowed = [...new Set(CALLS.map(([tool]) => `mcp__witan__${tool}`))].join(',');
  const args = ['-p', 'Find the bug.', '--allowedTools', allowed];
  return new Promise((resolve, reject) => {
    const child = spawn(pathOf('claude') ?? 'claude', args, {
      cwd: project,
      stdio: ['ignore', 'ignore', 'inherit'],
      timeout: 90_000,
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
    child.once('close', resolve);
  });
}

/** The texts of all tool results in a request. */
function toolResults(body: Readonly<Record<string, unknown>>): string[] {
  const messages = Array.isArray(body.messages) ? (body.messages as { content: unknown }[]) : [];
  const blocks = messages.flatMap(({ content }) =>
    Array.isArray(content) ? (content as Record<string, unknown>[]) : [],
  );
  return blocks.filter(({ type }) => type === 'tool_result').map(({ content }) => textOf(content));
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  return Array.isArray(content) ? (content as { text?: string }[]).map(({ text = '' }) => text).join('') : '';
}

function whySkipped(): string | undefined {
  if (process.env.WITAN_E2E !== '1') return 'set WITAN_E2E=1 to run it';
  return pathOf('claude') === undefined ? 'claude not found' : undefined;
}

function pathOf(command: string): string | undefined {
  const folders = (process.env.WITAN_E2E_BIN ?? process.env.PATH ?? '').split(delimiter);
  return folders.map((folder) => join(folder, command)).find((file) => existsSync(file));
}
