import { describe, expect, it, vi } from 'vitest';
import { systemTimers } from '../../../src/coaching/timers.js';
import { actionLogIn } from '../../support/action-log-fixture.js';
import { startSession } from '../../support/coaching-fixture.js';

describe('edits of buffers', () => {
  it('4.2: are summarized for every edited file after 30 seconds, counted from the last summary', async () => {
    const { log, sessionId, actions, timers } = await actionLogIn();
    await log.updateBuffer(sessionId, { path: 'a.ts', charCount: 1010, previousCharCount: 1000 });
    await log.updateBuffer(sessionId, { path: 'a.ts', charCount: 1004 });
    await log.updateBuffer(sessionId, { path: 'b.ts', charCount: 90, previousCharCount: 100 });
    expect(await actions()).toEqual([]);
    expect(timers.intervals()).toEqual([30_000]);
    await timers.fire();
    expect(await actions()).toEqual([
      ['buffer_summary', { path: 'a.ts', editCount: 2, charDelta: 4, charCount: 1004 }],
      ['buffer_summary', { path: 'b.ts', editCount: 1, charDelta: -10, charCount: 90 }],
    ]);
    await log.updateBuffer(sessionId, { path: 'b.ts', charCount: 95 });
    await timers.fire();
    expect((await actions()).slice(2)).toEqual([
      ['buffer_summary', { path: 'b.ts', editCount: 1, charDelta: 5, charCount: 95 }],
    ]);
  });

  it.each([
    ['more than 500 characters', 2000, 2501],
    ['fewer by more than 500 characters', 2000, 1499],
    ['more than half', 100, 151],
    ['fewer by more than half', 100, 49],
    ['the first text of an empty file', 0, 1],
  ])('4.3: are stored at once when they change %s', async (_what, previous, now) => {
    const { log, sessionId, actions, timers } = await actionLogIn();
    await log.updateBuffer(sessionId, { path: 'a.ts', charCount: now, previousCharCount: previous });
    const change = { path: 'a.ts', previousCharCount: previous, newCharCount: now, delta: now - previous };
    expect(await actions()).toEqual([['buffer_significant_change', change]]);
    await log.updateBuffer(sessionId, { path: 'a.ts', charCount: now });
    await timers.fire();
    expect((await actions()).slice(1)).toEqual([
      ['buffer_summary', { path: 'a.ts', editCount: 1, charDelta: 0, charCount: now }],
    ]);
  });

  it.each([
    ['500 characters', 2000, 2500],
    ['half', 100, 150],
    ['half less', 100, 50],
    ['nothing that is known', undefined, 5000],
  ])('4.3: are not stored at once when they change %s', async (_what, previous, now) => {
    const { log, sessionId, actions } = await actionLogIn();
    const before = previous === undefined ? {} : { previousCharCount: previous };
    await log.updateBuffer(sessionId, { path: 'a.ts', charCount: now, ...before });
    expect(await actions()).toEqual([]);
  });

  it('4.3: add up until they are significant', async () => {
    const { log, sessionId, actions } = await actionLogIn();
    await log.updateBuffer(sessionId, { path: 'a.ts', charCount: 2300, previousCharCount: 2000 });
    await log.updateBuffer(sessionId, { path: 'a.ts', charCount: 2600 });
    await log.updateBuffer(sessionId, { path: 'a.ts', charCount: 2700 });
    expect(await actions()).toEqual([
      ['buffer_significant_change', { path: 'a.ts', previousCharCount: 2000, newCharCount: 2600, delta: 600 }],
    ]);
  });

  it('4.7: store nothing when the timer fires and no file was edited', async () => {
    const { log, sessionId, actions, timers } = await actionLogIn();
    await log.updateBuffer(sessionId, { path: 'a.ts', charCount: 11, previousCharCount: 10 });
    await timers.fire();
    await timers.fire();
    expect(await actions()).toHaveLength(1);
  });

  it('4.8: are summarized a last time when the session ends, and its timer is cleared', async () => {
    const { log, sessionId, actions, timers } = await actionLogIn();
    await log.updateBuffer(sessionId, { path: 'a.ts', charCount: 11, previousCharCount: 10 });
    await log.logAction(sessionId, 'session_ended', { status: 'completed', durationMs: 1 });
    const types = async () => (await actions()).map(([type]) => type);
    expect(await types()).toEqual(['buffer_summary', 'session_ended']);
    expect(timers.intervals()).toEqual([]);
    await log.updateBuffer(sessionId, { path: 'a.ts', charCount: 900 });
    expect(timers.intervals()).toEqual([]);
    expect(await types()).toHaveLength(2);
  });

  it('EC-18: are stored at shutdown, which clears all timers', async () => {
    const { log, sessionId, actions, timers, store } = await actionLogIn();
    const other = await startSession(store, '/projects/other');
    await log.updateBuffer(sessionId, { path: 'a.ts', charCount: 11, previousCharCount: 10 });
    await log.updateBuffer(other.id, { path: 'a.ts', charCount: 11, previousCharCount: 10 });
    expect(timers.intervals()).toEqual([30_000, 30_000]);
    await log.close();
    expect(timers.intervals()).toEqual([]);
    expect(await actions()).toHaveLength(2);
    await log.updateBuffer(sessionId, { path: 'a.ts', charCount: 900 });
    expect(timers.intervals()).toEqual([]);
  });

  it('are summarized when their file is closed', async () => {
    const { log, sessionId, actions, timers } = await actionLogIn();
    await log.updateBuffer(sessionId, { path: 'a.ts', charCount: 11, previousCharCount: 10 });
    await log.logAction(sessionId, 'file_close', { path: 'a.ts' });
    await timers.fire();
    expect((await actions()).map(([type]) => type)).toEqual(['buffer_summary', 'file_close']);
  });

  it('are only for listeners without a session', async () => {
    const { log, actions, timers } = await actionLogIn();
    await log.updateBuffer(null, { path: 'a.ts', charCount: 5000, previousCharCount: 0 });
    expect(await actions()).toEqual([]);
    expect(timers.intervals()).toEqual([]);
  });

  it('report a summary that cannot be stored instead of ending the process', async () => {
    const { log, sessionId, timers, database, logged } = await actionLogIn();
    await log.updateBuffer(sessionId, { path: 'a.ts', charCount: 11, previousCharCount: 10 });
    await database.close();
    await timers.fire();
    expect(logged).toEqual(['coaching.write_failed', 'coaching.summary_failed']);
  });
});

it('runs repeated work with the timers of the system until it is ended', () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    const work = vi.fn(async () => undefined);
    const stop = systemTimers.every(30_000, work);
    vi.advanceTimersByTime(60_000);
    expect(work).toHaveBeenCalledTimes(2);
    stop();
    vi.advanceTimersByTime(60_000);
    expect(work).toHaveBeenCalledTimes(2);
  } finally {
    vi.useRealTimers();
  }
});
