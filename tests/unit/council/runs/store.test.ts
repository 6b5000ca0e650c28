import { describe, expect, it } from 'vitest';
import { compareValues, firstDifference } from '../../../../src/council/replay/replay-record.js';
import { recordedProject } from '../../../support/recorded-council.js';
import { answered, vote } from '../../../support/scripted-council.js';

const priced = () =>
  answered(vote('SQLite', { confidence: 0.9 }), { inputTokens: 100, outputTokens: 50, costUsd: 0.01 });

async function withOneRun() {
  const project = recordedProject();
  const opened = await project.open({ one: priced, two: priced });
  const { deliberation_id: id } = await opened.council.deliberate({
    question: 'Should our job queue use PostgreSQL or SQLite?',
    participants: [{ cli: 'one' }, { cli: 'two' }],
    working_directory: project.folder,
  });
  const living = JSON.stringify({ pid: process.pid, started: '', host: 'another machine' });
  const revive = () =>
    project.sql(`UPDATE runs SET status = 'running', owner = '${living}', updated_at = '${new Date().toISOString()}'`);
  return { project, id, runs: opened.runs, store: opened.store, close: opened.close, revive };
}

describe('recorded deliberations', () => {
  it('are listed with how far they came and what is known of their cost', async () => {
    const { id, runs, close } = await withOneRun();
    expect((await runs.list()).entries).toMatchObject([
      { id, status: 'finished', winner: 'SQLite', calls: { done: 2, open: 0 }, cost: { usd: 0.02, unknownCalls: 0 } },
    ]);
    expect((await runs.list({ status: 'interrupted' })).entries).toEqual([]);
    await close();
  });

  it('are neither deleted nor pruned while they run, also on another machine that was active lately', async () => {
    const { id, runs, close, revive } = await withOneRun();
    revive();
    await expect(runs.delete(id)).rejects.toMatchObject({ type: 'conflict' });
    expect(await runs.prune(new Date(Date.now() + 1_000))).toBe(0);
    expect((await runs.list()).entries).toMatchObject([{ id, status: 'running' }]);
    await close();
  });

  it('count as interrupted when their owner gave no sign for long, and are pruned by age with all their calls', async () => {
    const { project, id, runs, close, revive } = await withOneRun();
    revive();
    project.sql(`UPDATE runs SET updated_at = '2026-01-01T00:00:00.000Z'`);
    expect((await runs.list({ status: 'interrupted' })).entries).toMatchObject([{ id }]);
    expect(await runs.prune(new Date('2025-12-31'))).toBe(0);
    expect(await runs.prune(new Date('2026-01-02'))).toBe(1);
    await expect(runs.show(id)).rejects.toMatchObject({ type: 'not_found' });
    await close();
  });

  it('give an estimate the figures of past calls to a model', async () => {
    const { store, close } = await withOneRun();
    expect(await store.pastCalls('one', 'm')).toMatchObject({
      calls: 1,
      answerLength: { low: 50, high: 50 },
      callUsd: { low: 0.01, high: 0.01 },
    });
    expect(await store.pastCalls('three', 'm')).toBeUndefined();
    await close();
  });

  it('give the usual and a high figure, and what a tool adds by the length of the question', async () => {
    const project = recordedProject();
    let call = 0;
    const growing = ({ prompt }: { readonly prompt: string }) => {
      call += 1;
      const inputTokens = Math.round(prompt.length / 4) + 700;
      return answered(vote('SQLite', { confidence: 0.9 }), { inputTokens, outputTokens: call * 100, costUsd: call });
    };
    const opened = await project.open({ one: growing, two: priced });
    for (const context of ['', 'x'.repeat(9_000), 'y'.repeat(40_000)]) {
      await opened.council.deliberate({
        question: 'Should our job queue use PostgreSQL or SQLite?',
        context,
        participants: [{ cli: 'one' }, { cli: 'two' }],
        mode: 'quick',
        working_directory: project.folder,
      });
    }
    expect(await opened.store.pastCalls('one', 'm')).toMatchObject({
      calls: 3,
      addedTokens: 700,
      answerLength: { low: 200, high: 300 },
      callUsd: { low: 2, high: 3 },
    });
    await opened.close();
  });
});

describe('a comparison', () => {
  it('shows where the two differ, wherever that is', () => {
    const recorded = { tally: { A: 1, B: 2 }, list: [1, 2] };
    expect(compareValues(recorded, { tally: { A: 2 }, list: [1, 2, 3] })).toEqual([
      { path: 'tally.A', recorded: 1, replayed: 2 },
      { path: 'tally.B', recorded: 2, replayed: undefined },
      { path: 'list.2', recorded: undefined, replayed: 3 },
    ]);
  });

  it('shows the first lines that differ and not the end that is the same', () => {
    expect(firstDifference('a\nb\nc', 'a\nx\ny\nc')).toEqual({ line: 2, recorded: ['b'], now: ['x', 'y'] });
  });
});
