import { describe, expect, it } from 'vitest';
import { failed, scriptedCouncil, vote } from '../../support/scripted-council.js';

const question = 'Should our job queue use PostgreSQL or SQLite?';
const participants = [{ cli: 'a' }, { cli: 'b' }];
const written = JSON.stringify({
  consensus: 'Participant A and Participant B agree on X.',
  key_agreements: ['X is simple'],
  key_disagreements: [],
  final_recommendation: 'Take X.',
});
const auto = { summary: 'auto' as const };

describe('the summary', () => {
  it('is written by the first of the configured chain that can', async () => {
    const { council, folder, prompts } = await scriptedCouncil(
      {
        a: () => vote('X'),
        b: () => vote('X'),
        first: { script: () => written, available: false },
        second: () => failed({ kind: 'not_logged_in', remedy: 'log in' }),
        third: () => `Here it is:\n\`\`\`json\n${written}\n\`\`\``,
      },
      {
        ...auto,
        summarizers: ['missing', 'first', 'second', 'third'].map((adapter) => ({ adapter, model: undefined })),
      },
    );
    const { summary, cost } = await council.deliberate({
      question,
      rounds: 1,
      participants,
      working_directory: folder,
    });
    expect(summary.written_by).toBe('default@third');
    expect(summary.final_recommendation).toBe('Take X.');
    expect(prompts.first).toEqual([]);
    expect(cost.calls).toBe(4);
  });

  it('asks two writers at most, one of them twice for JSON, then extracts it from the votes', async () => {
    const broken = () => failed({ kind: 'server_error', status: 500, detail: 'down' });
    const { council, folder, prompts } = await scriptedCouncil(
      { a: () => vote('X'), b: () => vote('X'), first: broken, second: () => 'no JSON', third: () => written },
      { ...auto, summarizers: ['first', 'second', 'third'].map((adapter) => ({ adapter, model: undefined })) },
    );
    const { summary } = await council.deliberate({ question, rounds: 1, participants, working_directory: folder });
    expect(summary.written_by).toContain('extracted');
    expect(prompts).toMatchObject({ first: { length: 1 }, second: { length: 2 }, third: { length: 0 } });
  });

  it('is asked for again from a writer whose answer has the wrong form, and both calls are counted', async () => {
    const { council, folder, prompts } = await scriptedCouncil(
      {
        a: () => vote('X'),
        b: () => vote('X'),
        writer: ({ prompt }) => (prompt.includes('not accepted') ? written : '{"consensus": "X"}'),
      },
      { ...auto, summarizers: [{ adapter: 'writer', model: undefined }] },
    );
    const answer = await council.deliberate({ question, rounds: 1, participants, working_directory: folder });
    expect(answer.summary.written_by).toBe('default@writer');
    expect(prompts.writer?.[1]).toContain('final_recommendation: Invalid input');
    expect(answer.cost.calls).toBe(4);
  });

  it('is written by a small model only when no other can', async () => {
    const script = ({ prompt }: { prompt: string }) => (prompt.includes('you write its summary') ? written : vote('X'));
    const { council, folder } = await scriptedCouncil(
      { a: { script, models: [{ id: 'large' }] }, b: { script, models: [{ id: 'llama3.2:3b' }] } },
      { ...auto, summarizers: [{ adapter: 'b', model: undefined }] },
    );
    const { summary } = await council.deliberate({ question, rounds: 1, participants, working_directory: folder });
    expect(summary.written_by).toBe('large@a');
  });

  it('knows no names inside and gets them afterwards', async () => {
    const { council, folder, prompts } = await scriptedCouncil(
      { a: () => vote('X'), b: () => vote('X'), writer: () => written },
      { ...auto, summarizers: [{ adapter: 'writer', model: undefined }] },
    );
    const { summary } = await council.deliberate({ question, rounds: 1, participants, working_directory: folder });
    expect(prompts.writer?.[0]).not.toMatch(/default@a|default@b/);
    expect(summary.consensus).toMatch(/^default@[ab] and default@[ab] agree on X\.$/);
  });

  it('falls to a participant that answered, when it alone can be reached', async () => {
    const { council, folder } = await scriptedCouncil(
      {
        a: () => failed({ kind: 'timeout', afterMs: 1 }),
        b: (request) => (request.prompt.includes('you write its summary') ? written : vote('X')),
      },
      auto,
    );
    const { summary } = await council.deliberate({ question, rounds: 1, participants, working_directory: folder });
    expect(summary.written_by).toBe('default@b');
  });

  it('is extracted from the votes, and labeled so, when no model writes it', async () => {
    const { council, folder } = await scriptedCouncil(
      { a: () => vote('X'), b: () => vote('Y'), c: () => vote('X') },
      auto,
    );
    const { summary } = await council.deliberate({
      question,
      rounds: 1,
      participants: [...participants, { cli: 'c' }],
      working_directory: folder,
    });
    expect(summary).toEqual({
      consensus: 'X has the most votes: 2 for X, 1 for Y.',
      key_agreements: ['X: X fits (default@a)', 'X: X fits (default@c)'],
      key_disagreements: ['Y: Y fits (default@b)'],
      final_recommendation: 'X',
      written_by: 'extracted from the votes, without a model',
    });
  });

  it('survives writers that throw', async () => {
    const { council, folder } = await scriptedCouncil(
      {
        a: () => vote('X'),
        b: () => vote('X'),
        writer: () => {
          throw new Error('bug');
        },
      },
      { ...auto, summarizers: [{ adapter: 'writer', model: undefined }] },
    );
    const { summary } = await council.deliberate({ question, rounds: 1, participants, working_directory: folder });
    expect(summary.written_by).toContain('without a model');
  });

  it('calls no model for a demo', async () => {
    const { council, folder, prompts } = await scriptedCouncil(
      {
        a: { script: () => vote('X'), kind: 'demo' },
        b: { script: () => vote('X'), kind: 'demo' },
        writer: () => written,
      },
      { ...auto, summarizers: [{ adapter: 'writer', model: undefined }] },
    );
    const { summary } = await council.deliberate({ question, rounds: 1, participants, working_directory: folder });
    expect(prompts.writer).toEqual([]);
    expect(summary.written_by).toContain('without a model');
  });
});
