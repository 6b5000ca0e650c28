import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type { PageProgram } from '../../../src/http/page-program.js';
import { ROUTES } from '../../../src/http/routes/index.js';
import { fillDecisions, idAt, openDecisionPages } from '../../support/decision-pages.js';
import { deliberationRecord } from '../../support/deliberation-record.js';
import { emptyProgram } from '../../support/pages-fixture.js';

const DAY_MS = 86_400_000;

describe('the decisions of a project', () => {
  it('are listed latest first, in pages of a hundred', async () => {
    const { decisions, program } = await openDecisionPages();
    await fillDecisions(decisions, 105);
    const first = await call('decisions', {}, program);
    expect(first.rows).toHaveLength(100);
    expect(first).toMatchObject({ total: 105, matching: 105, hasMore: true });
    expect(first.rows[0]).toMatchObject({
      id: idAt(104),
      outcome: expect.stringMatching(/right|wrong/),
      isArchived: false,
    });
    const second = await call('decisions', { before: first.rows.at(-1)?.id }, program);
    expect(second.rows.map(({ id }) => id)).toEqual([4, 3, 2, 1, 0].map(idAt));
    expect(second.hasMore).toBe(false);
  });

  it('are filtered by outcome and by whether they are archived', async () => {
    const { decisions, program } = await openDecisionPages();
    await fillDecisions(decisions, 8);
    expect(await call('archive_decision', { id: idAt(1), archived: true }, program)).toEqual({ changed: 1 });
    const ids = async (input: object) => (await call('decisions', input, program)).rows.map(({ id }) => id);
    expect(await ids({ outcome: 'none' })).toEqual([7, 5, 3].map(idAt));
    expect(await ids({ outcome: 'wrong' })).toEqual([idAt(0)]);
    expect(await ids({ outcome: 'any', archived: 'with' })).toEqual([6, 4, 2, 0].map(idAt));
    expect(await ids({ archived: 'only' })).toEqual([idAt(1)]);
    await call('archive_decision', { id: idAt(1), archived: false }, program);
    expect(await ids({ archived: 'only' })).toEqual([]);
  });

  it('are found by a similar question, with the answer of query_decisions', async () => {
    const { decisions, program } = await openDecisionPages();
    await fillDecisions(decisions, 12);
    const text = 'Which database for the job queue?';
    const { answer } = await call('search_decisions', { text }, program);
    expect(answer).toEqual(await decisions.query({ query_text: text, limit: 20 }));
    expect(answer?.results[0]?.question).toContain('job queue');
  });

  it('are shown whole, by the beginning of the id', async () => {
    const { decisions, program } = await openDecisionPages();
    await fillDecisions(decisions, 3);
    const { decision, isRecorded } = await call('decision', { id: 'd-002' }, program);
    expect(decision).toMatchObject({
      id: 'd-002',
      winning_option: 'Thirty days',
      options: ['Thirty days', 'One year'],
    });
    expect(decision.stances).toHaveLength(2);
    expect(isRecorded).toBe(false);
    await expect(call('decision', { id: 'nothing' }, program)).rejects.toThrow('there is no decision');
  });

  it('are judged by the operation of record_outcome', async () => {
    const { decisions, program } = await openDecisionPages();
    await fillDecisions(decisions, 8);
    const judged = { decision_id: idAt(1), outcome: 'superseded', note: 'too slow', superseded_by: idAt(7) };
    await call('record_outcome', judged, program);
    expect((await decisions.graph.get(idAt(1)))?.outcome).toMatchObject({ outcome: 'superseded', note: 'too slow' });
    const { relatives } = await call('decision_relatives', { id: idAt(1) }, program);
    expect(relatives.find(({ id }) => id === idAt(7))?.relation).toBe('superseded_by');
  });

  it('have relatives in time, of which none is called a contradiction', async () => {
    const { decisions, program } = await openDecisionPages();
    await fillDecisions(decisions, 24);
    const { relatives } = await call('decision_relatives', { id: idAt(0) }, program);
    expect(relatives.map(({ decided_at }) => decided_at)).toEqual(relatives.map(({ decided_at }) => decided_at).sort());
    expect(relatives.find(({ id }) => id === idAt(0))?.relation).toBe('this');
    const other = relatives.find(({ id }) => id === idAt(18));
    expect(other).toMatchObject({ relation: 'related', winning_option: 'SQLite' });
    const { answer } = await call('contradictions', {}, program);
    expect(answer?.results.length).toBeGreaterThan(0);
  });

  it('show a share of right votes only from ten outcomes on, in bins of at least five', async () => {
    const { decisions, program } = await openDecisionPages();
    await fillDecisions(decisions, 12);
    expect((await call('reliability', {}, program)).models[0]).toMatchObject({ count: 6, rate: null, bins: [] });
    await decisions.graph.delete(idAt(11));
    for (let number = 1; number < 11; number += 2)
      await decisions.recordOutcome({ decision_id: idAt(number), outcome: 'right' });
    const { outcomes, models } = await call('reliability', {}, program);
    expect(outcomes).toBe(11);
    expect(models[0]).toMatchObject({ count: 11, hits: 10, rate: { share: 10 / 11 } });
    expect(models[0]?.bins).toEqual([expect.objectContaining({ count: 11, hits: 10, from: 0.8, to: 0.8 })]);
    const [low, high] = models[0]?.rate?.interval ?? [1, 0];
    expect(low).toBeLessThan(10 / 11);
    expect(high).toBeGreaterThan(10 / 11);
  });

  it('await an outcome from two weeks after they were taken', async () => {
    const { decisions } = await openDecisionPages();
    await fillDecisions(decisions, 6);
    await decisions.graph.remember(deliberationRecord({ id: 'none', winner: null, at: '2026-06-01T09:00:00.000Z' }));
    await decisions.graph.remember(
      deliberationRecord({
        id: 'demo',
        participants: ['skeptic@demo', 'pragmatist@demo'],
        at: '2026-06-01T09:00:00.000Z',
      }),
    );
    await decisions.graph.archive({ ids: [idAt(1)] });
    const decidedAt = Date.UTC(2026, 5, 4, 9);
    expect(await decisions.awaitingOutcome(new Date(decidedAt + 14 * DAY_MS))).toEqual({ count: 0, latest: [] });
    const { count, latest } = await decisions.awaitingOutcome(new Date(decidedAt + 16 * DAY_MS + 1));
    expect(count).toBe(2);
    expect(latest.map(({ id }) => id)).toEqual([idAt(5), idAt(3)]);
  });

  it('are on a map that keeps its points when a decision is added', async () => {
    const { decisions, program } = await openDecisionPages();
    await fillDecisions(decisions, 48);
    const map = await settledMap(program);
    expect(map.points).toHaveLength(48);
    expect(map.topics.length).toBeGreaterThan(1);
    await decisions.graph.remember(deliberationRecord({ id: 'new', question: 'How long should log files be kept?' }));
    const next = await settledMap(program);
    expect(next.points).toHaveLength(49);
    const old = new Map(map.points.map(({ id, x, y }) => [id, [x, y]]));
    expect(
      next.points.filter(({ id }) => id !== 'new').every(({ id, x, y }) => String(old.get(id)) === String([x, y])),
    ).toBe(true);
  });

  it('are nothing in a project without decisions', async () => {
    const program = emptyProgram();
    expect(await call('decisions', {}, program)).toMatchObject({ total: 0, rows: [] });
    expect(await call('search_decisions', { text: 'anything' }, program)).toEqual({ answer: null });
    expect(await call('contradictions', {}, program)).toEqual({ answer: null });
    expect(await call('reliability', {}, program)).toEqual({ outcomes: 0, models: [] });
    expect(await call('decision_map', {}, program)).toMatchObject({ points: [], computing: false });
    await expect(call('decision', { id: 'x' }, program)).rejects.toThrow('nothing was decided here yet');
  });
});

type Routes = typeof ROUTES;

async function call<Name extends keyof Routes>(
  name: Name,
  input: unknown,
  program: PageProgram,
): Promise<Awaited<ReturnType<Routes[Name]['handle']>>> {
  const route = ROUTES[name] as { input: z.ZodType; handle(input: unknown, program: PageProgram): Promise<unknown> };
  return (await route.handle(route.input.parse(input), program)) as Awaited<ReturnType<Routes[Name]['handle']>>;
}

async function settledMap(program: PageProgram) {
  for (;;) {
    const map = await call('decision_map', {}, program);
    if (!map.computing) return map;
  }
}
