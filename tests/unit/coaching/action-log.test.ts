import { describe, expect, it } from 'vitest';
import { ACTION_DATA, type ActionData } from '../../../src/coaching/action-log/action-data.js';
import type { ActionLogEvent } from '../../../src/coaching/index.js';
import { ACTION_TYPES, type ActionType } from '../../../src/coaching/vocabulary.js';
import { actionLogIn } from '../../support/action-log-fixture.js';
import { sqliteDrivers } from '../../support/sqlite-drivers.js';

describe.each(sqliteDrivers)('the action log over $name', (driver) => {
  const open = () => actionLogIn(driver);

  it('4.1: stores an action with its session, type, data and time', async () => {
    const { log, rows, sessionId } = await open();
    const action = await log.logAction(sessionId, 'file_open', { path: 'src/cart.ts' });
    expect(action).toMatchObject({ sessionId, actionType: 'file_open', data: { path: 'src/cart.ts' } });
    expect(await rows()).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        session_id: sessionId,
        action_type: 'file_open',
        data: '{"path":"src/cart.ts"}',
        created_at: '2026-11-16T10:00:00.000Z',
      },
    ]);
  });

  it('4.1: stores all 28 types and reads them back', async () => {
    const { log, sessionId } = await open();
    expect(ACTION_TYPES).toHaveLength(28);
    expect(Object.keys(ACTION_DATA).sort()).toEqual([...ACTION_TYPES].sort());
    for (const type of ACTION_TYPES) await log.logAction(sessionId, type, EXAMPLES[type] as never);
    const actions = (await log.recent(sessionId)).reverse();
    expect(actions.map(({ actionType, data }) => [actionType, data])).toEqual(
      ACTION_TYPES.map((type) => [type, EXAMPLES[type]]),
    );
  });

  it('4.1: stores an action without data as NULL', async () => {
    const { log, rows, sessionId } = await open();
    expect(await log.logAction(sessionId, 'idle_end')).toMatchObject({ data: {} });
    expect(await rows()).toMatchObject([{ data: null }]);
  });

  it('leaves out fields that are not part of the type, such as the text of a file', async () => {
    const { log, rows, sessionId } = await open();
    const withText = { path: 'a.ts', content: 'const key = 1' };
    await log.logAction(sessionId, 'file_open', withText);
    expect(await rows()).toMatchObject([{ data: '{"path":"a.ts"}' }]);
  });

  it('EC-17: discards an action without a session with a warning', async () => {
    const { log, rows, logged } = await open();
    expect(await log.logAction(null, 'file_open', { path: 'a.ts' })).toBeUndefined();
    expect(await log.logAction('gone', 'file_open', { path: 'a.ts' })).toBeUndefined();
    expect(await rows()).toEqual([]);
    expect(logged).toEqual(['coaching.action_discarded', 'coaching.action_discarded']);
  });

  it('EC-17: stores explaining, reviewing and the dashboard also without a session', async () => {
    const { log, rows } = await open();
    const types = [
      'explain_requested',
      'explain_completed',
      'review_requested',
      'review_completed',
      'dashboard_loaded',
    ] as const;
    for (const type of types) await log.logAction(null, type, EXAMPLES[type] as never);
    expect((await rows()).map(({ action_type, session_id }) => [action_type, session_id])).toEqual(
      types.map((type) => [type, null]),
    );
  });

  it('EC-21: stores each of many actions in a row, in their order', async () => {
    const { log, sessionId } = await open();
    const paths = Array.from({ length: 40 }, (_, index) => `${index}.ts`);
    await Promise.all(paths.map((path) => log.logAction(sessionId, 'tab_switch', { fromPath: null, toPath: path })));
    const found = (await log.recent(sessionId)).reverse();
    expect(found.map((action) => action.actionType === 'tab_switch' && action.data.toPath)).toEqual(paths);
  });

  it('EC-20: finds the last actions of a session with thousands by an index', async () => {
    const { log, sessionId, database } = await open();
    const plan = await database.write((connection) => {
      for (let index = 0; index < 5000; index++) {
        const time = new Date(Date.parse('2026-11-16T00:00:00Z') + index).toISOString();
        connection.run("INSERT INTO action_log VALUES (?, ?, 'idle_end', NULL, ?)", [`a${index}`, sessionId, time]);
      }
      return connection.all(
        'EXPLAIN QUERY PLAN SELECT * FROM action_log WHERE session_id = ? ORDER BY created_at DESC, rowid DESC',
        [sessionId],
      );
    });
    expect(plan.map(({ detail }) => detail)).toEqual([expect.stringContaining('action_log_by_session')]);
    expect((await log.recent(sessionId, { limit: 2 })).map(({ id }) => id)).toEqual(['a4999', 'a4998']);
  });

  it('4.5: finds the last actions, those of some types or since a time, and the time since the last', async () => {
    const { log, sessionId, clock } = await open();
    await log.logAction(sessionId, 'file_save', { path: 'a.ts', charCount: 10 });
    clock.advance(60_000);
    await log.logAction(sessionId, 'file_open', { path: 'b.ts' });
    await log.logAction(sessionId, 'file_open', { path: 'c.ts' });
    clock.advance(5000);
    const typesOf = async (filter: Parameters<typeof log.recent>[1]) =>
      (await log.recent(sessionId, filter)).map(({ data }) => 'path' in data && data.path);
    expect(await typesOf({ limit: 2 })).toEqual(['c.ts', 'b.ts']);
    expect(await typesOf({ types: ['file_save'] })).toEqual(['a.ts']);
    expect(await typesOf({ since: new Date(clock.now().getTime() - 10_000) })).toEqual(['c.ts', 'b.ts']);
    expect(await log.recent('other')).toEqual([]);
    expect(await log.timeSinceLast(sessionId)).toBe(5000);
    expect(await log.timeSinceLast(sessionId, ['file_save'])).toBe(65_000);
    expect(await log.timeSinceLast(sessionId, ['idle_start', 'idle_end'])).toBeUndefined();
  });

  it('calls every listener after an action was stored, also if one throws, and none that was removed', async () => {
    const { log, sessionId, rows, logged } = await open();
    const events: ActionLogEvent[] = [];
    let stored: Promise<unknown[]> | undefined;
    log.subscribe(() => {
      throw new Error('broken listener');
    });
    log.subscribe(() => {
      stored ??= rows();
    });
    const unsubscribe = log.subscribe((event) => void events.push(event));
    const action = await log.logAction(sessionId, 'idle_end');
    await log.updateBuffer(sessionId, { path: 'a.ts', charCount: 10 });
    expect(events).toEqual([
      { kind: 'action', action },
      { kind: 'buffer_update', sessionId, update: { path: 'a.ts', charCount: 10 } },
    ]);
    expect(await stored).toHaveLength(1);
    expect(logged).toEqual(['coaching.listener_failed', 'coaching.listener_failed']);
    unsubscribe();
    await log.logAction(sessionId, 'idle_end');
    await log.logAction(null, 'idle_end');
    expect(events).toHaveLength(2);
  });
});

const RANGE = { startLine: 1, startColumn: 0, endLine: 3, endColumn: 5 };
const PHASE = { phaseId: 'p1', phaseNumber: 1, title: 'Read' };
const CALL = { model: 'm-1', latency_ms: 900, success: true };

const EXAMPLES: { readonly [Type in ActionType]: ActionData[Type] } = {
  file_open: { path: 'a.ts' },
  file_save: { path: 'a.ts', charCount: 10 },
  file_close: { path: 'a.ts' },
  buffer_summary: { path: 'a.ts', editCount: 2, charDelta: -3, charCount: 10 },
  buffer_significant_change: { path: 'a.ts', previousCharCount: 10, newCharCount: 40, delta: 30 },
  tab_switch: { fromPath: 'a.ts', toPath: 'b.ts' },
  selection: { path: 'a.ts', range: RANGE, textLength: 12 },
  hint_level_change: { level: 'line', previousLevel: 'none' },
  explain_requested: { path: 'a.ts', range: RANGE },
  explain_completed: { path: 'a.ts', ...CALL },
  review_requested: {},
  review_completed: { kataId: 'k1', level: 4, passed: true, ...CALL },
  idle_start: { lastActionTimestamp: '2026-11-16T10:00:00.000Z' },
  idle_end: {},
  session_started: { issueNumber: 42 },
  session_resumed: { previousSessionId: 's1' },
  session_ended: { status: 'completed', durationMs: 60_000 },
  phase_started: PHASE,
  phase_completed: PHASE,
  coaching_message: { messageType: 'hint' },
  coaching_pipeline: { planId: 'plan', phaseCount: 3 },
  nudge_sent: { signal: 'wrong_file', confidence: 0.8 },
  nudge_suppressed: { signal: 'idle', confidence: 0.5, reason: 'low_confidence' },
  observer_muted: { muted: true },
  mcp_tool_call: { toolName: 'paige_get_diff', sessionId: 'mcp' },
  decorations_applied: { path: 'a.ts', count: 1 },
  file_hints_applied: { paths: ['a.ts'] },
  dashboard_loaded: { statsPeriod: '7d', issuesLoaded: true, materialsLoaded: false },
};
