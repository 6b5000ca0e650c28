import { describe, expect, it } from 'vitest';
import { type Choice, choseDifferently, isSameChoice } from '../../../src/decisions/model/compare-winners.js';

const QUEUE = 'Should the job queue use PostgreSQL or SQLite?';
const choice = (winningOption: string | null, question = QUEUE, options: readonly string[] = []): Choice => ({
  question,
  winningOption,
  options,
  stances: [],
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
    expect(choseDifferently(choice(one), choice(other))).toBe(true);
    expect(choseDifferently(choice(other), choice(one))).toBe(true);
  });

  it.each([
    ['PostgreSQL', 'Use Postgres'],
    ['SQLite', 'SQLite with WAL'],
    ['PostgreSQL', 'Do not use SQLite'],
    ['Yes', 'PostgreSQL'],
    ['PostgreSQL', null],
  ])('do not differ: %s, %s', (one, other) => {
    expect(choseDifferently(choice(one), choice(other))).toBe(false);
    expect(choseDifferently(choice(other), choice(one))).toBe(false);
  });

  it('differ only if the one is named by the other decision: in its question, its options or its votes', () => {
    const [header, footer] = ['What color should the header have?', 'What color should the footer have?'];
    expect(choseDifferently(choice('Green', header), choice('Blue', footer))).toBe(false);
    const [one, other] = [choice('Green', header, ['Blue']), choice('Blue', header, ['Green'])];
    expect(choseDifferently(one, other)).toBe(true);
  });

  it('differ if each is more like what the other decision rejected, whatever words they share', () => {
    const one = choice('Index per language', 'How many indexes?', [
      'Index per language',
      'One index, field per language',
    ]);
    const other = choice('Single index with per-language fields', 'How many indexes?', ['Separate index per language']);
    expect(choseDifferently(one, other)).toBe(true);
  });

  it('do not differ if only one of them is named by the other decision', () => {
    const [one, other] = [choice('Redis', 'Redis or something else?'), choice('Valkey', 'Which cache after Redis?')];
    expect(choseDifferently(one, other)).toBe(false);
  });

  it('are the same choice if one of them only says more', () => {
    expect(isSameChoice('SQLite', 'SQLite with WAL')).toBe(true);
    expect(isSameChoice('SQLite', 'not SQLite')).toBe(false);
    expect(isSameChoice('SQLite', 'PostgreSQL')).toBe(false);
  });
});
