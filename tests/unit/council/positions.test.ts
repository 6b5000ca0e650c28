import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { comparePositions } from '../../../src/council/convergence/compare-positions.js';
import { readPosition } from '../../../src/council/convergence/read-position.js';

describe('readPosition', () => {
  it.each([
    ['the vote', 'I would take X.\nVOTE: {"option": "Y", "confidence": 0.5}', 'Y'],
    ['what it would do', 'There are reasons. I would go with PostgreSQL. It is late.', 'go with PostgreSQL.'],
    ['its choice', 'Much was said. My choice is MongoDB.', 'MongoDB.'],
    ['advice, when it says nothing of itself', 'Short version: choose Kafka. Longer version follows.', 'choose Kafka.'],
  ])('is %s', (_, answer, position) => {
    expect(readPosition(answer)).toBe(position);
  });

  it('is nothing where an answer takes no side', () => {
    expect(readPosition('With REST we would add endpoints. Both have merits.')).toBeUndefined();
  });
});

describe('comparePositions on the labelled long answers', () => {
  const { questions, pairs } = JSON.parse(
    readFileSync(new URL('../../data/long-answers.json', import.meta.url), 'utf8'),
  ) as {
    questions: { id: string; answers: Record<string, { text: string }> }[];
    pairs: { a: string; b: string; relation: string }[];
  };
  const texts = new Map(
    questions.flatMap(({ id, answers }) => Object.entries(answers).map(([name, { text }]) => [`${id}/${name}`, text])),
  );

  it.each(['tune', 'held out'])('tells same from other positions in the %s half', (half) => {
    const judged = pairs
      .filter(({ a, b }) => halfOf(a, b) === half)
      .map(({ a, b, relation }) => {
        const isSame = relation === 'same_edited' || relation === 'reworded';
        const found = comparePositions(readPosition(texts.get(a) ?? ''), readPosition(texts.get(b) ?? ''));
        return found === (isSame ? 'same' : 'different');
      });
    expect(judged.length).toBeGreaterThan(40);
    expect(judged.filter(Boolean).length / judged.length).toBeGreaterThanOrEqual(0.85);
  });

  function halfOf(a: string, b: string): string {
    const [first = 0] = createHash('sha256').update(`witan-2026\n${a}\n${b}`).digest();
    return first % 2 === 0 ? 'tune' : 'held out';
  }
});
