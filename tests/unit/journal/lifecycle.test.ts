import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BELIEF, expectValue, journalIn, recordingLogger } from '../../support/journal-fixture.js';

const readJson = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;

describe('an entry', () => {
  it('begins with every field of the format, in a folder that is made for it', async () => {
    const { journal, folder } = journalIn();
    const sessionId = expectValue(await journal.startSession());
    const { entry, warnings } = expectValue(await journal.create(BELIEF));
    expect(sessionId).toMatch(/^session_\d{8}_\d{6}_[0-9a-f]{6}$/);
    expect(entry).toEqual({
      id: expect.stringMatching(/^ghap_\d{8}_\d{6}_[0-9a-f]{6}$/),
      session_id: sessionId,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
      opened_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      ...BELIEF,
      history: [],
      iteration_count: 1,
      notes: [],
    });
    expect(warnings).toEqual([]);
    expect(readJson(join(folder, 'current_ghap.json'))).toEqual(entry);
    expect(readFileSync(join(folder, '.session_id'), 'utf8').trim()).toBe(sessionId);
  });

  it('keeps a belief that is given up, with the time at which it was taken up', async () => {
    const times = ['2026-01-02T03:04:05.678Z', '2026-01-02T03:10:00Z', '2026-01-02T03:20:00Z'].map(
      (at) => new Date(at),
    );
    let step = 0;
    const clock = { now: () => times[step] ?? new Date(), elapsed: () => 0 };
    const { journal } = journalIn({ clock });
    await journal.create(BELIEF);
    step = 1;
    await journal.update({ hypothesis: 'The worker is killed' });
    step = 2;
    const { entry } = expectValue(
      await journal.update({ prediction: 'The exit code is 137', action: 'Read the exit code' }),
    );
    expect(entry.iteration_count).toBe(3);
    const { hypothesis, action, prediction } = BELIEF;
    expect(entry.history).toEqual([
      { timestamp: '2026-01-02T03:04:05Z', hypothesis, action, prediction },
      { timestamp: '2026-01-02T03:10:00Z', hypothesis: 'The worker is killed', action, prediction },
    ]);
    expect(entry).toMatchObject({ hypothesis: 'The worker is killed', prediction: 'The exit code is 137' });
  });

  it.each([
    ['a note', { note: 'seen in the log' }, { notes: ['seen in the log'] }],
    ['another strategy', { strategy: 'read-the-error' as const }, { strategy: 'read-the-error' }],
    ['the same words again', { hypothesis: BELIEF.hypothesis }, { hypothesis: BELIEF.hypothesis }],
  ])('gets no history from %s alone', async (_what, update, expected) => {
    const { journal } = journalIn();
    await journal.create(BELIEF);
    const { entry } = expectValue(await journal.update(update));
    expect(entry).toMatchObject({ ...expected, history: [], iteration_count: 1 });
  });

  it('moves to the entries of the session when it is resolved, and cannot be resolved again', async () => {
    const { journal, folder } = journalIn();
    const { entry } = expectValue(await journal.create(BELIEF));
    const resolve = {
      status: 'falsified' as const,
      result: 'It hangs still',
      surprise: 'The queue was closed',
      rootCause: { category: 'wrong-assumption', description: 'The reader waits, not the queue' },
      lesson: { what_worked: 'A stack dump', takeaway: 'Look where it waits' },
    };
    const { entry: resolved, agreement } = expectValue(await journal.resolve(resolve));
    expect(resolved).toEqual({
      ...entry,
      outcome: {
        status: 'falsified',
        result: 'It hangs still',
        captured_at: expect.stringMatching(/Z$/),
        auto_captured: false,
      },
      surprise: resolve.surprise,
      root_cause: resolve.rootCause,
      lesson: resolve.lesson,
      confidence_tier: 'silver',
    });
    expect(agreement).toBe('none');
    expect(await journal.getSessionEntries()).toEqual([resolved]);
    expect(await journal.getCurrent()).toBeNull();
    expect(readdirSync(folder)).not.toContain('current_ghap.json');
    expect(await journal.resolve(resolve)).toMatchObject({ ok: false, error: { kind: 'none_active' } });
  });

  it('is gold when its outcome was captured, and abandoned whatever else is said', async () => {
    const { journal } = journalIn();
    await journal.create(BELIEF);
    const gold = await journal.resolve({ status: 'confirmed', result: 'green', autoCaptured: true });
    expect(expectValue(gold).entry).toMatchObject({ confidence_tier: 'gold', outcome: { auto_captured: true } });
    await journal.create(BELIEF);
    const left = await journal.resolve({ status: 'abandoned', result: 'no time', autoCaptured: true });
    expect(expectValue(left).entry.confidence_tier).toBe('abandoned');
    await journal.create(BELIEF);
    const { entry } = expectValue(await journal.abandon('another way was found'));
    expect(entry).toMatchObject({
      confidence_tier: 'abandoned',
      outcome: { status: 'abandoned', result: 'another way was found' },
    });
    expect(await journal.getSessionEntries()).toHaveLength(3);
  });

  it('cannot be updated, resolved or abandoned when there is none', async () => {
    const { journal } = journalIn();
    const none = { ok: false, error: { kind: 'none_active', message: expect.stringContaining('start one') } };
    expect(await journal.update({ note: 'x' })).toMatchObject(none);
    expect(await journal.resolve({ status: 'confirmed', result: 'x' })).toMatchObject(none);
    expect(await journal.abandon('x')).toMatchObject(none);
  });

  it('keeps fields that another program has written', async () => {
    const { journal, folder } = journalIn();
    const { entry } = expectValue(await journal.create(BELIEF));
    const path = join(folder, 'current_ghap.json');
    writeFileSync(path, JSON.stringify({ ...entry, ticket: { number: 7 }, surprise: null }));
    expect(expectValue(await journal.update({ note: 'n' })).entry).toMatchObject({
      ticket: { number: 7 },
      notes: ['n'],
    });
    const { entry: resolved } = expectValue(await journal.resolve({ status: 'confirmed', result: 'r' }));
    expect(resolved).toMatchObject({ ticket: { number: 7 } });
    expect(readFileSync(join(folder, 'session_entries.jsonl'), 'utf8')).toContain('"ticket":{"number":7}');
  });

  it('cuts a text of more than 10,000 characters, whole characters only, and says so', async () => {
    const logger = recordingLogger();
    const { journal } = journalIn({ logger });
    const { entry, warnings } = expectValue(await journal.create({ ...BELIEF, goal: '🦉'.repeat(10_001) }));
    expect(entry.goal).toBe('🦉'.repeat(10_000));
    expect(warnings).toEqual(['goal had 10001 characters and was cut to 10000.']);
    expect(logger.events).toContain('warn journal.text_cut');
    const resolved = expectValue(
      await journal.resolve({
        status: 'falsified',
        result: 'r'.repeat(10_001),
        rootCause: { category: 'oversight', description: 'd'.repeat(10_001) },
      }),
    );
    expect(resolved.entry.outcome.result).toHaveLength(10_000);
    expect(resolved.warnings).toHaveLength(2);
  });

  it('replaces what cannot be encoded by U+FFFD and keeps every other character', async () => {
    const { journal } = journalIn();
    const goal = `a\ud800b "quoted" \u0000 line\nbreak \\ \u2028 ü`;
    const { entry } = expectValue(await journal.create({ ...BELIEF, goal }));
    expect(entry.goal).toBe(goal.replace('\ud800', '\ufffd'));
    expect((await journal.getCurrent())?.goal).toBe(entry.goal);
  });
});
