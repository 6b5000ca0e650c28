import { describe, expect, it } from 'vitest';
import { deliberationRecord } from '../../support/deliberation-record.js';
import { exampleResult } from '../../support/example-result.js';
import { sqliteDrivers } from '../../support/sqlite-drivers.js';
import { movableClock, openTestGraph } from '../../support/test-graph.js';

describe.each(sqliteDrivers)('remember, with $name', (driver) => {
  const open = (options: Parameters<typeof openTestGraph>[0] = {}) => openTestGraph({ driver, ...options });

  it('dates no decision in the future, whatever its record says', async () => {
    const clock = movableClock();
    const graph = await open({ clock });
    await graph.remember(deliberationRecord({ id: 'x', at: '2099-01-01T00:00:00.000Z' }));
    expect((await graph.get('x'))?.decidedAt).toEqual(clock.now());
    await graph.close();
  });

  it('gives back everything it was handed', async () => {
    const graph = await open();
    await graph.remember(deliberationRecord({ id: 'x', at: '2026-03-04T05:06:07.000Z', directory: '/projects/shop' }));
    const expected = {
      id: 'x',
      question: 'Should the job queue use PostgreSQL or SQLite?',
      consensus: 'Both prefer PostgreSQL.',
      winningOption: 'PostgreSQL',
      status: 'unanimous_consensus',
      resultStatus: 'complete',
      participants: ['sonnet@claude', 'gpt-6@codex'],
      decidedAt: new Date('2026-03-04T05:06:07.000Z'),
      workingDirectory: '/projects/shop',
      costUsd: 0.02,
      firstRoundWinner: 'PostgreSQL',
      duplicateOf: null,
      outcome: null,
      archivedAt: null,
    };
    const stored = await graph.get('x');
    expect(stored).toMatchObject(expected);
    expect(stored?.stances[1]).toEqual({
      participant: 'gpt-6@codex',
      model: 'gpt-6',
      option: 'PostgreSQL',
      confidence: 0.8,
      rationale: 'PostgreSQL fits best.',
      finalPosition: 'I think that PostgreSQL is right.',
      firstOption: 'PostgreSQL',
    });
    await graph.close();
  });

  it('takes what the council returns as it is', async () => {
    const graph = await open();
    const { voting_result } = deliberationRecord();
    const decision = await graph.remember({ ...exampleResult(), voting_result });
    expect(decision).toMatchObject({ question: exampleResult().question, id: exampleResult().deliberation_id });
    expect(decision?.stances).toHaveLength(exampleResult().participants.length);
    await graph.close();
  });

  it('remembers the same deliberation once, and keeps what was said about it since', async () => {
    const graph = await open();
    const record = deliberationRecord({ id: 'x' });
    await graph.remember(record);
    await graph.setOutcome('x', { outcome: 'right' });
    expect(await graph.remember(record)).toMatchObject({ id: 'x', outcome: { outcome: 'right' } });
    expect(await graph.stats()).toMatchObject({ decisions: 1, stances: 2 });
    await graph.close();
  });

  it('does not remember a deliberation without a decision', async () => {
    const graph = await open();
    expect(await graph.remember(deliberationRecord({ status: 'failed', winner: null }))).toBeNull();
    expect(await graph.list()).toEqual([]);
    await graph.close();
  });

  it('links the same question in other clothes to the decision before it, in whatever order they come', async () => {
    const graph = await open();
    const on = (day: number) => `2026-02-0${day}T00:00:00.000Z`;
    await graph.remember(deliberationRecord({ id: 'third', question: 'Do we use tabs?', at: on(3) }));
    await graph.remember(deliberationRecord({ id: 'first', question: 'do we  use TABS', at: on(1) }));
    await graph.remember(deliberationRecord({ id: 'second', question: 'Do we use tabs?!', at: on(2) }));
    const originals = (await graph.list()).map(({ id, duplicateOf }) => [id, duplicateOf]);
    expect(originals).toEqual([
      ['third', 'second'],
      ['second', 'first'],
      ['first', null],
    ]);
    await graph.delete('second');
    expect((await graph.get('third'))?.duplicateOf).toBeNull();
    await graph.close();
  });

  it('takes secrets out before it cuts a text, so that no half of one is kept', async () => {
    const secret = 'sk-live-0123456789abcdef0123456789abcdef';
    const redact = async (text: string) => text.replaceAll(secret, '[secret]');
    const graph = await open({ redact });
    const rationale = `${'x'.repeat(480)}${secret}`;
    await graph.remember(deliberationRecord({ id: 'x', rationale, question: `Is ${secret} safe here?` }));
    const decision = await graph.get('x');
    expect(decision?.question).toBe('Is [secret] safe here?');
    expect(JSON.stringify(decision)).not.toContain('sk-live');
    expect(decision?.stances[0]?.rationale).toContain('[secret]');
    await graph.close();
  });

  it('stores nothing if no vote was cast or the quorum was missed', async () => {
    const graph = await open();
    const record = deliberationRecord({ id: 'x' });
    expect(await graph.remember({ ...record, voting_result: null })).toBeNull();
    expect(await graph.remember({ ...record, voting_result: { winning_option: null, votes_by_round: [] } })).toBeNull();
    expect(await graph.remember({ ...record, convergence_info: { status: 'no_quorum' } })).toBeNull();
    expect(await graph.count()).toBe(0);
    await graph.close();
  });

  it('names an option as the tally does, and keeps an answer without its vote', async () => {
    const graph = await open();
    const record = deliberationRecord({ id: 'x', response: 'Because it scales.\n**VOTE:** {"option": "A"}' });
    const [vote, ...others] = record.voting_result?.votes_by_round ?? [];
    if (vote === undefined || record.voting_result === null) throw new Error('the record has no votes');
    const byId = { ...vote, vote: { ...vote.vote, option: 'a' } };
    await graph.remember({ ...record, voting_result: { ...record.voting_result, votes_by_round: [byId, ...others] } });
    expect((await graph.get('x'))?.stances[0]).toMatchObject({
      option: 'PostgreSQL',
      finalPosition: 'Because it scales.',
    });
    await graph.close();
  });

  it('bounds what a talkative council leaves behind', async () => {
    const graph = await open();
    const long = 'word '.repeat(20_000);
    await graph.remember(deliberationRecord({ id: 'x', response: long, rationale: long, consensus: long }));
    expect(JSON.stringify(await graph.get('x')).length).toBeLessThan(6_000);
    await graph.close();
  });
});
