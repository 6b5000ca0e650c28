import { describe, expect, it } from 'vitest';
import { type Choice, choseDifferently, isSameChoice } from '../../../src/decisions/model/compare-winners.js';

const QUEUE = 'Should the job queue use PostgreSQL or SQLite?';
const choice = (winningOption: string | null, question = QUEUE, options: readonly string[] = []): Choice => ({
  question,
  winningOption,
  options,
});

describe('two winners on similar questions', () => {
  it.each([
    ['PostgreSQL', 'SQLite'],
    ['SQLite', 'Do not use SQLite'],
    ['SQLite with WAL', 'Never use SQLite'],
    ['SQLite', 'PostgreSQL instead of SQLite'],
    ['Yes', 'No'],
    ['Keep PostgreSQL', 'Replace PostgreSQL by SQLite'],
  ])('differ: %s, %s', (one, other) => {
    expect(choseDifferently(choice(one), choice(other), true)).toBe(true);
    expect(choseDifferently(choice(other), choice(one), true)).toBe(true);
  });

  it.each([
    ['PostgreSQL', 'Use Postgres'],
    ['SQLite', 'SQLite with WAL'],
    ['PostgreSQL', 'Do not use SQLite'],
    ['Yes', 'PostgreSQL'],
    ['PostgreSQL', null],
  ])('do not differ: %s, %s', (one, other) => {
    expect(choseDifferently(choice(one), choice(other), true)).toBe(false);
    expect(choseDifferently(choice(other), choice(one), true)).toBe(false);
  });

  it('differ only if the one is named by the other decision: in its question, its options or its votes', () => {
    const [header, footer] = ['What color should the header have?', 'What color should the footer have?'];
    expect(choseDifferently(choice('Green', header), choice('Blue', footer), true)).toBe(false);
    const [one, other] = [choice('Green', header, ['Blue']), choice('Blue', header, ['Green'])];
    expect(choseDifferently(one, other, false)).toBe(true);
  });

  it('differ by one name alone only if the questions are nearly the same', () => {
    const [one, other] = [choice('Redis', 'Redis or something else?'), choice('Valkey', 'Which cache after Redis?')];
    expect(choseDifferently(one, other, true)).toBe(true);
    expect(choseDifferently(one, other, false)).toBe(false);
  });

  it('are the same choice if one of them only says more', () => {
    expect(isSameChoice('SQLite', 'SQLite with WAL')).toBe(true);
    expect(isSameChoice('SQLite', 'not SQLite')).toBe(false);
    expect(isSameChoice('SQLite', 'PostgreSQL')).toBe(false);
  });
});
