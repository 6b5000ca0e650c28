import { describe, expect, it } from 'vitest';
import { failed, scriptedCouncil, vote } from '../../support/scripted-council.js';

// No ballot can be read from it: the options are those that the votes name.
const question = 'What should our job queue be built on?';

/** One list of options per participant, one entry per round; null is an answer without a vote, undefined a failure. */
async function hold(
  votes: Record<string, (string | null | undefined)[]>,
  rounds: number,
  more: Record<string, unknown> = {},
) {
  const models = Object.fromEntries(
    Object.entries(votes).map(([name, options]) => [
      name,
      (_: unknown, call: number) => {
        const option = options[call - 1];
        if (option === undefined) return failed({ kind: 'server_error', status: 500, detail: 'down' });
        return option === null ? 'I will not say.' : vote(option, more);
      },
    ]),
  );
  const { council, folder } = await scriptedCouncil(models, { voteRetries: 0 });
  return council.deliberate({
    question,
    rounds,
    participants: Object.keys(votes).map((cli) => ({ cli })),
    working_directory: folder,
  });
}

describe('the verdict', () => {
  it.each([
    ['unanimous_consensus', { a: ['X'], b: ['X'], c: ['X'] }, 'X', true],
    ['majority_decision', { a: ['X'], b: ['X'], c: ['Y'] }, 'X', true],
    ['plurality_decision', { a: ['X'], b: ['X'], c: ['Y'], d: ['Z'] }, 'X', false],
    ['tie', { a: ['X'], b: ['Y'], c: ['Z'] }, null, false],
    ['tie', { a: ['X'], b: ['Y'] }, null, false],
  ])('is %s for %j', async (status, votes, winner, consensus) => {
    const result = await hold(votes, 1);
    expect(result.convergence_info?.status).toBe(status);
    expect(result.voting_result).toMatchObject({ winning_option: winner, consensus_reached: consensus });
  });

  it('counts the last round only', async () => {
    const result = await hold({ a: ['X', 'Y'], b: ['X', 'Y'], c: ['Y', 'Y'] }, 2);
    expect(result.voting_result?.final_tally).toEqual({ Y: 3 });
    expect(result.voting_result?.votes_by_round).toHaveLength(6);
  });

  it('carries the last valid vote forward and marks it', async () => {
    const result = await hold({ a: ['X', 'X'], b: ['X', undefined], c: ['Y', 'Y'] }, 2);
    expect(result.voting_result?.final_tally).toEqual({ X: 2, Y: 1 });
    expect(result.voting_result?.votes_by_round.filter((entry) => entry.carried_forward)).toMatchObject([
      { participant: 'default@b', round: 2, vote: { option: 'X' } },
    ]);
    expect(result.status).toBe('partial');
    expect(result.integrity.warnings.join()).toContain('carried forward for default@b');
  });

  it('leaves abstentions outside the tally; they can never win', async () => {
    const result = await hold({ a: ['ABSTAIN'], b: ['ABSTAIN'], c: ['X'], d: ['X'] }, 1);
    expect(result.voting_result).toMatchObject({ final_tally: { X: 2 }, winning_option: 'X' });
    expect(result.voting_result?.abstentions).toHaveLength(2);
    expect(result.convergence_info?.status).toBe('unanimous_consensus');
  });

  it('has no winner without a quorum', async () => {
    const result = await hold({ a: ['X'], b: [null], c: [null] }, 1);
    expect(result.integrity.quorum).toEqual({ needed: 2, voters: 1, met: false });
    expect(result.convergence_info?.status).toBe('no_quorum');
    expect(result.voting_result?.winning_option).toBeNull();
    expect(result.counterfactual).toMatchObject({ first_round_winner: null, changed: false });
    expect(result.integrity.single_vote_flips_result).toBe(false);
  });

  it('says so when no participant voted', async () => {
    const result = await hold({ a: [null], b: [null] }, 1);
    expect(result.status).toBe('complete');
    expect(result.voting_result).toMatchObject({ final_tally: {}, winning_option: null, abstentions: [{}, {}] });
    expect(result.convergence_info).toBeNull();
  });

  it('survives an option called __proto__', async () => {
    const result = await hold({ a: ['__proto__'], b: ['__proto__'] }, 1);
    expect(Object.entries(result.voting_result?.final_tally ?? {})).toEqual([['__proto__', 2]]);
    expect(result.voting_result?.winning_option).toBe('__proto__');
  });
});

describe('options', () => {
  it('are merged after the first round and get ids that votes can name', async () => {
    const result = await hold({ a: ['Option A', 'O1'], b: ['option_a', 'O1: Option A'], c: ['Option D', 'O2'] }, 2);
    expect(result.voting_result?.options.map(({ id, text }) => [id, text])).toEqual([
      ['O1', 'Option A'],
      ['O2', 'Option D'],
    ]);
    expect(result.voting_result?.options[0]?.aliases).toEqual(['option_a']);
    expect(result.voting_result?.final_tally).toEqual({ 'Option A': 2, 'Option D': 1 });
  });

  it('are distinguished by their words if they look like ids', async () => {
    const models = await hold({ a: ['o3', 'OPT1'], b: ['o1', 'OPT2'], c: ['o3', 'o3'] }, 2);
    expect(models.voting_result?.options.map(({ id, text }) => [id, text])).toEqual([
      ['OPT1', 'o3'],
      ['OPT2', 'o1'],
    ]);
    expect(models.voting_result?.final_tally).toEqual({ o3: 2, o1: 1 });
    const named = await hold({ a: ['O1: PostgreSQL'], b: ['O1: SQLite'] }, 1);
    expect(named.convergence_info?.status).toBe('tie');
  });

  it('named by an id and the words of another are asked for again', async () => {
    const result = await hold({ a: ['X', 'O1: Y'], b: ['Y', 'O2'], c: ['X', 'O1'] }, 2);
    expect(result.voting_result?.abstentions).toMatchObject([{ participant: 'default@a', round: 2 }]);
  });

  it('may join later', async () => {
    const result = await hold({ a: ['X', 'something new'], b: ['Y', 'something new'] }, 2);
    expect(result.voting_result?.options.map(({ text }) => text)).toEqual(['X', 'Y', 'something new']);
    expect(result.voting_result?.winning_option).toBe('something new');
  });

  it('are an abstention if they do not exist, not a new option called O9', async () => {
    const result = await hold({ a: ['X', 'O9'], b: ['Y', 'O2'] }, 2);
    expect(result.voting_result?.abstentions).toMatchObject([
      { participant: 'default@a', round: 2, reason: expect.stringContaining('O9') },
    ]);
  });
});

describe('integrity', () => {
  it('shows the three ways of counting and that they differ', async () => {
    const { council, folder } = await scriptedCouncil({
      a: () => vote('X', { confidence: 0.3, ranking: ['X', 'Z', 'Y'] }),
      b: () => vote('X', { confidence: 0.3, ranking: ['X', 'Z', 'Y'] }),
      c: () => vote('Y', { confidence: 1, ranking: ['Y', 'Z', 'X'] }),
      d: () => vote('Z', { confidence: 0.5, ranking: ['Z', 'Y', 'X'] }),
    });
    const result = await council.deliberate({
      question,
      rounds: 1,
      participants: ['a', 'b', 'c', 'd'].map((cli) => ({ cli })),
      working_directory: folder,
    });
    expect(result.integrity.aggregators).toEqual({ plurality: 'X', confidence_weighted: 'Y', borda: 'Z' });
    expect(result.integrity.aggregators_agree).toBe(false);
  });

  it.each([
    [{ a: ['X'], b: ['X'], c: ['Y'] }, true],
    [{ a: ['X'], b: ['X'], c: ['X'] }, false],
    [{ a: ['X'], b: ['X'] }, true],
  ])('knows whether one vote decides: %j', async (votes, flips) => {
    expect((await hold(votes, 1)).integrity.single_vote_flips_result).toBe(flips);
  });

  it('warns of a panel of one family', async () => {
    const { council, folder } = await scriptedCouncil({ claude: () => vote('X'), codex: () => vote('X') });
    const ask = (models: { cli: string; model: string }[]) =>
      council.deliberate({ question, rounds: 1, participants: models, working_directory: folder });
    const same = await ask([
      { cli: 'claude', model: 'opus' },
      { cli: 'claude', model: 'sonnet' },
    ]);
    expect(same.integrity.same_family_panel).toBe(true);
    expect(
      (
        await ask([
          { cli: 'claude', model: 'opus' },
          { cli: 'codex', model: 'gpt-5' },
        ])
      ).integrity.same_family_panel,
    ).toBe(false);
  });
});

describe('the counterfactual', () => {
  it('shows what the vote would have been without debate, and what changed which vote', async () => {
    const { council, folder } = await scriptedCouncil({
      a: (_, call) => (call === 1 ? vote('X') : vote('Y', { changed_because: 'I had missed the writers' })),
      b: () => vote('X'),
      c: () => vote('Y'),
    });
    const result = await council.deliberate({
      question,
      participants: ['a', 'b', 'c'].map((cli) => ({ cli })),
      working_directory: folder,
    });
    expect(result.counterfactual).toEqual({
      first_round_winner: 'X',
      final_winner: 'Y',
      changed: true,
      flips: [{ participant: 'default@a', from: 'X', to: 'Y', because: 'I had missed the writers' }],
    });
  });
});

describe('labels', () => {
  it('are in the prompts only: votes, flips and the summary use the names', async () => {
    const { council, folder } = await scriptedCouncil({
      a: (_, call) =>
        call === 1
          ? vote('X')
          : vote('Y', { changed_because: 'Participant A is right', rationale: 'as Participant A says' }),
      b: () => vote('Y'),
    });
    const result = await council.deliberate({
      question,
      participants: [{ cli: 'a' }, { cli: 'b' }],
      working_directory: folder,
    });
    expect(result.counterfactual.flips[0]?.because).toBe('default@b is right');
    expect(result.summary.key_agreements[0]).toContain('as default@b says');
    expect(result.full_debate.at(-1)?.peers).toEqual({ 'Participant A': 'default@a' });
    expect(result.voting_result?.votes_by_round.at(-2)?.vote.rationale).toBe('as default@b says');
  });
});

describe('participants', () => {
  it('keep their own votes if they have the same model', async () => {
    const { council, folder } = await scriptedCouncil({ a: (_, call) => vote(call === 1 ? 'X' : 'Y') });
    const result = await council.deliberate({
      question,
      rounds: 1,
      participants: [
        { cli: 'a', model: 'm' },
        { cli: 'a', model: 'm' },
      ],
      working_directory: folder,
    });
    expect(result.participants).toEqual(['m@a', 'm@a#2']);
    expect(result.voting_result?.final_tally).toEqual({ X: 1, Y: 1 });
  });

  it('are asked once more for a readable vote', async () => {
    const { council, folder, prompts } = await scriptedCouncil({
      a: (_, call) => (call === 1 ? 'SQLite, clearly.' : 'VOTE: {"option": "SQLite", "confidence": 0.8}'),
      b: () => vote('SQLite'),
    });
    const result = await council.deliberate({
      question,
      rounds: 1,
      participants: [{ cli: 'a' }, { cli: 'b' }],
      working_directory: folder,
    });
    expect(prompts.a?.[1]).toMatch(/could not be read: there is no line that starts with VOTE/);
    expect(prompts.a?.[1]).toContain('> SQLite, clearly.');
    expect(result.voting_result?.final_tally).toEqual({ SQLite: 2 });
    expect(result.full_debate[0]?.response).toMatch(/SQLite, clearly\./);
    expect(result.cost.calls).toBe(3);
  });
});
