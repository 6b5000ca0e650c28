import { describe, expect, it, onTestFinished } from 'vitest';
import { createEmptyMachine, type EmptyMachine } from '../integration/cli-program.js';
import { type AnthropicServer, anthropicServer } from '../support/anthropic-server.js';
import { runClaudeCode, toolResultsOf, whyNoPrograms } from '../support/claude-code.js';
import { type CoachedProject, editorOf, openCoachedProject, panelOf, save, typeAtEnd } from '../support/coach-page.js';
import { findChromium } from '../support/find-chromium.js';
import { type ApiRequest, startLoopbackApi } from '../support/loopback-api.js';
import { type Block, speakTurns } from '../support/loopback-messages-api.js';
import { COACH_ANSWER, REQUEST } from '../support/pipeline-fixture.js';
import { answerWrapUps, LEARNED } from '../support/wrapped-up-session.js';

const reason = whyNoPrograms('claude') ?? (findChromium() === undefined ? 'Chromium not found' : undefined);
if (reason !== undefined) console.log(`skipped: Claude Code and a coach that remembers: ${reason}`);

const [MEMORY] = LEARNED.memory_summarisation.memories;
const CONNECTION = 'Similar to the closures in the cart from your last session.';
const TYPED = 'export const total = 3;';

describe.skipIf(reason !== undefined)('Claude Code and a coach that remembers', { timeout: 300_000 }, () => {
  it('turns a plan into phases, ends with a summary, and uses what was learned in the next session', async () => {
    const { machine, server, project } = await openMachine();
    const { page } = project;
    const summary = panelOf(page).getByRole('region', { name: 'Looking back' });

    await converse(machine, 'Coach me.', handOver('Cart loses items'));
    await panelOf(page).getByRole('progressbar', { name: '0 of 3 phases done' }).waitFor();
    await panelOf(page).getByText('1. Read the cart').waitFor();
    expect(await panelOf(page).getByText('Remembered:').count()).toBe(0);
    await workOnFirstPhase(project);

    const requests = await converse(machine, '/coach-wrap-up', [
      use('paige_get_session_state', {}),
      use('paige_get_buffer', { path: 'src/cart.ts' }),
      use('paige_end_session', { sessionTranscript: 'The person found the closure.' }),
    ]);
    expect(JSON.stringify(requests)).toContain('Wrap up the coaching session.');
    expect(toolResultsOf(requests)[1]).toContain(TYPED);
    expect(toolResultsOf(requests)[2]).toContain('completed');
    for (const { content } of LEARNED.memory_summarisation.memories) await summary.getByText(content).waitFor();
    await summary.getByText('React state management: competent').waitFor();
    await summary.getByText('Closures (high)').waitFor();

    answerWithMemory(server);
    const second = await converse(machine, 'Coach me.', handOver('Closures in the cart'));
    await panelOf(page).getByText(`Remembered: ${CONNECTION}`).waitFor();
    expect(toolResultsOf(second)[1]).toContain(CONNECTION);
    expectMemoryWasPassedOn(server);
  });
});

const FILES = { 'src/cart.ts': 'one\ntwo\nthree\n', 'src/price.ts': 'a\n' };

async function openMachine() {
  const machine = createEmptyMachine();
  onTestFinished(() => machine.remove());
  expect((await machine.witan(['init'])).exitCode).toBe(0);
  const server = await anthropicServer();
  server.answer('coach_agent', COACH_ANSWER);
  answerWrapUps(server);
  const environment = { ANTHROPIC_API_KEY: 'sk-loopback', ANTHROPIC_BASE_URL: server.url };
  const project = await openCoachedProject(FILES, {}, { machine, environment });
  return { machine, server, project };
}

const use = (name: string, input: object): Block => ({
  type: 'tool_use',
  id: `toolu_${Math.random().toString(36).slice(2)}`,
  name: `mcp__witan__${name}`,
  input,
});

function handOver(goal: string): Block[] {
  return [
    use('paige_start_session', { goal }),
    use('paige_run_coaching_pipeline', { ...REQUEST, issueSummary: `${goal}.` }),
  ];
}

/** One conversation that uses one tool after the other; the requests that its model was sent. */
async function converse(
  { home, project }: EmptyMachine,
  prompt: string,
  calls: readonly Block[],
): Promise<readonly ApiRequest[]> {
  const turns: Block[][] = [...calls.map((call) => [call]), [{ type: 'text', text: 'done' }]];
  const service = await startLoopbackApi(speakTurns(turns), { kind: 'answer', text: '' });
  onTestFinished(() => service.close());
  const args = ['-p', prompt, '--allowedTools', 'mcp__witan'];
  await runClaudeCode({ home, cwd: project, url: service.url, args });
  return service.requests;
}

/** The person opens the file of the phase, changes and saves it, and finishes the phase. */
async function workOnFirstPhase(project: CoachedProject): Promise<void> {
  const { page } = project;
  await panelOf(page).getByRole('button', { name: 'src/cart.ts' }).click();
  await editorOf(page).waitFor();
  await typeAtEnd(page, TYPED);
  await save(page);
  expect(project.read('src/cart.ts')).toBe(`${FILES['src/cart.ts']}${TYPED}`);
  await panelOf(page).getByRole('button', { name: 'Finish phase 1' }).click();
  await panelOf(page).getByRole('progressbar', { name: '1 of 3 phases done' }).waitFor();
}

function answerWithMemory(server: AnthropicServer): void {
  server.answer('memory_retrieval_filter', {
    relevant_memories: [
      { content: MEMORY?.content, relevance: 'direct', connection: 'the same cart', use_in_coaching: 'ask about it' },
    ],
    discarded: [],
  });
  server.answer('coach_agent', { ...COACH_ANSWER, memory_connection: CONNECTION });
}

/** The first session had nothing to remember. */
function expectMemoryWasPassedOn(server: AnthropicServer): void {
  const filters = server.callsOf('memory_retrieval_filter');
  const [first, second, ...more] = server.callsOf('coach_agent');
  expect([filters.length, more.length]).toEqual([1, 0]);
  expect(filters[0]?.userMessage).toContain(MEMORY?.content);
  expect(first?.userMessage).not.toContain(MEMORY?.content);
  expect(second?.userMessage).toContain(MEMORY?.content);
  expect(second?.userMessage).toContain('React state management');
}
