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
    ['what it proposes', 'Both work. I therefore recommend that we keep sessions.', 'recommend that we keep sessions.'],
    [
      'what is under a heading',
      '**Position: put everything in one place.**\nThere are costs.',
      'put everything in one place.',
    ],
    [
      'what we should do, before what it would do in passing',
      'We should stay on Vue. I would measure it.',
      'We should stay on Vue.',
    ],
    [
      'what follows from the reasons',
      'Mocks lie. Tests should therefore use a real database.',
      'Tests should therefore use a real database.',
    ],
    ['what it finds better', 'The better choice here is a queue.', 'a queue.'],
    ['advice, when it says nothing of itself', 'Short version: choose Kafka. Longer version follows.', 'choose Kafka.'],
  ])('is %s', (_, answer, position) => {
    expect(readPosition(answer)).toBe(position);
  });

  it('is nothing where an answer takes no side', () => {
    expect(readPosition('With REST we would add endpoints. Both have merits.')).toBeUndefined();
    expect(readPosition('Moving everything at once is a risk that I would not take.')).toBeUndefined();
  });

  it('stays quick on a sentence without end', () => {
    const started = process.cpuUsage();
    for (const part of ['for a ', 'I would ', 'so, ', 'the better choice ', 'x should '])
      readPosition(part.repeat(10_000));
    expect(process.cpuUsage(started).user).toBeLessThan(5_000_000);
  });
});

describe('comparePositions', () => {
  it.each([
    ['Node 22', 'stay on Node 20 for now.', 'different'],
    ['hard delete', 'soft delete with a flag', 'different'],
    ['keep automatic retries disabled', 'turn automatic retries on, limited to two', 'different'],
    ['keep the monolith', 'split the monolith along its modules', 'different'],
    ['PostgreSQL', 'go with MongoDB', 'different'],
    ['PostgreSQL', 'keep Postgres, because the team knows it', 'same'],
    ['no automatic retries', 'leave automatic retries off', 'same'],
    [undefined, 'PostgreSQL', 'unknown'],
  ])('finds %s and %s %s', (before, after, expected) => {
    expect(comparePositions(before, after)).toBe(expected);
    expect(comparePositions(after, before)).toBe(expected);
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
