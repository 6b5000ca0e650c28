import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { DeliberationRequest, ProgressEvent } from '../../../../src/council/index.js';
import { answered, failed, type Script, scriptedCouncil, vote } from '../../../support/scripted-council.js';

const question = 'Should the job queue use PostgreSQL or SQLite?';
const saying =
  (...replies: readonly ReturnType<Script>[]): Script =>
  (_request, call) =>
    replies[Math.min(call, replies.length) - 1] ?? '';
const [two, one] = [vote('PostgreSQL'), vote('SQLite')];

async function deliberate(scripts: Readonly<Record<string, Script>>, more: Partial<DeliberationRequest> = {}) {
  const events: ProgressEvent[] = [];
  const { council, folder, prompts } = await scriptedCouncil(scripts);
  const result = await council.deliberate(
    {
      question,
      participants: Object.keys(scripts).map((cli) => ({ cli, model: 'm' })),
      rounds: 4,
      challenge: true,
      working_directory: folder,
      ...more,
    },
    { onProgress: (event) => events.push(event) },
  );
  return { result, events, prompts, transcript: readFileSync(result.transcript_path ?? '', 'utf8') };
}

describe('a debate that challenged its lead', () => {
  const panel = { a: saying(two), b: saying(two), c: saying(one) };

  it('says in its result who was asked when and why, and whose earlier vote counts', async () => {
    const { result } = await deliberate(panel);
    expect(result.integrity.challenge).toEqual({
      rounds: [
        {
          round: 2,
          asked: ['m@a', 'm@b'],
          because: 'PostgreSQL leads with 2 of 3 votes and is put to the test',
        },
      ],
      ended: 'PostgreSQL withstood the challenge',
      standing: ['m@c'],
    });
    expect(result).toMatchObject({ status: 'complete', rounds_completed: 2, cost: { calls: 5 } });
    expect(result.full_debate.map(({ round, participant }) => [round, participant])).toEqual([
      [1, 'm@a'],
      [1, 'm@b'],
      [1, 'm@c'],
      [2, 'm@a'],
      [2, 'm@b'],
    ]);
  });

  it('counts an earlier vote of a participant that was not asked again, without a warning', async () => {
    const { result } = await deliberate(panel);
    const last = result.voting_result?.votes_by_round.filter(({ round }) => round === 2);
    expect(last?.map(({ participant, carried_forward, stands }) => [participant, carried_forward, stands])).toEqual([
      ['m@a', false, undefined],
      ['m@b', false, undefined],
      ['m@c', false, true],
    ]);
    expect(result.integrity.quorum).toEqual({ needed: 2, voters: 3, met: true });
    expect(result.integrity.warnings.join('\n')).not.toMatch(/carried forward|missing/);
  });

  it('calls a vote carried forward, and its voter missing, if the voter was asked again and failed', async () => {
    const busy = failed({ kind: 'server_error', status: 503, detail: 'busy' });
    const { result } = await deliberate({ ...panel, b: saying(two, busy) });
    expect(result.status).toBe('partial');
    expect(result.integrity.missing.map(({ participant }) => participant)).toEqual(['m@b']);
    expect(result.integrity.warnings).toContain('votes of an earlier round were carried forward for m@b');
    expect(result.voting_result?.final_tally).toEqual({ PostgreSQL: 2, SQLite: 1 });
  });

  it('measures agreement among all who answered, not among those who were asked last', async () => {
    const { result } = await deliberate(panel);
    const scores = result.convergence_info?.scores_by_round.at(-1);
    expect(scores?.minimum).toBe(1);
    // The two give the same answer; with the third, who stands by another, it is less.
    expect(scores?.agreement).toBeLessThan(0.8);
    expect(Object.keys(result.convergence_info?.per_participant_similarity ?? {})).toEqual(['m@a', 'm@b']);
  });

  it('is described in the transcript', async () => {
    const { transcript } = await deliberate(panel);
    expect(transcript).toContain(
      [
        '- Asked in round 2: m@a, m@b, because PostgreSQL leads with 2 of 3 votes and is put to the test',
        '- Then no further participant was asked: PostgreSQL withstood the challenge',
        '- Not asked in the last round, their votes still count: m@c',
      ].join('\n'),
    );
    expect(transcript).toContain('- m@c: **SQLite**, confidence 0.70, would go on, not asked again, still counts. ');
    expect(transcript).not.toContain('carried forward');
  });

  it('is described in the transcript without mentioning a test if there was nothing to test', async () => {
    const { transcript } = await deliberate({ a: saying(two), b: saying(two) });
    expect(transcript).toContain('- No participant was asked again: all votes agree\n');
    const quick = await deliberate(panel, { mode: 'quick' });
    expect(quick.transcript).not.toMatch(/No participant was asked|no further participant|to the test/);
  });

  it('is shown in the progress events', async () => {
    const { events } = await deliberate(panel);
    expect(events.filter(({ kind }) => kind === 'round_started')).toEqual([
      { kind: 'round_started', round: 1, rounds: 4 },
      {
        kind: 'round_started',
        round: 2,
        rounds: 4,
        asked: ['m@a', 'm@b'],
        because: 'PostgreSQL leads with 2 of 3 votes and is put to the test',
      },
    ]);
    expect(events.findLast(({ kind }) => kind === 'round_finished')).toMatchObject({
      tally: { PostgreSQL: 2, SQLite: 1 },
      stop: 'PostgreSQL withstood the challenge',
    });
  });

  it('asks the voters of the lead to test it against the others, without pressure in either direction', async () => {
    const { prompts } = await deliberate(panel);
    expect(prompts.a?.[1]).toContain('O1 leads; this round puts it to the test.');
    expect(prompts.a?.[1]).toContain('That it leads is no argument for it, and that it is tested is none against it.');
    expect(prompts.a?.[1]).toContain('> I choose SQLite.');
    const tied = await deliberate({ a: saying(two), b: saying(one) });
    expect(tied.prompts.a?.[1]).toContain('O1 and O2 are tied; this round is there to tell them apart');
  });

  it('is refused another round only if the participants of that round would cost too much', async () => {
    const dear = answered(two, { inputTokens: 1_000, outputTokens: 1_000, costUsd: 0.03 });
    const dearer = answered(one, { inputTokens: 1_000, outputTokens: 1_000, costUsd: 3 });
    const scripts = { a: saying(dear), b: saying(dear), c: saying(dearer) };
    // Asking the third again would pass the cap; asking the two does not.
    const tested = await deliberate(scripts, { max_cost_usd: 4 });
    expect(tested.result.rounds_completed).toBe(2);
    expect(tested.result.integrity.warnings.join('\n')).not.toContain('ended early');
    const all = await deliberate(scripts, { max_cost_usd: 4, challenge: false });
    expect(all.result.rounds_completed).toBe(1);
    expect(all.result.integrity.warnings[0]).toContain('the cost cap of $4');
  });
});
