import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { describeInputProblem } from '../../../src/mcp/describe-input-problem.js';

const SCHEMA = z.strictObject({
  question: z.string(),
  rounds: z.number().optional(),
  mode: z.enum(['conference', 'quick']).optional(),
  participants: z.array(z.strictObject({ cli: z.string(), model: z.string().optional() })).optional(),
});

describe('describeInputProblem', () => {
  it.each([
    [{}, 'question is missing; give a string'],
    [{ question: 7 }, 'question: 7 is a number; give a string'],
    [{ question: 'q', rounds: '2' }, 'rounds: "2" is a string; give a number'],
    [{ question: null }, 'question is missing; give a string'],
    [{ question: 'q', mode: 'quik' }, 'mode: "quik" is not one of conference, quick; did you mean "quick"?'],
    [
      { qestion: 'q' },
      'unknown field "qestion"; did you mean "question"? known fields: question, rounds, mode, participants',
    ],
    [{ question: 'q', participants: {} }, 'participants: {} is an object; give an array'],
    [{ question: 'q', participants: [{ model: 'x' }] }, 'participants[0].cli is missing; give a string'],
    [
      { question: 'q', participants: [{ cli: 'a' }, { cli: 'a', modle: 'b' }] },
      'participants[1]: unknown field "modle"; did you mean "model"? known fields: cli, model',
    ],
    ['text', 'arguments: "text" is a string; give an object'],
    [[1], 'arguments: [1] is an array; give an object'],
  ])('says of %j what is wrong and what would be right', (input, message) => {
    const parsed = SCHEMA.safeParse(input);
    if (parsed.success) throw new Error('the input was accepted');
    expect(describeInputProblem(parsed.error, input, SCHEMA)).toBe(message);
  });

  it('shows only the beginning of a long value', () => {
    const input = { question: ['x'.repeat(5_000)] };
    const parsed = SCHEMA.safeParse(input);
    if (parsed.success) throw new Error('the input was accepted');
    expect(describeInputProblem(parsed.error, input, SCHEMA).length).toBeLessThan(150);
  });
});
