import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ToServer } from '../../../src/http/websocket/protocol.js';
import { withoutStatus } from '../../support/coach-fixture.js';
import { type RunningCoach, runCoach } from '../../support/running-coach.js';

const FILES = { 'src/auth.ts': 'one\ntwo\n', 'src/b.ts': 'b\n', 'src/c.ts': 'c\n', 'src/d.ts': 'd\n' };
const TOOLS = [
  'paige_start_session',
  'paige_run_coaching_pipeline',
  'paige_get_session_state',
  'paige_get_open_files',
  'paige_get_buffer',
  'paige_get_diff',
  'paige_open_file',
  'paige_highlight_lines',
  'paige_clear_highlights',
  'paige_hint_files',
  'paige_clear_hints',
  'paige_show_message',
  'paige_show_issue_context',
  'paige_update_phase',
  'paige_end_session',
];

describe('the tools that read', () => {
  it('6.1: return the text in the editor, although it is not saved', async () => {
    const { agent, page } = await coached();
    await page.type('src/auth.ts', 'one\ntwo and more\n', { line: 2, column: 12 });
    expect(await agent.call('paige_get_buffer', { path: 'src/auth.ts' })).toEqual({
      path: 'src/auth.ts',
      content: 'one\ntwo and more\n',
      cursorPosition: { line: 2, column: 12 },
      dirty: true,
      lastUpdated: expect.stringMatching(ISO),
    });
  });

  it('6.2: return null for a file that is not in the editor', async () => {
    const { agent } = await coached();
    expect(await agent.call('paige_get_buffer', { path: 'unknown.ts' })).toBeNull();
  });

  it('6.3: list the files that the person and the agent opened, without those that were closed', async () => {
    const { agent, page } = await coached();
    for (const file of ['src/auth.ts', 'src/b.ts', 'src/c.ts']) await page.open(file);
    await agent.call('paige_open_file', { path: 'src/d.ts' });
    const files = ['src/auth.ts', 'src/b.ts', 'src/c.ts', 'src/d.ts'];
    expect(await agent.call('paige_get_open_files')).toEqual({ files });
    page.send('file:close', { path: 'src/b.ts' });
    await page.settled();
    expect(await agent.call('paige_get_open_files')).toEqual({ files: files.filter((file) => file !== 'src/b.ts') });
  });

  it('6.4: return the unsaved changes of one file', async () => {
    const { agent, page } = await coached();
    await page.type('src/auth.ts', 'one\nthree\n');
    const diff = '--- src/auth.ts\n+++ src/auth.ts\n@@ -1,2 +1,2 @@\n one\n-two\n+three\n';
    expect(await agent.call('paige_get_diff', { path: 'src/auth.ts' })).toEqual({
      diffs: [{ path: 'src/auth.ts', diff }],
    });
  });

  it('6.5: return the changes of all files that have some', async () => {
    const { agent, page } = await coached();
    await page.type('src/auth.ts', 'one\nthree\n');
    await page.type('src/b.ts', 'bb\n');
    await page.type('src/c.ts', 'cc\n');
    page.send('file:save', { path: 'src/c.ts', content: 'cc\n' });
    await page.next('fs:save_ack');
    const { diffs } = (await agent.call('paige_get_diff')) as { diffs: { path: string }[] };
    expect(diffs.map((each) => each.path)).toEqual(['src/auth.ts', 'src/b.ts']);
  });

  it('6.6: return only the items of the state that were asked for', async () => {
    const { agent, page, phase } = await coached({ phases: ['Read', 'Write'] });
    await agent.call('paige_update_phase', { phase: 1, status: 'active' });
    page.send('hints:level_change', { level: 'region', previousLevel: 'file' });
    await page.type('src/b.ts', 'bb\n');
    expect(await agent.call('paige_get_session_state', { include: ['phase', 'diffs'] })).toEqual({
      phase: { id: phase(1), number: 1, title: 'Read', status: 'active', hintLevel: 'region' },
      diffs: [{ path: 'src/b.ts', diff: expect.stringContaining('-b\n+bb') }],
    });
  });

  it('6.7, EC-33: return all nine items without a list, and for an empty one', async () => {
    const { coach, agent, page, phase, sessionId } = await coached({ phases: ['Read', 'Write'] });
    await coach.store.assessments.save({ skillArea: 'tests', stage: 'competent', confidence: 0.7, evidence: 'asked' });
    await agent.call('paige_update_phase', { phase: 1, status: 'active' });
    await coach.store.phaseHints.add(phase(1), [
      { type: 'file', path: 'src/b.ts', style: 'suggested' },
      { type: 'line', path: 'src/b.ts', startLine: 1, endLine: 2, style: 'focus', hoverText: 'why?' },
    ]);
    await agent.call('paige_hint_files', { hints: [{ path: 'src/b.ts', style: 'important' }] });
    await page.type('src/b.ts', 'bb\n');
    const state = await agent.call('paige_get_session_state');
    expect(state).toEqual({
      open_files: ['src/b.ts'],
      buffers: [{ path: 'src/b.ts', content: 'bb\n', cursorPosition: { line: 1, column: 0 }, dirty: true }],
      diffs: [{ path: 'src/b.ts', diff: expect.stringContaining('+bb') }],
      phase: expect.objectContaining({ number: 1, status: 'active' }),
      plan: {
        id: expect.stringMatching(UUID),
        phases: [
          { number: 1, title: 'Read', status: 'active' },
          { number: 2, title: 'Write', status: 'pending' },
        ],
      },
      progress: [{ eventType: 'hint_used', data: { paths: ['src/b.ts'] }, createdAt: expect.stringMatching(ISO) }],
      hints: {
        fileHints: [{ path: 'src/b.ts', style: 'suggested' }],
        lineHints: [{ path: 'src/b.ts', startLine: 1, endLine: 2, style: 'focus', hoverText: 'why?' }],
      },
      session: {
        id: sessionId,
        projectDir: coach.projectFolder,
        issueNumber: 7,
        issueTitle: 'Lines are lost',
        startedAt: expect.stringMatching(ISO),
      },
      dreyfus: [{ skillArea: 'tests', stage: 'competent', confidence: 0.7 }],
    });
    expect(await agent.call('paige_get_session_state', { include: [] })).toEqual(state);
  });

  it('EC-34: return no changes where nothing was typed', async () => {
    const { agent, page } = await coached();
    await page.open('src/b.ts');
    expect(await agent.call('paige_get_diff')).toEqual({ diffs: [] });
    expect(await agent.call('paige_get_diff', { path: 'src/b.ts' })).toEqual({ diffs: [] });
  });

  it('EC-37: return null for a plan that does not exist', async () => {
    const { agent } = await coached();
    const include = ['plan', 'phase', 'hints', 'progress'];
    expect(await agent.call('paige_get_session_state', { include })).toEqual({
      plan: null,
      phase: null,
      hints: { fileHints: [], lineHints: [] },
      progress: [],
    });
  });
});

describe('the tools that show something', () => {
  it('6.8, EC-28: open a file on the page, also one that is open already', async () => {
    const { agent, page, logged } = await coached();
    for (let time = 0; time < 2; time++) {
      expect(await agent.call('paige_open_file', { path: 'src/auth.ts' })).toEqual({
        success: true,
        path: 'src/auth.ts',
      });
      expect((await page.next('editor:open_file')).payload).toEqual({
        path: 'src/auth.ts',
        content: 'one\ntwo\n',
        language: 'typescript',
        lineCount: 3,
        version: expect.stringMatching(/^[\da-f]{32}$/),
      });
    }
    expect(await logged('mcp_tool_call')).toContainEqual({ toolName: 'paige_open_file', sessionId: agent.sessionId });
    expect(await agent.call('paige_get_open_files')).toEqual({ files: ['src/auth.ts'] });
  });

  it('6.9, EC-30, EC-36: highlight lines in addition to others, also in a file that is not open', async () => {
    const { coach, agent, page, logged } = await coached();
    const given = [1, 2, 3, 4, 5].map((start) => ({ path: 'src/auth.ts', start, end: start + 1, style: 'focus' }));
    await Promise.all(given.map((highlight) => agent.call('paige_highlight_lines', highlight)));
    const seen = [];
    for (let count = 0; count < given.length; count++) seen.push((await page.next('editor:highlight_lines')).payload);
    expect(seen.toSorted((a, b) => a.start - b.start)).toEqual(given);
    expect(await logged('decorations_applied')).toEqual(given.map(() => ({ path: 'src/auth.ts', count: 1 })));
    expect(await toolCalls(coach, 'paige_highlight_lines')).toBe(given.length);
    const second = await coach.openPage();
    second.send('connection:hello', HELLO);
    expect((await second.next('connection:init')).payload.state.highlights).toHaveLength(given.length);
  });

  it('6.10: clear highlights of one file, or all', async () => {
    const { coach, agent, page } = await coached();
    for (const file of ['src/auth.ts', 'src/b.ts', 'src/c.ts'])
      await agent.call('paige_highlight_lines', { path: file, start: 1, end: 1, style: 'hint', hoverText: 'look' });
    expect(await agent.call('paige_clear_highlights', { path: 'src/auth.ts' })).toEqual({ success: true });
    expect((await page.next('editor:clear_highlights')).payload).toEqual({ path: 'src/auth.ts' });
    expect((await marks(coach)).highlights.map((each) => each.path)).toEqual(['src/b.ts', 'src/c.ts']);
    await agent.call('paige_clear_highlights', { path: '' });
    expect((await page.next('editor:clear_highlights')).payload).toEqual({});
    expect((await marks(coach)).highlights).toEqual([]);
  });

  it('6.11: hint at files, in the newer and the older form', async () => {
    const { coach, agent, page, logged } = await coached();
    const hints = [
      { path: 'src/auth.ts', style: 'suggested', directories: ['src'] },
      { path: 'src/b.ts', style: 'critical' },
    ];
    expect(await agent.call('paige_hint_files', { hints })).toEqual({ success: true });
    expect((await page.next('explorer:hint_files')).payload).toEqual({ hints });
    await agent.call('paige_hint_files', { paths: ['src/auth.ts', 'src/c.ts'], style: 'suggested' });
    expect((await page.next('explorer:hint_files')).payload.hints).toEqual([
      { path: 'src/auth.ts', style: 'suggested' },
      { path: 'src/c.ts', style: 'suggested' },
    ]);
    expect(await logged('file_hints_applied')).toEqual([
      { paths: ['src/auth.ts', 'src/b.ts'] },
      { paths: ['src/auth.ts', 'src/c.ts'] },
    ]);
    expect(await toolCalls(coach, 'paige_hint_files')).toBe(2);
  });

  it('6.12: clear the hints at files', async () => {
    const { coach, agent, page } = await coached();
    await agent.call('paige_hint_files', { hints: [{ path: 'src/b.ts', style: 'important' }] });
    expect(await agent.call('paige_clear_hints')).toEqual({ success: true });
    expect((await page.next('explorer:clear_hints')).payload).toEqual({});
    expect((await marks(coach)).fileHints).toEqual([]);
  });

  it('6.15: show a message, with and without an anchor', async () => {
    const { coach, agent, page, logged } = await coached();
    expect(await agent.call('paige_show_message', { message: 'Nice work!', type: 'success' })).toEqual({
      success: true,
    });
    expect((await page.next('coaching:message')).payload).toMatchObject({ message: 'Nice work!', type: 'success' });
    const anchor = { path: 'src/auth.ts', startLine: 1, endLine: 2 };
    await agent.call('paige_show_message', { message: 'What if it is empty?', type: 'hint', anchor });
    expect((await page.next('coaching:message')).payload).toMatchObject({ message: 'What if it is empty?', anchor });
    expect(await logged('coaching_message')).toEqual([{ messageType: 'success' }, { messageType: 'hint' }]);
    expect(await toolCalls(coach, 'paige_show_message')).toBe(2);
  });

  it('6.16: show the issue, in the newer and the older form', async () => {
    const { coach, agent, page } = await coached();
    const issue = { number: 7, title: 'Fix it', summary: 'It is lost.', labels: ['bug'], url: 'https://example.com/7' };
    expect(await agent.call('paige_show_issue_context', issue)).toEqual({ success: true });
    expect((await page.next('coaching:issue_context')).payload).toEqual(issue);
    await agent.call('paige_show_issue_context', {
      title: 'Fix OAuth race condition',
      summary: 'Two requests at once.',
    });
    expect((await page.next('coaching:issue_context')).payload).toMatchObject({
      title: 'Fix OAuth race condition',
      summary: 'Two requests at once.',
    });
    const link = agent.call('paige_show_issue_context', { ...issue, url: 'javascript:alert(1)' });
    await expect(link).rejects.toMatchObject({ message: expect.stringContaining('begin with https://') });
    expect(await toolCalls(coach, 'paige_show_issue_context')).toBe(3);
  });

  it('EC-35: work without a page', async () => {
    const { coach, agent, page } = await coached({ phases: ['Read'] });
    page.socket.terminate();
    for (const [name, given] of NEED_SESSION) expect(await agent.call(name, given)).toMatchObject(NOT_AN_ERROR);
    expect(await agent.call('paige_open_file', { path: 'src/b.ts' })).toEqual({ success: true, path: 'src/b.ts' });
    expect(await agent.call('paige_get_open_files')).toEqual({ files: ['src/b.ts'] });
    expect((await coach.store.sessions.list())[0]?.status).toBe('active');
  });
});

describe('paige_update_phase', () => {
  it('6.13, 6.14: begins and completes a phase, stores when, and tells the page', async () => {
    const { coach, agent, page, phase, logged, sessionId } = await coached({ phases: ['Read', 'Write'] });
    const stored = async () => (await coach.store.plans.current(sessionId))?.phases[0];
    expect(await agent.call('paige_update_phase', { phase: 1, status: 'active' })).toEqual({
      success: true,
      phase: { id: phase(1), number: 1, title: 'Read', status: 'active' },
    });
    expect(await stored()).toMatchObject({
      status: 'active',
      startedAt: expect.stringMatching(ISO),
      completedAt: null,
    });
    expect((await page.next('coaching:phase_update')).payload).toMatchObject({
      status: 'active',
      phase: { number: 1, title: 'Read', status: 'active' },
    });
    await agent.call('paige_update_phase', { phase: 1, status: 'complete' });
    expect(await stored()).toMatchObject({ status: 'complete', completedAt: expect.stringMatching(ISO) });
    expect((await page.next('coaching:phase_update')).payload.status).toBe('complete');
    const data = { phaseId: phase(1), phaseNumber: 1, title: 'Read' };
    expect(await logged('phase_started')).toEqual([data]);
    expect(await logged('phase_completed')).toEqual([data]);
    expect(await toolCalls(coach, 'paige_update_phase')).toBe(2);
  });

  it('EC-31: refuses a phase that does not exist', async () => {
    const { agent } = await coached({ phases: ['Read'] });
    await expect(agent.call('paige_update_phase', { phase: 9, status: 'active' })).rejects.toMatchObject({
      type: 'not_found',
      code: 'NOT_FOUND',
      message: expect.stringContaining('no phase 9'),
    });
  });

  it('EC-32: changes nothing for a phase that has the status already', async () => {
    const { coach, agent, logged, sessionId } = await coached({ phases: ['Read'] });
    const first = await agent.call('paige_update_phase', { phase: 1, status: 'active' });
    const stored = await coach.store.plans.current(sessionId);
    expect(await agent.call('paige_update_phase', { phase: 1, status: 'active' })).toEqual(first);
    expect(await coach.store.plans.current(sessionId)).toEqual(stored);
    expect(await logged('phase_started')).toHaveLength(1);
  });
});

describe('a session', () => {
  it('6.17: is needed by every tool that is about it, and the error says how to get one', async () => {
    const coach = await runCoach(FILES);
    const agent = await coach.connectAgent();
    for (const [name, given] of NEED_SESSION)
      await expect(agent.call(name, given), name).rejects.toMatchObject({
        code: 'NO_SESSION',
        message: expect.stringMatching(/no active session.*paige_start_session/i),
      });
  });

  it('is not needed to look at the editor', async () => {
    const coach = await runCoach(FILES);
    const agent = await coach.connectAgent();
    expect(await agent.call('paige_open_file', { path: 'src/b.ts' })).toEqual({ success: true, path: 'src/b.ts' });
    expect(await agent.call('paige_get_open_files')).toEqual({ files: ['src/b.ts'] });
    expect(await agent.call('paige_get_buffer', { path: 'src/b.ts' })).toBeNull();
    expect(await agent.call('paige_get_diff')).toEqual({ diffs: [] });
    expect(await coach.actions()).toEqual([]);
  });

  it('is started and ended by an agent, with its own calls in the log', async () => {
    const coach = await runCoach(FILES);
    const [agent, page] = [await coach.connectAgent(), await coach.openPage()];
    const started = await agent.call('paige_start_session', { goal: 'Understand the parser' });
    expect(started).toMatchObject({
      success: true,
      sessionId: expect.stringMatching(UUID),
      issueContext: { number: null, title: 'Understand the parser' },
      phases: [],
    });
    expect((await page.next('session:started')).payload).toMatchObject({
      sessionId: (started as { sessionId: string }).sessionId,
    });
    await expect(agent.call('paige_start_session', { goal: 'Another' })).rejects.toMatchObject({ code: 'CONFLICT' });
    // Without a model, only what was done is remembered.
    const counts = { knowledgeGaps: 0, kataSpecs: 0, dreyfusUpdates: 0, memoriesStored: 1, sessionStatus: 'completed' };
    expect(await agent.call('paige_end_session', { sessionTranscript: 'We read it.' })).toEqual(counts);
    expect((await page.next('session:ended')).payload.summary.phasesCompleted).toBe(0);
    expect(await agent.call('paige_end_session')).toEqual(counts);
    const [session] = await coach.store.sessions.list();
    expect(session).toMatchObject({ status: 'completed', issueTitle: 'Understand the parser' });
    const types = (await coach.actions()).map((action) =>
      action.actionType === 'mcp_tool_call' ? action.data.toolName : action.actionType,
    );
    expect(types).toEqual([
      'session_started',
      'paige_start_session',
      'paige_start_session',
      'paige_end_session',
      'session_ended',
    ]);
  });
});

describe('a file that cannot be opened', () => {
  it.each([
    ['6.18: does not exist', 'src/none.ts', 'NOT_FOUND', 'src/none.ts'],
    ['EC-29: is outside the project', '../outside.ts', 'FORBIDDEN_PATH', 'outside the project'],
    ['is refused by its name', '.env', 'FORBIDDEN_PATH', '".env" may hold secrets and is not shown to models'],
    ['is larger than 2 MiB', 'large.txt', 'TOO_LARGE', 'larger than 2 MiB'],
    ['is binary', 'data.txt', 'BINARY_FILE', 'binary'],
    ['is a folder', 'src', 'NOT_FOUND', 'is a folder'],
  ])('%s: the agent learns why, and the page nothing', async (_title, file, code, message) => {
    const { agent, page } = await coached({
      files: { '.env': 'A=1\n', 'large.txt': 'x'.repeat(2 * 1024 * 1024 + 1), 'data.txt': new Uint8Array([1, 0, 2]) },
    });
    await expect(agent.call('paige_open_file', { path: file })).rejects.toMatchObject({
      code,
      message: expect.stringContaining(message),
    });
    expect(withoutStatus(await page.settled())).toEqual([]);
    expect(await agent.call('paige_get_open_files')).toEqual({ files: [] });
  });
});

describe('the list of tools', () => {
  it('SC-038: has all of them, each with its annotations', async () => {
    const coach = await runCoach();
    const { client } = await coach.connectAgent();
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(TOOLS);
    const readers = tools.filter(({ annotations }) => annotations?.readOnlyHint === true).map(({ name }) => name);
    expect(readers).toEqual(TOOLS.filter((name) => name.startsWith('paige_get_')));
    for (const { annotations, inputSchema } of tools) {
      expect(annotations).toMatchObject({ openWorldHint: false, idempotentHint: expect.any(Boolean) });
      expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
    }
    expect(client.getInstructions()).toContain('The person writes the code');
  });

  it('FR-081: has none that changes a file', async () => {
    const { coach, agent, page } = await coached({ phases: ['Read'] });
    await page.type('src/b.ts', 'typed\n');
    for (const [name, given] of [...NEED_SESSION, ['paige_open_file', { path: 'src/b.ts' }] as const])
      await agent.call(name, { ...given });
    const unknown = agent.call('paige_open_file', { path: 'src/b.ts', content: 'written by the agent' });
    await expect(unknown).rejects.toMatchObject({ type: 'validation_error' });
    const names = readdirSync(path.join(coach.projectFolder, 'src'));
    const stored = names.map((name) => [
      `src/${name}`,
      readFileSync(path.join(coach.projectFolder, 'src', name), 'utf8'),
    ]);
    expect(Object.fromEntries(stored)).toEqual(FILES);
  });

  it('FR-079: is logged call by call, also the one that is refused', async () => {
    const { coach, agent } = await coached();
    await expect(agent.call('paige_show_message', { message: '', type: 'shout' })).rejects.toMatchObject({
      type: 'validation_error',
    });
    await agent.call('paige_get_open_files');
    const calls = (await coach.actions()).filter(({ actionType }) => actionType === 'mcp_tool_call');
    expect(calls.map(({ data }) => data)).toEqual(
      ['paige_start_session', 'paige_show_message', 'paige_get_open_files'].map((toolName) => ({
        toolName,
        sessionId: agent.sessionId,
      })),
    );
  });
});

const ISO = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
const HELLO = { version: '1', platform: 'test', windowSize: { width: 1, height: 1 } };
const NOT_AN_ERROR = expect.not.objectContaining({ error: expect.anything() }) as object;

/** Tools that are about a session, with a call that works in one with a phase. */
const NEED_SESSION: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
  ['paige_get_session_state', {}],
  ['paige_highlight_lines', { path: 'src/b.ts', start: 1, end: 1, style: 'hint' }],
  ['paige_hint_files', { hints: [{ path: 'src/b.ts', style: 'suggested' }] }],
  ['paige_show_message', { message: 'Hello', type: 'info' }],
  ['paige_show_issue_context', { title: 'Title', summary: 'Summary' }],
  ['paige_update_phase', { phase: 1, status: 'active' }],
];

interface Coached {
  readonly phases?: readonly string[];
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
}

/** A coach with an agent, a page and a session about an issue. */
async function coached({ phases = [], files = {} }: Coached = {}) {
  const coach = await runCoach({ ...FILES, ...files });
  const [agent, socket] = [await coach.connectAgent(), await coach.openPage()];
  const started = await agent.call('paige_start_session', { issueNumber: 7, goal: 'Lines are lost' });
  const ids: string[] = [];
  for (const title of phases) {
    socket.send('phase:create', { title });
    ids.push((await socket.next('coaching:phase_update')).payload.phase.id);
  }
  await socket.settled();
  const open = async (file: string) => {
    socket.send('file:open', { path: file });
    await socket.next('fs:content');
  };
  const page = {
    ...socket,
    open,
    async type(file: string, content: string, cursorPosition: ToServer['buffer:update']['cursorPosition'] = START) {
      await open(file);
      socket.send('buffer:update', { path: file, content, cursorPosition });
      await socket.settled();
    },
  };
  return {
    coach,
    agent,
    page,
    sessionId: (started as { sessionId: string }).sessionId,
    phase: (number: number) => ids[number - 1] ?? '',
    logged: async (type: string) =>
      (await coach.actions()).filter(({ actionType }) => actionType === type).map(({ data }) => data),
  };
}

const START = { line: 1, column: 0 };

async function toolCalls(coach: RunningCoach, name: string): Promise<number> {
  const actions = await coach.actions();
  return actions.filter(
    ({ actionType, data }) => actionType === 'mcp_tool_call' && 'toolName' in data && data.toolName === name,
  ).length;
}

async function marks(coach: RunningCoach) {
  const page = await coach.openPage();
  page.send('connection:hello', HELLO);
  const { highlights, fileHints } = (await page.next('connection:init')).payload.state;
  return { highlights, fileHints };
}
