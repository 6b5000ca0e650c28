import { expect, it } from 'vitest';
import { checkQuery } from '../../../../src/decisions/query/decision-query.js';

it.each([
  [{}, 'exactly one of query_text, find_contradictions, decision_id, analyze_patterns; none was given'],
  [{ query_text: 'x', decision_id: 'y' }, 'query_text and decision_id were given'],
  [{ find_contradictions: false }, 'none was given'],
  [{ query_text: '  ' }, 'query_text is empty'],
  [{ decision_id: ' ' }, 'decision_id is empty; give the id of a decision'],
  [{ analyze_patterns: true, limit: 21 }, 'limit: 21 is not allowed; give a whole number from 1 to 20'],
  [{ analyze_patterns: true, limit: 1.5 }, 'limit: 1.5 is not allowed'],
  [{ query_text: 'x', threshold: 60 }, 'threshold: 60 is not allowed; give a number from 0 to 1'],
])('refuses %j and says what would be accepted', (query, message) => {
  expect(() => checkQuery(query)).toThrow(message);
});
