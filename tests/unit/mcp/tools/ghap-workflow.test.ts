import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { captureOutcome } from '../../../../src/journal/hook.js';
import { createJournal } from '../../../../src/journal/index.js';
import { CLAUDE_SESSION_ID, connectGhap } from '../../../support/ghap-client.js';
import { BELIEF, deadProcess, expectValue } from '../../../support/journal-fixture.js';
import { falsifiedEntry, resolvedEntry, saveAll, useSemantics } from '../../../support/learning-fixture.js';
import { memoryOf } from '../../../support/project-memory.js';
import { scratchFolder } from '../../../support/scratch-folder.js';
import { plantEntries, TUNING_THEMES } from '../../../support/themed-entries.js';

const semantics = useSemantics();
const WRONG = {
  status: 'falsified',
  result: 'The job still hung',
  surprise: 'A second consumer kept the queue open',
  root_cause: { category: 'wrong-assumption', description: 'I thought there was one consumer' },
  lesson: { what_worked: 'Count the consumers', takeaway: 'Ask who else listens' },
};

describe('a hypothesis', () => {
  it('goes from its start over an update to its end, and is found afterwards', async () => {
    const { call } = await connectGhap({ semantics });
    const begun = await call('start_ghap', { ...BELIEF });
    expect(begun).toEqual({
      ...BELIEF,
      id: expect.stringMatching(/^ghap_\d{8}_\d{6}_[0-9a-f]{6}$/),
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
    });
    expect(
      await call('update_ghap', { hypothesis: 'Two consumers share the queue', note: 'seen in the log' }),
    ).toMatchObject({
      success: true,
      iteration_count: 2,
    });
    expect(await call('get_active_ghap')).toMatchObject({
      has_active: true,
      id: begun.id,
      hypothesis: 'Two consumers share the queue',
      iteration_count: 2,
      orphan: null,
    });
    expect(await call('resolve_ghap', WRONG)).toEqual({
      id: begun.id,
      status: 'falsified',
      confidence_tier: 'silver',
      resolved_at: expect.any(String),
    });
    expect(await call('search_experiences', { query: 'queue with two consumers' })).toMatchObject({
      count: 1,
      results: [
        {
          id: begun.id,
          ghap_id: begun.id,
          outcome_status: 'falsified',
          surprise: WRONG.surprise,
          root_cause: WRONG.root_cause,
          lesson: WRONG.lesson,
          score: expect.any(Number),
        },
      ],
    });
  });

  it('leaves the open ones open, and each is changed by its id', async () => {
    const { call, refusal } = await connectGhap({ semantics });
    const first = await call('start_ghap', { ...BELIEF });
    const second = await call('start_ghap', { ...BELIEF, goal: 'Another goal' });
    expect(second.warning).toContain(String(first.id));
    expect(await call('get_active_ghap')).toMatchObject({
      id: second.id,
      has_active: true,
      others: [{ id: first.id, goal: BELIEF.goal, iteration_count: 1 }],
      orphan: null,
    });
    for (const [tool, input] of [
      ['update_ghap', { note: 'x' }],
      ['resolve_ghap', { status: 'confirmed', result: 'It did' }],
    ] as const) {
      const { type, message } = await refusal(tool, input);
      expect(type).toBe('validation_error');
      expect(message).toContain(`${String(second.id)} (Another goal)`);
      expect(message).toContain(`${String(first.id)} (${BELIEF.goal})`);
    }
    expect(await call('update_ghap', { id: first.id, note: 'x' })).toMatchObject({ id: first.id, success: true });
    expect(await call('resolve_ghap', { ...WRONG, id: first.id })).toMatchObject({ id: first.id });
    expect(await refusal('update_ghap', { id: first.id, note: 'x' })).toMatchObject({ type: 'not_found' });
    expect(await call('get_active_ghap')).toMatchObject({ id: second.id, others: [] });
    const { results } = await call('list_ghap_entries');
    expect(results).toContainEqual(expect.objectContaining({ id: first.id, outcome_status: 'falsified' }));
    expect(results).toContainEqual(expect.objectContaining({ id: second.id, outcome_status: null, resolved_at: null }));
  });

  it('is refused when 20 are open, with their ids', async () => {
    const { call, refusal } = await connectGhap({ semantics });
    const { id } = await call('start_ghap', { ...BELIEF });
    for (let count = 1; count < 20; count++) await call('start_ghap', { ...BELIEF, goal: `goal ${count}` });
    const { type, message } = await refusal('start_ghap', { ...BELIEF });
    expect([type, message]).toEqual(['conflict', expect.stringContaining(`20 entries are open, which is the limit`)]);
    expect(message).toContain(String(id));
  });

  it('gets domain and strategy from its words, and says so until they are given', async () => {
    const { call } = await connectGhap({ semantics });
    const { domain: _, strategy: __, ...texts } = BELIEF;
    const begun = await call('start_ghap', { ...texts, goal: 'Refactor the queue', action: 'Try a smaller buffer' });
    expect(begun).toMatchObject({
      domain: 'refactoring',
      strategy: 'trial-and-error',
      inferred: ['domain', 'strategy'],
    });
    await call('update_ghap', { strategy: 'research-first' });
    expect(await call('get_active_ghap')).toMatchObject({ strategy: 'research-first', inferred: ['domain'] });
    await call('resolve_ghap', { status: 'confirmed', result: 'It did' });
    expect(await call('list_ghap_entries', { domain: 'refactoring' })).toMatchObject({ count: 1 });
  });

  it('needs a result, unless a test was captured, which then is the result', async () => {
    const { call, refusal, journalFolder } = await connectGhap({ semantics });
    await call('start_ghap', { ...BELIEF });
    expect(await refusal('resolve_ghap', { status: 'confirmed' })).toEqual({
      type: 'validation_error',
      message: expect.stringMatching(/^result is missing/),
    });
    await captureOutcome({ folder: journalFolder, claudeSessionId: CLAUDE_SESSION_ID }, bash('npm test', 'passed'));
    const { result: _, ...withoutResult } = WRONG;
    expect((await refusal('resolve_ghap', { status: 'falsified' })).message).toMatch(/^surprise is missing/);
    expect(await call('resolve_ghap', { status: 'confirmed' })).toMatchObject({ confidence_tier: 'gold' });
    const { results } = await call('search_experiences', { query: BELIEF.goal });
    expect(results).toMatchObject([{ outcome_result: '`npm test` passed after the last update' }]);
    await call('start_ghap', { ...BELIEF });
    expect((await refusal('resolve_ghap', withoutResult)).message).toMatch(/^result is missing/);
  });

  it('comes back with a similar one that failed, and with how often such predictions were confirmed', async () => {
    const { call, learning } = await connectGhap({ semantics });
    const others = [1, 2, 3, 4].map((number) => resolvedEntry({ id: `ghap_other_${number}` }));
    await saveAll(await learning(), [falsifiedEntry({ id: 'ghap_failed' }), ...others]);
    const begun = await call('start_ghap', { ...BELIEF });
    expect(begun.premortem).toMatchObject({
      id: 'ghap_failed',
      surprise: 'A second consumer kept the queue open',
      root_cause: { category: 'wrong-assumption' },
    });
    expect(begun.worked_before).toMatchObject({
      id: expect.stringMatching(/^ghap_other_/),
      what_worked: 'Close the queue in a finally block',
      takeaway: null,
    });
    expect(begun.value).toBeUndefined();
    expect(begun.track_record).toEqual({ confirmed: 4, falsified: 1, hit_rate: 0.8 });
  });

  it('is answered with the nearest value that was learned, and with none for another subject', async () => {
    const { call, learning } = await connectGhap({ semantics });
    const planted = plantEntries({ count: 90, seed: 11, themes: TUNING_THEMES.slice(0, 3), strayShare: 0 });
    const entries = planted.map(({ entry }) => entry);
    await saveAll(await learning(), entries);
    const [{ clusterId } = { clusterId: '' }] = (await (await learning()).getClusters('full')).clusters;
    const { members } = await (await learning()).getClusterMembers(clusterId, 1);
    const { goal = '', hypothesis = '', action = '', prediction = '' } = members[0] ?? {};
    const value = await call('store_value', { text: `${hypothesis}. ${action}`, cluster_id: clusterId, axis: 'full' });
    const begun = await call('start_ghap', { goal, hypothesis, action, prediction });
    expect(begun.value).toEqual({ id: value.id, text: value.text, cluster_size: value.cluster_size });
    const bread = 'The dough rises too slowly in a cold kitchen';
    expect(await call('start_ghap', { ...BELIEF, goal: 'Bake better bread', hypothesis: bread })).not.toHaveProperty(
      'value',
    );
  });

  it('becomes gold when a test that ran after it says the same', async () => {
    const { call, journalFolder } = await connectGhap({ semantics });
    await call('start_ghap', { ...BELIEF });
    await captureOutcome({ folder: journalFolder, claudeSessionId: CLAUDE_SESSION_ID }, bash('npm test', 'passed'));
    const resolved = await call('resolve_ghap', { status: 'confirmed', result: 'The tests pass' });
    expect(resolved).toMatchObject({
      confidence_tier: 'gold',
      captured_outcome: { passed: true, agreement: 'agrees' },
    });
  });

  it('stays silver, with a warning, when the test says otherwise', async () => {
    const { call, journalFolder } = await connectGhap({ semantics });
    await call('start_ghap', { ...BELIEF });
    await captureOutcome({ folder: journalFolder, claudeSessionId: CLAUDE_SESSION_ID }, bash('npm test', 'passed'));
    const resolved = await call('resolve_ghap', WRONG);
    expect(resolved).toMatchObject({ confidence_tier: 'silver', captured_outcome: { agreement: 'disagrees' } });
    expect(resolved.warning).toContain('npm test');
  });

  it('is bronze without content, and the answer says why', async () => {
    const { call } = await connectGhap({ semantics });
    await call('start_ghap', { ...BELIEF, hypothesis: 'It is broken by the queue', prediction: 'It works' });
    const resolved = await call('resolve_ghap', { status: 'confirmed', result: 'It works' });
    expect(resolved).toMatchObject({ confidence_tier: 'bronze', tier_reason: 'the prediction says nothing' });
  });

  it('may be abandoned', async () => {
    const { call } = await connectGhap({ semantics });
    await call('start_ghap', { ...BELIEF });
    const resolved = await call('resolve_ghap', { status: 'abandoned', result: 'The feature was dropped' });
    expect(resolved).toMatchObject({ status: 'abandoned', confidence_tier: 'abandoned' });
    expect(await call('get_active_ghap')).toMatchObject({ has_active: false, id: null, iteration_count: null });
  });

  it('is offered as an orphan when its session died, and can be adopted or abandoned', async () => {
    const project = scratchFolder('project');
    const folder = path.join(project, '.claude', 'journal');
    const gone = createJournal({ folder, owner: await deadProcess() });
    const older = expectValue(await gone.create({ ...BELIEF, goal: 'The older one' })).entry;
    const left = expectValue(await gone.create(BELIEF)).entry;
    const { call, refusal } = await connectGhap({ semantics, project });
    expect(await call('get_active_ghap')).toMatchObject({
      has_active: false,
      others: [],
      orphan: { id: left.id, goal: BELIEF.goal, session_id: left.session_id },
      orphan_count: 2,
    });
    const mine = await call('start_ghap', { ...BELIEF, goal: 'Mine' });
    expect(await call('adopt_ghap', { id: left.id, action: 'adopt' })).toMatchObject({ id: left.id, status: 'open' });
    expect(await call('get_active_ghap')).toMatchObject({
      id: mine.id,
      others: [{ id: left.id }],
      orphan: { id: older.id },
    });
    expect(await call('adopt_ghap', { id: older.id, action: 'abandon' })).toMatchObject({
      id: older.id,
      status: 'abandoned',
      confidence_tier: 'abandoned',
    });
    expect(await call('get_active_ghap')).toMatchObject({ orphan: null });
    expect(await refusal('adopt_ghap', { id: older.id, action: 'adopt' })).toMatchObject({ type: 'not_found' });
    expect(await refusal('adopt_ghap', { id: left.id, action: 'abandon' })).toEqual({
      type: 'conflict',
      message: expect.stringContaining('resolve_ghap'),
    });
    expect(await call('resolve_ghap', { ...WRONG, id: left.id })).toMatchObject({ id: left.id });
  });

  it('is resolved with stored: false and a warning without a path when it cannot be stored', async () => {
    const project = scratchFolder('project');
    mkdirSync(path.join(memoryOf(project), 'experiences.db'), { recursive: true });
    const { call, journal } = await connectGhap({ semantics, project });
    const begun = await call('start_ghap', { ...BELIEF });
    const resolved = await call('resolve_ghap', WRONG);
    expect(resolved).toMatchObject({ id: begun.id, status: 'falsified', confidence_tier: 'silver', stored: false });
    expect(resolved.warning).toContain('stored in the background');
    expect(resolved.warning).not.toContain(project);
    expect(await journal.unsavedEntries()).toMatchObject([{ id: begun.id, outcome: { status: 'falsified' } }]);
    expect(await call('get_active_ghap')).toMatchObject({ has_active: false });
  });

  it('keeps no secret in its files', async () => {
    const secret = 'correct-horse-battery-staple';
    const { call, project, journalFolder } = await connectGhap({ semantics, secretValues: [secret] });
    await call('start_ghap', { ...BELIEF, action: `Log in with ${secret}` });
    await call('update_ghap', { note: `The password is ${secret}` });
    const root_cause = { category: 'oversight', description: `Forgot ${secret}` };
    const lesson = { what_worked: `Type ${secret}` };
    await call('resolve_ghap', { ...WRONG, result: `Used ${secret}`, root_cause, lesson });
    const files = [`${journalFolder}/session_entries.jsonl`, `${memoryOf(project)}/experiences.db`];
    for (const file of files) expect(readFileSync(file).includes(secret)).toBe(false);
  });

  it('is logged by its tool, time and outcome, never by its words', async () => {
    const { call, refusal, log } = await connectGhap({ semantics });
    await call('start_ghap', { ...BELIEF });
    await refusal('start_ghap', { ...BELIEF, goal: '' });
    const calls = log.filter(({ event }) => event === 'tool_called').map(({ details }) => details);
    expect(calls).toMatchObject([
      { tool: 'start_ghap', outcome: 'ok', ms: expect.any(Number) },
      { tool: 'start_ghap', outcome: 'validation_error' },
    ]);
    expect(JSON.stringify(log)).not.toContain(BELIEF.goal);
  });

  it('may be changed by many calls at the same time', async () => {
    const { call } = await connectGhap({ semantics });
    await call('start_ghap', { ...BELIEF });
    const numbers = Array.from({ length: 10 }, (_, number) => number);
    await Promise.all(numbers.map((number) => call('update_ghap', { hypothesis: `Hypothesis number ${number}` })));
    expect(await call('get_active_ghap')).toMatchObject({ iteration_count: 11 });
  });
});

describe('the list of entries', () => {
  it('is filtered by domain, outcome and time, newest first, and limited', async () => {
    const { call, learning } = await connectGhap({ semantics });
    const planted = [
      resolvedEntry({ id: 'ghap_a', created_at: '2026-01-01T10:00:00Z' }),
      falsifiedEntry({ id: 'ghap_b', created_at: '2026-02-01T10:00:00Z', domain: 'testing' }),
      resolvedEntry({ id: 'ghap_c', created_at: '2026-03-01T10:00:00Z' }),
    ];
    await saveAll(await learning(), planted);
    const ids = async (input: Record<string, unknown>) =>
      ((await call('list_ghap_entries', input)).results as { id: string }[]).map(({ id }) => id);
    expect(await ids({})).toEqual(['ghap_c', 'ghap_b', 'ghap_a']);
    expect(await ids({ limit: 1 })).toEqual(['ghap_c']);
    expect(await ids({ domain: 'testing' })).toEqual(['ghap_b']);
    expect(await ids({ outcome: 'confirmed' })).toEqual(['ghap_c', 'ghap_a']);
    expect(await ids({ since: '2026-02-01' })).toEqual(['ghap_c', 'ghap_b']);
  });

  it('is empty in a new project, and creates no database', async () => {
    const { call, project } = await connectGhap({ semantics });
    expect(await call('list_ghap_entries')).toEqual({ results: [], count: 0 });
    expect(existsSync(path.join(memoryOf(project), 'experiences.db'))).toBe(false);
  });
});

function bash(command: string, stdout: string): object {
  return {
    hook_event_name: 'PostToolUse',
    tool_name: 'Bash',
    tool_use_id: 'toolu_1',
    tool_input: { command },
    tool_response: { stdout, stderr: '', interrupted: false },
  };
}

it('says once where an active entry that cannot be read was moved', async () => {
  const { call, journalFolder } = await connectGhap({ semantics });
  await call('start_ghap', { ...BELIEF });
  writeFileSync(path.join(journalFolder, 'current_ghap.json'), '{"id":');
  const first = await call('get_active_ghap');
  expect(first).toMatchObject({ has_active: false, warning: expect.stringMatching(/current_ghap\.corrupted\.\d+/) });
  expect(await call('get_active_ghap')).not.toHaveProperty('warning');
});

it('hears of a captured command without a value that is secret', async () => {
  const { call, journalFolder } = await connectGhap({ semantics, secretValues: ['test:hunter2hunter2'] });
  await call('start_ghap', { ...BELIEF });
  const event = {
    hook_event_name: 'PostToolUse',
    tool_name: 'Bash',
    tool_input: { command: 'npm run test:hunter2hunter2' },
    tool_response: { interrupted: false },
  };
  await captureOutcome({ folder: journalFolder, claudeSessionId: CLAUDE_SESSION_ID }, event);
  const answer = await call('resolve_ghap', WRONG);
  expect(answer).toMatchObject({ captured_outcome: { agreement: 'disagrees' } });
  expect(JSON.stringify(answer)).not.toContain('hunter2');
});
