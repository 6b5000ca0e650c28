import { expect, it } from 'vitest';
import { compareChoices } from '../../../../src/decisions/query/compare-choices.js';
import { decideOption } from '../../../../src/semantics/options/decide-option.js';

const byWords = { isSameChoice: async (a: string, b: string) => decideOption(a, b) === 'same' };

it.each([
  ['PostgreSQL', 'Use Postgres', 'same'],
  ['PostgreSQL', 'SQLite', 'different'],
  ['PostgreSQL', 'Do not use SQLite', 'compatible'],
  ['PostgreSQL for the queue', 'Do not use SQLite for the queue', 'compatible'],
  ['Avoid MySQL', 'Do not use SQLite', 'compatible'],
  ['SQLite', 'Do not use SQLite', 'different'],
  ['SQLite with WAL', 'Never use SQLite', 'different'],
  ['Rewrite the billing service', "Don't rewrite it", 'different'],
  ['SQLite', 'SQLite with WAL', 'refined'],
  ['Release weekly on Mondays', 'weekly releases', 'refined'],
  ['SQLite', 'Stop using SQLite', 'different'],
  ['SQLite', 'PostgreSQL instead of SQLite', 'different'],
  ['Yes', 'No', 'different'],
  ['Three replicas', '5 replicas', 'different'],
] as const)('%s and %s are %s', async (one, other, relation) => {
  expect(await compareChoices(one, other, byWords)).toBe(relation);
  expect(await compareChoices(other, one, byWords)).toBe(relation);
});
