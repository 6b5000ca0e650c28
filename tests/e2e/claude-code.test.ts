import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { createEmptyMachine, type EmptyMachine } from '../integration/cli-program.js';
import { runClaudeCode, toolResultsIn, whyNoPrograms } from '../support/claude-code.js';
import { type LoopbackApi, startLoopbackApi } from '../support/loopback-api.js';
import { speakGemini } from '../support/loopback-gemini-api.js';
import { speakMessages, speakTurns } from '../support/loopback-messages-api.js';
import { speakResponses } from '../support/loopback-responses-api.js';
import { THOROUGH_CONFIG, THOROUGH_PANEL, writeNotes } from '../support/thorough-panel.js';

const question = 'Should our job queue use PostgreSQL or SQLite?';
const reason = whyNoPrograms('claude', 'codex', 'gemini');
if (reason !== undefined) console.log(`skipped: real programs around the built one: ${reason}`);

describe.skipIf(reason !== undefined)('the built program among real ones', { timeout: 120_000 }, () => {
  const open: { machine?: EmptyMachine; services: LoopbackApi[] } = { services: [] };
  afterEach(async () => {
    await Promise.all(open.services.splice(0).map((service) => service.close()));
    open.machine?.remove();
  });

  it('is registered by init, called by Claude Code, and its verdict reaches the model', async () => {
    const machine = createEmptyMachine();
    open.machine = machine;
    expect((await machine.witan(['init'])).exitCode).toBe(0);
    const participants = ['steward', 'skeptic', 'builder'].map((model) => ({ cli: 'demo', model }));
    const input = { question, participants };
    const service = await startLoopbackApi(
      speakTurns([
        [{ type: 'tool_use', id: 'toolu_1', name: 'mcp__witan__deliberate', input }],
        [{ type: 'text', text: 'done' }],
      ]),
      { kind: 'answer', text: '' },
    );
    open.services.push(service);
    await askCouncil(machine, service.url);

    const results = service.requests.flatMap(toolResultsIn);
    expect(results).toHaveLength(1);
    expect(JSON.parse(results[0] ?? '')).toMatchObject({
      status: 'complete',
      voting_result: { winning_option: 'PostgreSQL' },
      convergence_info: { status: 'unanimous_consensus' },
    });
    expect(JSON.stringify(service.requests)).toContain('mcp__witan__list_models');
    const written = readdirSync(join(machine.home, '.config', 'witan', 'demo', 'transcripts'));
    expect(written.filter((name) => name !== '.gitignore')).toHaveLength(2);
  });

  it('shows Claude Code the verdict of four participants in three rounds whole, not cut and not in a file', async () => {
    const machine = createEmptyMachine();
    open.machine = machine;
    writeFileSync(join(machine.home, '.config', 'witan', 'config.yaml'), THOROUGH_CONFIG);
    writeNotes(machine.project);
    expect((await machine.witan(['init'])).exitCode).toBe(0);
    const input = { question, participants: THOROUGH_PANEL, rounds: 3 };
    const service = await startLoopbackApi(
      speakTurns([
        [{ type: 'tool_use', id: 'toolu_1', name: 'mcp__witan__deliberate', input }],
        [{ type: 'text', text: 'done' }],
      ]),
      { kind: 'answer', text: '' },
    );
    open.services.push(service);
    await askCouncil(machine, service.url);

    const [shown = ''] = service.requests.flatMap(toolResultsIn);
    expect(Buffer.byteLength(shown)).toBeLessThan(8_000);
    expect(shown).toMatch(/^\{"verdict":"PostgreSQL: majority 3 : 1, 4 of 4 voted/);
    expect(JSON.parse(shown)).toMatchObject({
      status: 'complete',
      rounds_completed: 3,
      tool_executions: { total: 60 },
      summary: {
        final_recommendation:
          'Move the queue to PostgreSQL, keep its jobs small, and measure the load again after a month.',
      },
      next_step: expect.stringContaining('record_outcome'),
    });
  });

  it('seats the real claude, codex and gemini with no configuration but their addresses', async () => {
    const machine = createEmptyMachine();
    open.machine = machine;
    const text = 'PostgreSQL.\n\nVOTE: {"option": "PostgreSQL", "confidence": 0.9, "rationale": "many writers"}';
    const [claude, codex, gemini] = await Promise.all(
      [speakMessages, speakResponses, speakGemini].map((speak) => startLoopbackApi(speak, { kind: 'answer', text })),
    );
    if (claude === undefined || codex === undefined || gemini === undefined) throw new Error('no service');
    open.services.push(claude, codex, gemini);
    pointCodexAndGemini(machine.home, codex.url);
    const run = await machine.witan(['deliberate', '--json', question], {
      environment: {
        PATH: `${binFolders().join(delimiter)}${delimiter}${process.env.PATH ?? ''}`,
        ANTHROPIC_BASE_URL: claude.url,
        CLAUDE_CODE_OAUTH_TOKEN: 'loopback',
        CODEX_API_KEY: 'loopback',
        GEMINI_API_KEY: 'loopback',
        GOOGLE_GEMINI_BASE_URL: gemini.url,
      },
    });
    expect(JSON.parse(run.stdout)).toMatchObject({
      status: 'complete',
      participants: [
        expect.stringMatching(/@claude$/),
        expect.stringMatching(/@codex$/),
        expect.stringMatching(/@gemini$/),
      ],
      integrity: { same_family_panel: false },
      voting_result: { winning_option: 'PostgreSQL', final_tally: { PostgreSQL: 3 } },
    });
  });
});

function pointCodexAndGemini(home: string, codexUrl: string): void {
  mkdirSync(join(home, '.gemini'));
  const settings = { security: { auth: { selectedType: 'gemini-api-key' } } };
  writeFileSync(join(home, '.gemini', 'settings.json'), JSON.stringify(settings));
  mkdirSync(join(home, '.codex'));
  writeFileSync(
    join(home, '.codex', 'config.toml'),
    `model_provider = "loopback"\n[model_providers.loopback]\nname = "loopback"\nbase_url = "${codexUrl}/v1"\nenv_key = "CODEX_API_KEY"\nwire_api = "responses"\n`,
  );
}

async function askCouncil({ home, project }: EmptyMachine, url: string): Promise<void> {
  const allowed = 'mcp__witan__deliberate,mcp__witan__list_models';
  const args = ['-p', 'Ask the council.', '--allowedTools', allowed];
  await runClaudeCode({ home, cwd: project, url, args, timeoutMs: 90_000 });
}

function binFolders(): string[] {
  return (process.env.WITAN_E2E_BIN ?? process.env.PATH ?? '').split(delimiter);
}
