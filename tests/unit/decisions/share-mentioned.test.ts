import { describe, expect, it } from 'vitest';
import { shareMentioned } from '../../../src/decisions/memory/search-decisions.js';

describe('the share of a question that a text mentions', () => {
  it('is 1 if all its words are there, in any form and order, and 0 if none is', () => {
    const question = 'Should we cache rendered pages?';
    expect(shareMentioned(question, ['Pages are rendered once; caching is cheap.', 'Use PostgreSQL.'])).toEqual([1, 0]);
  });

  it('counts a word more if few of the texts mention it', () => {
    const [service, toggle] = shareMentioned('Which service for toggles?', [
      'The service stays.',
      'A toggle is removed after a month.',
      'One service for all.',
      'The service is slow.',
    ]);
    expect(toggle).toBeGreaterThan(service ?? 1);
  });

  it('does not depend on capital letters', () => {
    expect(shareMentioned('POSTGRESQL', ['PostgreSQL wins'])).toEqual([1]);
  });

  it('is 0 for a question without words', () => {
    expect(shareMentioned('???', ['PostgreSQL'])).toEqual([0]);
  });
});
