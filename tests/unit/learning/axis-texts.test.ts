import { describe, expect, it } from 'vitest';
import { axisText } from '../../../src/learning/experiences/axis-texts.js';
import { fromEntry } from '../../../src/learning/experiences/from-entry.js';
import { falsifiedEntry, resolvedEntry } from '../../support/learning-fixture.js';

const silver = { confidenceTier: 'silver', tierReason: null } as const;

describe('the text of an axis', () => {
  it('has everything on the axis full, and its statements', () => {
    const entry = falsifiedEntry({ lesson: { what_worked: 'Counting consumers', takeaway: 'Ask who else listens' } });
    const found = axisText(fromEntry(entry, silver), 'full');
    expect(found?.statements).toEqual([
      entry.goal,
      entry.hypothesis,
      entry.action,
      entry.prediction,
      'The job still hung',
      entry.surprise,
      'I thought there was one consumer',
      'Counting consumers',
      'Ask who else listens',
    ]);
    expect(found?.text).toBe(`${found?.statements.join('. ')}.`);
  });

  it('names the strategy once, with what was done and how it went', () => {
    expect(axisText(fromEntry(resolvedEntry(), silver), 'strategy')?.text).toBe(
      'root cause analysis. Close the queue in a finally block. The job ended at once. confirmed.',
    );
  });

  it('is missing if nothing was said', () => {
    const confirmed = fromEntry(resolvedEntry({ surprise: '  ' }), silver);
    expect(axisText(confirmed, 'surprise')).toBeUndefined();
    expect(axisText(confirmed, 'root_cause')).toBeUndefined();
    const vague = falsifiedEntry({ root_cause: { category: 'oversight', description: '…' } });
    expect(axisText(fromEntry(vague, silver), 'root_cause')).toBeUndefined();
  });

  it('joins category and description of a root cause, and counts the lesson among its statements', () => {
    const entry = falsifiedEntry({ lesson: { what_worked: 'Counting consumers' } });
    expect(axisText(fromEntry(entry, silver), 'root_cause')).toEqual({
      text: 'wrong assumption. I thought there was one consumer.',
      statements: ['I thought there was one consumer', 'Counting consumers'],
    });
  });
});
