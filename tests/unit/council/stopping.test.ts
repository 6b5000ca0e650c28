import { describe, expect, it } from 'vitest';
import { failed, scriptedCouncil, vote } from '../../support/scripted-council.js';

const question = 'Should our job queue use PostgreSQL or SQLite?';
const three = [{ cli: 'a' }, { cli: 'b' }, { cli: 'c' }];
const fresh = (call: number) => Array.from({ length: 30 }, (_, index) => `word${call}x${index}`).join(' ');

describe('the debate', () => {
  it('ends after a unanimous and confident first round, whatever the minimum says', async () => {
    const sure = () => vote('X', { confidence: 0.8 });
    const { council, folder } = await scriptedCouncil({ a: sure, b: sure, c: sure });
    expect(
      (await council.deliberate({ question, rounds: 5, participants: three, working_directory: folder }))
        .rounds_completed,
    ).toBe(1);
  });

  it('does not end after a unanimous first round with doubts, nor while a participant may still answer', async () => {
    const sure = () => vote('X', { confidence: 0.9 });
    const doubting = await scriptedCouncil({ a: sure, b: sure, c: () => vote('X', { confidence: 0.79 }) });
    expect(
      (await doubting.council.deliberate({ question, participants: three, working_directory: doubting.folder }))
        .rounds_completed,
    ).toBe(2);
    const absent = await scriptedCouncil({ a: sure, b: sure, c: () => failed({ kind: 'timeout', afterMs: 1 }) });
    expect(
      (await absent.council.deliberate({ question, participants: three, working_directory: absent.folder }))
        .rounds_completed,
    ).toBe(2);
  });

  it('ends after a round in which no participant can ever answer', async () => {
    const gone = () => failed({ kind: 'not_logged_in', remedy: 'log in' });
    const { council, folder, prompts } = await scriptedCouncil({ a: gone, b: gone });
    const participants = [{ cli: 'a' }, { cli: 'b' }];
    const result = await council.deliberate({ question, rounds: 4, participants, working_directory: folder });
    expect(result).toMatchObject({ status: 'failed', rounds_completed: 1 });
    expect([prompts.a?.length, prompts.b?.length]).toEqual([1, 1]);
  });

  it('ends when two of three are done, but not before the minimum', async () => {
    const done = (option: string) => (_: unknown, call: number) =>
      `${fresh(call)}\n${vote(option, { continue_debate: false })}`;
    const { council, folder } = await scriptedCouncil({
      a: done('X'),
      b: done('Y'),
      c: (_, call) => `${fresh(call)}\n${vote('X')}`,
    });
    expect(
      (await council.deliberate({ question, rounds: 5, participants: three, working_directory: folder }))
        .rounds_completed,
    ).toBe(2);
  });

  it('ends earlier when the minimum is not respected, never when early stopping is off', async () => {
    const done = (option: string) => (_: unknown, call: number) =>
      `${fresh(call)}\n${vote(option, { continue_debate: false })}`;
    const models = { a: done('X'), b: done('Y'), c: done('X') };
    const eager = await scriptedCouncil(models, {
      earlyStopping: { enabled: true, threshold: 0.66, respectMinRounds: false },
    });
    expect(
      (await eager.council.deliberate({ question, rounds: 4, participants: three, working_directory: eager.folder }))
        .rounds_completed,
    ).toBe(1);
    const never = await scriptedCouncil(models, {
      earlyStopping: { enabled: false, threshold: 0.66, respectMinRounds: true },
    });
    expect(
      (await never.council.deliberate({ question, rounds: 4, participants: three, working_directory: never.folder }))
        .rounds_completed,
    ).toBe(4);
  });

  it('ends when the answers have been the same for two rounds: agreed or at an impasse', async () => {
    const same = (option: string) => () => `The same words again and again about ${option}.\n${vote(option)}`;
    const agreed = await scriptedCouncil({ a: same('X'), b: same('X') });
    const participants = [{ cli: 'a' }, { cli: 'b' }];
    const converged = await agreed.council.deliberate({
      question,
      rounds: 5,
      participants,
      working_directory: agreed.folder,
    });
    expect(converged.rounds_completed).toBe(3);
    expect(converged.convergence_info).toMatchObject({
      detected: true,
      detection_round: 3,
      status: 'unanimous_consensus',
      backend: 'jaccard',
    });
    const split = await scriptedCouncil({ a: same('X'), b: same('Y') });
    const impasse = await split.council.deliberate({
      question,
      rounds: 5,
      participants,
      working_directory: split.folder,
    });
    expect(impasse.rounds_completed).toBe(3);
    expect(impasse.convergence_info).toMatchObject({ detected: true, status: 'tie' });
  });

  it('ends at an impasse also if two options differ in a single word or number', async () => {
    for (const [x, y] of [
      ['PostgreSQL 15', 'PostgreSQL 16'],
      ['Keep the monolith', 'Split the monolith'],
      ['REST API', 'GraphQL API'],
    ] as const) {
      const same = (option: string) => () => `The same words again and again about this.\n${vote(option)}`;
      const { council, folder } = await scriptedCouncil({ a: same(x), b: same(y) });
      const reasons: (string | null)[] = [];
      await council.deliberate(
        { question, rounds: 5, participants: [{ cli: 'a' }, { cli: 'b' }], working_directory: folder },
        { onProgress: (event) => event.kind === 'round_finished' && reasons.push(event.stop) },
      );
      expect(reasons).toEqual([null, null, 'the answers no longer change and disagree']);
    }
  });

  it('ends in order when comparing hangs or fails', async () => {
    const hanging = { backend: 'hangs', compare: () => new Promise<number>(() => undefined) };
    const caller = new AbortController();
    const models = { a: () => vote('Write our own broker'), b: () => vote('Rent a managed queue somewhere') };
    const { council, folder } = await scriptedCouncil(models, {}, false, hanging);
    const result = await council.deliberate(
      { question, rounds: 2, participants: [{ cli: 'a' }, { cli: 'b' }], working_directory: folder },
      {
        signal: caller.signal,
        onProgress: (event) => {
          if (event.kind === 'answered' && event.round === 2) setImmediate(() => caller.abort());
        },
      },
    );
    expect(result.voting_result?.final_tally).toEqual({
      'Write our own broker': 1,
      'Rent a managed queue somewhere': 1,
    });
    const failing = { backend: 'fails', compare: () => Promise.reject(new Error('broken')) };
    const other = await scriptedCouncil(models, {}, false, failing);
    const request = { question, participants: [{ cli: 'a' }, { cli: 'b' }], working_directory: other.folder };
    expect((await other.council.deliberate(request)).status).toBe('complete');
  });

  it('does not carry its counter of stable rounds into the next deliberation', async () => {
    const same = (option: string) => () => `The same words again and again about ${option}.\n${vote(option)}`;
    const { council, folder } = await scriptedCouncil({ a: same('X'), b: same('Y') });
    const participants = [{ cli: 'a' }, { cli: 'b' }];
    const runs = [];
    for (let run = 0; run < 3; run++)
      runs.push(await council.deliberate({ question, rounds: 5, participants, working_directory: folder }));
    expect(runs.map((run) => run.rounds_completed)).toEqual([3, 3, 3]);
  });

  it('shares nothing with a deliberation at the same time', async () => {
    const { council, folder } = await scriptedCouncil({
      a: (request) => vote(request.prompt.includes('north') ? 'North' : 'South'),
      b: (request) => vote(request.prompt.includes('north') ? 'North' : 'South'),
    });
    const participants = [{ cli: 'a' }, { cli: 'b' }];
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        council.deliberate({
          question: `Which way leads ${index % 2 ? 'north' : 'sxuth'} today?`,
          participants,
          working_directory: folder,
        }),
      ),
    );
    results.forEach((result, index) => {
      expect(result.voting_result?.options).toHaveLength(1);
      expect(result.voting_result?.winning_option).toBe(index % 2 ? 'North' : 'South');
    });
    expect(new Set(results.map((result) => result.deliberation_id)).size).toBe(20);
    expect(new Set(results.map((result) => result.transcript_path)).size).toBe(20);
  });
});

describe('a debate without votes', () => {
  const silent = { voteRetries: 0 };
  const participants = [{ cli: 'a' }, { cli: 'b' }];

  it('has the semantic status converged, impasse, diverging or max_rounds', async () => {
    const hold = async (a: (call: number) => string, b: (call: number) => string, rounds: number) => {
      const { council, folder } = await scriptedCouncil({ a: (_, call) => a(call), b: (_, call) => b(call) }, silent);
      return (await council.deliberate({ question, rounds, participants, working_directory: folder })).convergence_info
        ?.status;
    };
    const shared = (call: number) =>
      `${fresh(0)} ${Array.from({ length: 15 }, (_, index) => `v${call}x${index}`).join(' ')}`;
    expect(
      await hold(
        () => fresh(1),
        () => fresh(1),
        5,
      ),
    ).toBe('converged');
    expect(
      await hold(
        () => fresh(1),
        () => fresh(2),
        5,
      ),
    ).toBe('impasse');
    expect(await hold(fresh, fresh, 3)).toBe('diverging');
    expect(await hold(shared, shared, 3)).toBe('max_rounds');
  });

  it('has scores by round and by participant', async () => {
    const { council, folder } = await scriptedCouncil({ a: () => fresh(1), b: (_, call) => fresh(call) }, silent);
    const result = await council.deliberate({ question, rounds: 2, participants, working_directory: folder });
    expect(result.convergence_info?.per_participant_similarity).toEqual({ 'default@a': 1, 'default@b': 0 });
    expect(result.convergence_info?.scores_by_round).toMatchObject([{ round: 2, minimum: 0, average: 0.5 }]);
  });
});
