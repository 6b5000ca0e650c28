import { describe, expect, it } from 'vitest';
import { markCitations } from '../../../src/council/verdict/find-reasons.js';
import { failed, type Script, scriptedCouncil, vote } from '../../support/scripted-council.js';

const CHOICE = 'Should our job queue use PostgreSQL or SQLite?';
const OPEN = 'How should the public list endpoints of our service page through results?';

async function decide(models: Record<string, Script>, question = CHOICE, writer?: Script) {
  const participants = Object.keys(models).map((cli) => ({ cli }));
  const { council, folder, prompts } = await scriptedCouncil(
    writer === undefined ? models : { ...models, writer },
    writer === undefined ? {} : { summary: 'auto', summarizers: [{ adapter: 'writer', model: undefined }] },
  );
  const result = await council.deliberate({ question, rounds: 1, participants, working_directory: folder });
  return { ...result, prompt: prompts.writer?.[0] ?? '' };
}

const refuses: Script = () => failed({ kind: 'refused', detail: 'not this' });
const abstains: Script = () => vote('abstain', { rationale: 'too little is known' });
const breaks: Script = () => failed({ kind: 'exited', code: 1, detail: 'crashed' });

describe('the verdict in one sentence', () => {
  it('is the first field of a result', async () => {
    const result = await decide({ a: () => vote('SQLite'), b: () => vote('SQLite') });
    expect(Object.keys(result)[0]).toBe('verdict');
    expect(result.verdict).toBe('SQLite: unanimous, 2 of 2 voted, confidence 0.70');
  });

  it.each<[string, Record<string, Script>, string]>([
    [
      'a majority',
      { a: () => vote('SQLite'), b: () => vote('SQLite'), c: () => vote('PostgreSQL') },
      'SQLite: majority 2 : 1, 3 of 3 voted, confidence 0.70',
    ],
    [
      'a tie',
      { a: () => vote('SQLite'), b: () => vote('PostgreSQL') },
      'A tie: PostgreSQL and SQLite have 1 each, 2 of 2 voted',
    ],
    [
      'a single vote',
      { a: () => vote('SQLite'), b: breaks },
      'SQLite: the only vote, 1 of 2 voted, confidence 0.70; default@b failed',
    ],
    [
      'voters of low confidence',
      { a: () => vote('SQLite', { confidence: 0.39 }), b: () => vote('SQLite', { confidence: 0.39 }) },
      'SQLite: unanimous, 2 of 2 voted, confidence 0.39 (low confidence)',
    ],
    [
      'no quorum',
      { a: () => vote('SQLite'), b: refuses, c: abstains, d: breaks, e: breaks },
      'No result: 1 of 5 voted, a quorum needs 3; default@b refused; default@c abstained; default@d and default@e failed',
    ],
    [
      'no answer at all',
      { a: refuses, b: breaks },
      'Failed: no participant gave a valid answer; default@a refused; default@b failed',
    ],
  ])('says of %s who voted and who did not', async (_, models, sentence) => {
    expect((await decide(models)).verdict).toBe(sentence);
  });

  it('names refusals and abstentions in the warnings too', async () => {
    const { integrity } = await decide({ a: () => vote('SQLite'), b: refuses, c: abstains });
    expect(integrity.warnings).toContain('default@c abstained: too little is known');
    expect(integrity.warnings).toContain('default@b is missing: refused to answer: not this');
  });
});

describe('the reasons of a result', () => {
  it('are those of the most confident voters, for and against the winner', async () => {
    const { because, against } = await decide({
      a: () => vote('SQLite', { confidence: 0.5, rationale: 'one file' }),
      b: () => vote('SQLite', { confidence: 0.9, rationale: 'nothing to run' }),
      c: () => vote('PostgreSQL', { rationale: 'many writers' }),
    });
    expect(because).toEqual([
      { participant: 'default@b', option: 'SQLite', reason: 'nothing to run' },
      { participant: 'default@a', option: 'SQLite', reason: 'one file' },
    ]);
    expect(against).toEqual([{ participant: 'default@c', option: 'PostgreSQL', reason: 'many writers' }]);
  });

  it('say whether a citation was verified, without brackets in brackets or a mark inside a quotation', () => {
    const cite = (line: number, verified: boolean, words = verified) => ({
      ...{ round: 2, participant: 'm@one', path: 'src/queue.ts', start_line: line, end_line: line },
      ...{ verified, line_exists: verified },
      ...(words ? { words_found: true } : {}),
    });
    const citations = [cite(41, true), cite(4, false), cite(7, true, false)];
    expect(markCitations('SQLite has one writer (src/queue.ts:41)', citations)).toBe(
      'SQLite has one writer (src/queue.ts:41, verified)',
    );
    expect(markCitations('It says "see (src/queue.ts:41)"', citations)).toBe(
      'It says "see (src/queue.ts:41)" [src/queue.ts:41 verified]',
    );
    expect(markCitations('one writer (see src/queue.ts:41)', citations)).toBe(
      'one writer (see src/queue.ts:41) [src/queue.ts:41 verified]',
    );
    expect(
      markCitations(
        'src/queue.ts:4 waits, src/queue.ts:413 and lib/src/queue.ts:4 are others, see src/queue.ts:7',
        citations,
      ),
    ).toBe(
      'src/queue.ts:4 waits, src/queue.ts:413 and lib/src/queue.ts:4 are others, see src/queue.ts:7 [src/queue.ts:4 not verified, src/queue.ts:7 line exists]',
    );
  });
});

describe('an open question', () => {
  const models = { a: () => vote('keyset pagination'), b: () => vote('opaque cursors'), c: () => vote('cursors') };
  const minutes = {
    consensus: 'They agree on cursors.',
    key_agreements: ['offsets are slow'],
    key_disagreements: [],
    unique_points: ['Participant B asks about sorting'],
    final_recommendation: 'Page by key and hand out an opaque cursor.',
  };

  it('is answered from all answers, before the votes', async () => {
    const { verdict, summary, prompt } = await decide(models, OPEN, () => JSON.stringify(minutes));
    expect(verdict).toMatch(
      /^Recommended: Page by key and hand out an opaque cursor; the votes: A tie: .*, .* and .* have 1 each, 3 of 3 voted$/,
    );
    expect(summary.unique_points).toEqual([expect.stringMatching(/^default@[abc] asks about sorting$/)]);
    expect(prompt).toContain('unique_points');
  });

  it('gets no recommended answer unless a model wrote it, only the votes and single points', async () => {
    const { verdict, summary } = await decide({ ...models, d: () => vote('cursors') }, OPEN);
    expect(verdict).toBe('cursors: most votes but no majority 2 : 1 : 1, 4 of 4 voted, confidence 0.70');
    expect(summary.key_agreements).toHaveLength(2);
    expect(summary.unique_points).toEqual([
      'keyset pagination: keyset pagination fits (default@a)',
      'opaque cursors: opaque cursors fits (default@b)',
    ]);
  });

  it('differs from one with options, whose summary has no such points', async () => {
    const { verdict, summary, prompt } = await decide(
      { a: () => vote('SQLite'), b: () => vote('SQLite') },
      CHOICE,
      () => JSON.stringify({ ...minutes, unique_points: undefined }),
    );
    expect(verdict).toMatch(/^SQLite: unanimous/);
    expect(summary).not.toHaveProperty('unique_points');
    expect(prompt).not.toContain('unique_points');
  });
});
