import { describe, expect, it } from 'vitest';
import type { CouncilSettings, DeliberationRequest, ProgressEvent } from '../../../../src/council/index.js';
import { failed, type Script, scriptedCouncil, vote } from '../../../support/scripted-council.js';

const question = 'Should the job queue use PostgreSQL, SQLite or Redis?';
const [A, B, C] = ['PostgreSQL', 'SQLite', 'Redis'];
const passing = failed({ kind: 'server_error', status: 503, detail: 'busy' });
const lasting = failed({ kind: 'not_installed', command: 'gone', remedy: 'install it' });

/** Its reply to each call; the last one repeats. */
const saying =
  (...replies: readonly ReturnType<Script>[]): Script =>
  (_request, call) =>
    replies[Math.min(call, replies.length) - 1] ?? '';
const sure = (option: string, confidence = 0.9) => vote(option, { confidence });

async function challenge(scripts: Readonly<Record<string, Script>>, more: Partial<DeliberationRequest> = {}) {
  const events: ProgressEvent[] = [];
  const { council, folder, prompts } = await scriptedCouncil(scripts, { voteRetries: 0 });
  const participants = Object.keys(scripts).map((cli) => ({ cli, model: 'm' }));
  const result = await council.deliberate(
    { question, participants, rounds: 4, challenge: true, working_directory: folder, ...more },
    { onProgress: (event) => events.push(event) },
  );
  const names = Object.keys(scripts);
  const askedIn = (round: number) =>
    names.filter((name) => prompts[name]?.some((prompt) => prompt.includes(`What to do in round ${round} `)));
  const asked = Array.from({ length: result.rounds_completed }, (_, index) => askedIn(index + 1));
  return { result, asked, prompts, events, ended: result.integrity.challenge?.ended };
}

describe('a debate that challenges its lead', () => {
  it('asks both voters of a lead of two to one, and the one against it keeps its vote', async () => {
    const { asked, result, ended } = await challenge({ a: saying(sure(A)), b: saying(sure(A)), c: saying(sure(B)) });
    // All three are equally sure, so the lead is tested once.
    expect(asked).toEqual([
      ['a', 'b', 'c'],
      ['a', 'b'],
    ]);
    expect(ended).toBe('PostgreSQL withstood the challenge');
    expect(result.voting_result?.final_tally).toEqual({ PostgreSQL: 2, SQLite: 1 });
    expect(result).toMatchObject({ status: 'complete', integrity: { quorum: { voters: 3 }, missing: [] } });
  });

  it('asks in the second challenge only those who are less sure than a participant that disagrees', async () => {
    const { asked, ended } = await challenge({
      a: saying(sure(A, 0.6)),
      b: saying(sure(A, 0.9)),
      c: saying(sure(B, 0.8)),
    });
    expect(asked).toEqual([['a', 'b', 'c'], ['a', 'b'], ['a']]);
    expect(ended).toBe('PostgreSQL withstood the challenge');
  });

  it('asks the three voters of a lead of three to two, and of three to one to one', async () => {
    const three = { a: saying(sure(A)), b: saying(sure(A)), c: saying(sure(A)) };
    for (const others of [
      { d: saying(sure(B)), e: saying(sure(B)) },
      { d: saying(sure(B)), e: saying(sure(C)) },
    ]) {
      const { asked } = await challenge({ ...three, ...others });
      expect(asked).toEqual([
        ['a', 'b', 'c', 'd', 'e'],
        ['a', 'b', 'c'],
      ]);
    }
  });

  it('asks no participant again if the lead is large or all agree, however unsure they are', async () => {
    const four = { a: saying(sure(A)), b: saying(sure(A)), c: saying(sure(A)), d: saying(sure(A)) };
    const large = await challenge({ ...four, e: saying(sure(B, 1)) });
    expect(large.asked).toHaveLength(1);
    expect(large.ended).toBe('PostgreSQL leads with 4 of 5 votes, a large lead');
    const unsure = await challenge({ a: saying(sure(A, 0.3)), b: saying(sure(A, 0.2)) });
    expect(unsure.asked).toHaveLength(1);
    expect(unsure.ended).toBe('all votes agree');
  });

  it('asks all voters in a tie, and again those who are no surer than another', async () => {
    const { asked, result, ended } = await challenge({
      a: saying(sure(A, 0.9)),
      b: saying(sure(A, 0.8)),
      c: saying(sure(B, 0.9)),
      d: saying(sure(B, 0.5)),
      e: saying(sure(C, 0.95)),
    });
    // Three times is the most: the fourth round that would be allowed is not held.
    expect(asked).toEqual([
      ['a', 'b', 'c', 'd', 'e'],
      ['a', 'b', 'c', 'd', 'e'],
      ['a', 'b', 'c', 'd'],
    ]);
    expect(ended).toBe('PostgreSQL and SQLite are tied, and no participant is left to ask');
    expect(result.convergence_info?.status).toBe('tie');
    expect(result.voting_result?.winning_option).toBeNull();
  });

  it('ends as soon as another option has taken the lead, or a tie is broken', async () => {
    const turned = await challenge({ a: saying(sure(A)), b: saying(sure(A), sure(B)), c: saying(sure(B)) });
    expect(turned.asked).toEqual([
      ['a', 'b', 'c'],
      ['a', 'b'],
    ]);
    expect(turned.ended).toBe('SQLite took the lead when the arguments were weighed again');
    expect(turned.result.counterfactual).toMatchObject({
      first_round_winner: A,
      final_winner: B,
      changed: true,
      flips: [{ participant: 'm@b', from: A, to: B }],
    });
    const broken = await challenge({ a: saying(sure(A)), b: saying(sure(B)), c: saying(sure(C), sure(A)) });
    expect(broken.asked).toHaveLength(2);
    expect(broken.result.voting_result?.winning_option).toBe(A);
  });

  it('first asks for the missing votes, after a failure that may pass or without a readable vote', async () => {
    for (const [missing, status] of [
      [passing, 'complete'],
      ['I cannot say.', 'complete'],
    ] as const) {
      const { asked, result, prompts } = await challenge({
        a: saying(sure(A)),
        b: saying(sure(B)),
        c: saying(missing, sure(B)),
      });
      expect(asked).toEqual([['a', 'b', 'c'], ['c'], ['b', 'c']]);
      expect(result.status).toBe(status);
      expect(result.voting_result?.final_tally).toEqual({ SQLite: 2, PostgreSQL: 1 });
      // Who has not voted yet has nothing to test.
      expect(prompts.c?.[1]).not.toContain('puts it to the test');
      expect(prompts.c?.[2]).toContain('puts it to the test');
    }
  });

  it('asks no participant to test an option unless it has voted itself', async () => {
    const { asked, prompts } = await challenge({
      a: saying(sure(A)),
      b: saying(sure(A)),
      c: saying(sure(B)),
      d: saying('I cannot say.'),
    });
    expect(asked[2]).toEqual(['a', 'b', 'd']);
    expect(prompts.a?.[1]).toContain('puts it to the test');
    expect(prompts.d?.[2]).not.toContain('to the test');
  });

  it('asks for no missing vote that could not change the outcome', async () => {
    const { asked, result } = await challenge({ a: saying(sure(A)), b: saying(sure(A)), c: saying(passing, sure(B)) });
    expect(asked).toHaveLength(1);
    expect(result.status).toBe('partial');
    expect(result.integrity.missing).toEqual([{ participant: 'm@c', reason: expect.stringContaining('503') }]);
  });

  it('never asks a participant that can no longer answer, and none more than three times', async () => {
    const gone = await challenge({ a: saying(sure(A)), b: saying(sure(B)), c: saying(lasting) });
    expect(gone.asked.flat().filter((name) => name === 'c')).toHaveLength(1);
    const silent = await challenge({ a: saying('I cannot say.'), b: saying(passing) }, { rounds: 5 });
    expect(silent.asked).toHaveLength(3);
    expect(silent.result.voting_result?.winning_option).toBeNull();
  });

  it('never has more rounds than requested, and says so', async () => {
    const scripts = { a: saying(sure(A, 0.5)), b: saying(sure(A, 0.5)), c: saying(sure(B)) };
    const { asked, result, ended } = await challenge(scripts, { rounds: 2 });
    expect(asked).toHaveLength(2);
    expect(result.rounds_completed).toBe(2);
    expect(ended).toBe('no further round was allowed');
  });

  it('asks no participant again in a single round, and does not mention a test', async () => {
    const scripts = { a: saying(sure(A, 0.5)), b: saying(sure(A, 0.5)), c: saying(sure(B)) };
    for (const more of [{ mode: 'quick' }, { rounds: 1 }] as const) {
      const { asked, result } = await challenge(scripts, more);
      expect(asked).toHaveLength(1);
      expect(result.integrity).not.toHaveProperty('challenge');
    }
  });

  it('has four rounds if the request does not say, or as many as are allowed', async () => {
    const scripts = {
      a: saying(sure(A, 0.5)),
      b: saying(sure(A, 0.5)),
      c: saying(sure(B)),
      d: saying(passing, sure(B, 0.5)),
      e: saying(passing, sure(A)),
    };
    const rounds = async (settings: Partial<CouncilSettings>, more: Partial<DeliberationRequest>) => {
      const { council, folder } = await scriptedCouncil(scripts, { voteRetries: 0, ...settings });
      const participants = Object.keys(scripts).map((cli) => ({ cli, model: 'm' }));
      return (await council.deliberate({ question, participants, working_directory: folder, ...more }))
        .rounds_completed;
    };
    expect(await rounds({}, { challenge: true })).toBe(4);
    expect(await rounds({ challenge: true }, {})).toBe(4);
    expect(await rounds({ maxRounds: 3 }, { challenge: true })).toBe(3);
    expect(await rounds({}, { challenge: true, rounds: 2 })).toBe(2);
    expect(await rounds({ challenge: true }, { challenge: false })).toBe(2);
    expect(await rounds({}, { challenge: true, mode: 'quick' })).toBe(1);
  });

  it('asks all participants in every round if no challenge was requested', async () => {
    const scripts = { a: saying(sure(A, 0.5)), b: saying(sure(A, 0.5)), c: saying(sure(B, 0.5)) };
    const { asked, result, prompts, events } = await challenge(scripts, { challenge: false, rounds: 2 });
    expect(asked).toEqual([
      ['a', 'b', 'c'],
      ['a', 'b', 'c'],
    ]);
    expect(result.integrity).not.toHaveProperty('challenge');
    expect(JSON.stringify(prompts)).not.toContain('to the test');
    expect(events.some((event) => event.kind === 'round_started' && event.asked !== undefined)).toBe(false);
  });
});

describe('a challenge together with cheapest_first', () => {
  it('ends with the two if they agree, and asks all of them if they do not', async () => {
    const settled = await challenge(
      { a: saying(sure(A)), b: saying(sure(A)), c: saying(sure(B)) },
      { cheapest_first: true },
    );
    expect(settled.asked).toEqual([['a', 'b']]);
    expect(settled.result.integrity).toMatchObject({ not_asked: ['m@c'], challenge: { rounds: [] } });
    const widened = await challenge(
      { a: saying(sure(A)), b: saying(sure(B)), c: saying(sure(B)) },
      { cheapest_first: true },
    );
    expect(widened.asked).toEqual([
      ['a', 'b', 'c'],
      ['b', 'c'],
    ]);
  });
});
