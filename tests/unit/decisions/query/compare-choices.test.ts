import { expect, it } from 'vitest';
import { compareChoices } from '../../../../src/decisions/query/compare-choices.js';

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
] as const)('%s and %s are %s', (one, other, relation) => {
  expect(compareChoices(one, other)).toBe(relation);
  expect(compareChoices(other, one)).toBe(relation);
});
