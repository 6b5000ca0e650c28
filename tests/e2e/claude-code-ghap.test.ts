import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { createJournal } from '../../src/journal/index.js';
import { createEmptyMachine, type EmptyMachine } from '../integration/cli-program.js';
import { runClaudeCode, toolResultsIn, whyNoPrograms } from '../support/claude-code.js';
import { BELIEF } from '../support/journal-fixture.js';
import { type LoopbackApi, startLoopbackApi } from '../support/loopback-api.js';
import { speakTurns } from '../support/loopback-messages-api.js';

const reason = whyNoPrograms('claude');
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
    expect(await converse(machine, service.url)).toBe(0);

    const last = service.requests.findLast((request) => toolResultsIn(request).length === CALLS.length);
    const answers = toolResultsIn(last ?? { body: {} }).map((text) => JSON.parse(text) as Record<string, unknown>);
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

async function converse({ home, project }: EmptyMachine, url: string): Promise<number | null> {
  const allowed = [...new Set(CALLS.map(([tool]) => `mcp__witan__${tool}`))].join(',');
  const args = ['-p', 'Find the bug.', '--allowedTools', allowed];
  const { exitCode } = await runClaudeCode({ home, cwd: project, url, args, timeoutMs: 90_000 });
  return exitCode;
}
