import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createOptionList } from '../../../src/council/options/option-list.js';

interface LabeledVote {
  readonly half: 'tuning' | 'held-out';
  readonly question: string;
  readonly options: readonly string[];
  readonly vote: string;
  /** An id, `new` or `unclear`. */
  readonly expected: string;
}

const forms = JSON.parse(readFileSync(new URL('../../data/vote-forms.json', import.meta.url), 'utf8')) as LabeledVote[];

/** How many votes may count for another option: what was reached. The aim is 0; the held-out half misses it by one. */
const HALVES = [
  { half: 'tuning', maxWrong: 0 },
  { half: 'held-out', maxWrong: 1 },
] as const;

// Failures show counts only: what is in the held-out half is never read for tuning.
describe.each(HALVES)('the labeled forms of a vote, $half half', ({ half, maxWrong }) => {
  const members = forms.filter((form) => form.half === half);
  const judged = members.map(({ question, options, vote, expected }) => {
    const found = read(question, options, vote);
    return { isRight: found === expected, isOtherOption: found !== expected && /^O\d/.test(found) };
  });

  it('are counted for the right option in at least 95 % of the cases', () => {
    expect(members.length).toBeGreaterThan(100);
    expect(judged.filter(({ isRight }) => isRight).length / members.length).toBeGreaterThanOrEqual(0.95);
  });

  it(`are counted for another option at most ${maxWrong} times`, () => {
    expect(judged.filter(({ isOtherOption }) => isOtherOption).length).toBeLessThanOrEqual(maxWrong);
  });
});

describe('a vote', () => {
  it.each([
    ['restates the question', 'Use PostgreSQL for the job runner state', 'O2'],
    ['gives a reason', 'PostgreSQL because it scales', 'O2'],
    ['adds a part to an option', 'SQLite with WAL', 'new'],
    ['adds a version to an option', 'PostgreSQL 16', 'new'],
    ['says what it is against', 'not SQLite', 'unclear'],
    ['names the number of no option', 'Option 3', 'unclear'],
    ['names a letter that the question does not use', 'Option A', 'unclear'],
    ['numbers a new option like a known one', '1. Use DuckDB', 'unclear'],
  ])('counts for the option that it %s: %s', (_, vote, expected) => {
    const question = 'Should the job runner keep its state in SQLite or PostgreSQL?';
    expect(read(question, ['SQLite', 'PostgreSQL'], vote)).toBe(expected);
  });

  it('counts for no option of the ballot if it adds words of another one', () => {
    expect(read('Keep REST or move to GraphQL?', ['Keep REST', 'move to GraphQL'], 'Keep REST, add GraphQL')).toBe(
      'new',
    );
  });

  it('keeps its option when a later one is worded like it', () => {
    const list = createOptionList({ question: 'Which cache?', ballot: ['Redis', 'Memcached'] });
    list.addVotes(['Redis (simple)']);
    list.addVotes(['simple', 'Redis simple']);
    expect(list.find('Redis (simple)')?.id).toBe('O1');
  });

  it('gets ids that cannot be confused with a model called o1', () => {
    const list = createOptionList({ question: 'Which model?', ballot: [] });
    list.addVotes(['o1', 'o3']);
    expect(list.list().map(({ id }) => id)).toEqual(['OPT1', 'OPT2']);
    expect(list.find('o3')?.id).toBe('OPT2');
  });
});

function read(question: string, ballot: readonly string[], vote: string): string {
  const resolution = createOptionList({ question, ballot }).resolve(vote);
  return resolution.kind === 'known' ? resolution.option.id : resolution.kind;
}
