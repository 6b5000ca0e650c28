import { describe, expect, it } from 'vitest';
import { scriptedCouncil, vote } from '../../support/scripted-council.js';

const participants = ['a', 'b', 'c'].map((cli) => ({ cli }));

describe('the ballot', () => {
  it('is shown with ids in the blind round, and votes by id count', async () => {
    const { council, folder, prompts } = await scriptedCouncil({
      a: () => vote('O1'),
      b: () => vote('**O2** (SQLite)'),
      c: () => vote('Option 2'),
    });
    const result = await council.deliberate({
      question: 'Should our job queue use PostgreSQL or SQLite?',
      rounds: 1,
      participants,
      working_directory: folder,
    });
    expect(prompts.a?.[0]).toContain('> - O1: PostgreSQL\n> - O2: SQLite');
    expect(prompts.a?.[0]).toContain('name another option in at most six words');
    expect(result.voting_result?.final_tally).toEqual({ SQLite: 2, PostgreSQL: 1 });
  });

  it('has the options of the request, if it lists any', async () => {
    const { council, folder } = await scriptedCouncil({ a: () => vote('O2'), b: () => vote('2'), c: () => vote('O1') });
    const options = ['Add an index', 'Cache the result'];
    const request = { question: 'What makes it faster, A or B?', options, rounds: 1, participants };
    const result = await council.deliberate({ ...request, working_directory: folder });
    expect(result.voting_result?.options.map(({ text }) => text)).toEqual(options);
    expect(result.voting_result?.winning_option).toBe('Cache the result');
  });

  it.each([
    [['one'], /options: 1 given; name 2 to 12/],
    [['one', ' '], /options: "" names nothing/],
    [['PostgreSQL', 'use Postgres'], /"PostgreSQL" and "use Postgres" are the same option/],
    [['one', 'x'.repeat(200)], /has 200 characters; use at most 120/],
  ])('is refused if it is not a list of options: %j', async (options, message) => {
    const { council, folder } = await scriptedCouncil({ a: () => vote('O1'), b: () => vote('O1') });
    const request = { question: 'What makes it faster?', options, working_directory: folder };
    await expect(council.deliberate(request)).rejects.toThrow(message);
  });

  it('lets a vote that contradicts itself be asked for again', async () => {
    const { council, folder, prompts } = await scriptedCouncil({
      a: (_, call) => vote(call === 1 ? 'O1 (SQLite)' : 'O2'),
      b: () => vote('O2'),
      c: () => vote('O2'),
    });
    const question = 'Should our job queue use PostgreSQL or SQLite?';
    const result = await council.deliberate({ question, rounds: 1, participants, working_directory: folder });
    expect(prompts.a?.[1]).toContain('"O1 (SQLite)" names two different options; give one id (O1, O2)');
    expect(result.voting_result?.final_tally).toEqual({ SQLite: 3 });
  });

  it('keeps the first reason of an abstention when the retry fails as well', async () => {
    const { council, folder } = await scriptedCouncil({
      a: (_, call) => (call === 1 ? vote('O1 (SQLite)') : 'I do not know.'),
      b: () => vote('O2'),
      c: () => vote('O2'),
    });
    const question = 'Should our job queue use PostgreSQL or SQLite?';
    const result = await council.deliberate({ question, rounds: 1, participants, working_directory: folder });
    expect(result.voting_result?.abstentions).toMatchObject([{ reason: expect.stringContaining('two different') }]);
  });
});

describe('options that their voters join', () => {
  const same = [['keyset pagination', 'keyset pagination by id']];
  const joining = {
    a: (_: unknown, call: number) => (call === 1 ? vote('keyset pagination') : vote('keyset pagination', { same })),
    b: (_: unknown, call: number) =>
      call === 1 ? vote('keyset pagination by id') : vote('keyset pagination by id', { same }),
  };
  const question = 'How should we paginate the list endpoint?';

  it('count as one, and the result says who joined them', async () => {
    const { council, folder, prompts } = await scriptedCouncil({ ...joining, c: () => vote('offset pagination') });
    const result = await council.deliberate({ question, rounds: 2, participants, working_directory: folder });
    expect(prompts.a?.[1]).toContain('add "same"');
    expect(result.voting_result?.final_tally).toEqual({ 'keyset pagination': 2, 'offset pagination': 1 });
    expect(result.voting_result?.joined).toEqual([
      {
        as: 'keyset pagination',
        options: ['keyset pagination', 'keyset pagination by id'],
        by: ['default@a', 'default@b'],
      },
    ]);
    expect(result.integrity.aggregators).toMatchObject({ plurality: 'keyset pagination', borda: 'keyset pagination' });
  });

  it('make a unanimity that is marked as joined', async () => {
    const { council, folder } = await scriptedCouncil(joining);
    const pair = participants.slice(0, 2);
    const result = await council.deliberate({ question, rounds: 2, participants: pair, working_directory: folder });
    expect(result.convergence_info?.status).toBe('unanimous_consensus');
    expect(result.integrity.warnings.join('\n')).toMatch(/which makes the vote unanimous: default@a, default@b joined/);
  });
});

describe('options that the writer of the summary groups', () => {
  const summary = (same: readonly (readonly string[])[], recommendation = 'Do it.') =>
    JSON.stringify({ consensus: 'It is so.', final_recommendation: recommendation, same_options: same });
  const isSummary = (prompt: string) => prompt.startsWith('A panel');
  const hold = async (options: readonly string[], same: readonly (readonly string[])[], ballot?: readonly string[]) => {
    const scripts = options.map((option, index) => [
      `p${index}`,
      ({ prompt }: { readonly prompt: string }) => (isSummary(prompt) ? summary(same) : vote(option)),
    ]);
    const { council, folder } = await scriptedCouncil(Object.fromEntries(scripts), { summary: 'auto' });
    return council.deliberate({
      question: 'How should we paginate the list endpoint?',
      mode: 'quick',
      ...(ballot === undefined ? {} : { options: ballot }),
      participants: options.map((_, index) => ({ cli: `p${index}` })),
      working_directory: folder,
    });
  };

  it('resolve a tie, and the tally as worded is shown too', async () => {
    const result = await hold(['keyset', 'by cursor', 'offset'], [['O1', 'O3']]);
    const listed = result.voting_result?.options.map(({ text }) => text);
    expect(listed).toEqual(['keyset', 'offset', 'by cursor']);
    expect(result.voting_result).toMatchObject({
      winning_option: 'keyset',
      final_tally: { keyset: 2, offset: 1 },
      grouped_by: 'default@p0',
      tally_as_worded: { keyset: 1, 'by cursor': 1, offset: 1 },
    });
    expect(result.convergence_info?.status).toBe('majority_decision');
    expect(result.integrity.aggregators).toMatchObject({ plurality: 'keyset', confidence_weighted: 'keyset' });
  });

  it('never make the panel unanimous', async () => {
    const result = await hold(['keyset', 'by cursor'], [['O1', 'O2']]);
    expect(result.voting_result?.final_tally).toEqual({ keyset: 2 });
    expect(result.convergence_info?.status).toBe('majority_decision');
  });

  it('never replace the option that leads as worded; both tallies are shown', async () => {
    const result = await hold(['x', 'x', 'keyset', 'by cursor', 'seek method'], [['O2', 'O3', 'O4']]);
    expect(result.voting_result?.winning_option).toBe('x');
    expect(result.voting_result?.grouped_by).toBeUndefined();
    expect(result.integrity.warnings.join('\n')).toMatch(/would give \S.* 3.*; the votes as worded decide: x 2/);
    expect(result.summary.final_recommendation).toBe('x');
  });

  it.each([
    ['two options of the ballot', ['keyset', 'offset'], ['keyset', 'offset']],
    ['different versions', ['Node 20', 'Node 22'], undefined],
    ['an option and its negation', ['cache it', 'do not cache it'], undefined],
  ] as const)('are refused for %s', async (_, options, ballot) => {
    const result = await hold(options, [['O1', 'O2']], ballot);
    expect(result.convergence_info?.status).toBe('tie');
    expect(result.summary.final_recommendation).toMatch(/^No recommendation|^Do it/);
    expect(result.voting_result?.grouped_by).toBeUndefined();
  });
});
