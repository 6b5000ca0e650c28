import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { comparePositions, type Positions } from '../../../src/council/convergence/compare-positions.js';
import { readClaims } from '../../../src/council/convergence/read-claims.js';
import { parseVote } from '../../../src/council/vote/parse-vote.js';

describe('readClaims', () => {
  it.each([
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
    ['what is under a heading of its own', '## Conclusion\n\nA queue fits best. It scales.', 'A queue fits best.'],
    ['what it names last', 'Both were tried. So exceptions it is, with care.', 'exceptions'],
    ['what it builds on', 'All in all, Tailwind is what I would build on.', 'Tailwind'],
    [
      'what others should do, at an end',
      'Points were weak. The teams should keep them.',
      'The teams should keep them.',
    ],
    ['what it refuses', "Both work. I wouldn't adopt Kubernetes.", 'not adopt Kubernetes.'],
    [
      'what it points back to',
      'Encrypted files are simple enough for us, and I would stay with them.',
      'Encrypted files are simple enough for us, and I would stay with them.',
    ],
    [
      'what it would do in any case, before what in another one',
      'I would keep the monolith. If we were fifty people, I would split the monolith.',
      'keep the monolith.',
    ],
    ['advice, when it says nothing of itself', 'Short version: choose Kafka. Longer version follows.', 'choose Kafka.'],
  ])('begin with %s', (_, answer, claim) => {
    expect(readClaims(answer)[0]).toBe(claim);
  });

  it('are all that an answer claims, the plainest first', () => {
    const answer = 'I recommend Kafka. It is late. I would run it in three zones.';
    expect(readClaims(answer)).toEqual(['recommend Kafka.', 'run it in three zones.']);
  });

  it('do not include the vote, which is read elsewhere', () => {
    expect(readClaims('I would take X.\nVOTE: {"option": "Y", "confidence": 0.5}')).toEqual(['take X.']);
  });

  it('are none where an answer takes no side', () => {
    expect(readClaims('With REST we would add endpoints. Both have merits.')).toEqual([]);
    expect(readClaims('Moving everything at once is a risk that I would not take.')).toEqual([]);
    expect(readClaims('Should we adopt REST? Should the team therefore wait?')).toEqual([]);
  });

  it('stays quick on a sentence without end', () => {
    const started = process.cpuUsage();
    for (const part of [
      'for a ',
      'I would ',
      'so, ',
      'the better choice ',
      'x should ',
      '\n*',
      'my the final ',
      'is what ',
    ])
      readClaims(part.repeat(10_000));
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
    ['report errors by values', 'report errors by exceptions', 'different'],
    [undefined, 'PostgreSQL', 'unknown'],
  ])('finds the claims %s and %s %s', (before, after, expected) => {
    expectBothWays(claiming(before), claiming(after), expected);
  });

  it.each([
    ['gRPC', 'Adopt gRPC for internal calls', 'same'],
    ['Node 22', 'Upgrade to Node 22 this quarter', 'same'],
    ['Cursor pagination', 'Opaque cursors for every list endpoint', 'same'],
    ['PostgreSQL 15', 'PostgreSQL 16', 'different'],
    ['Cursor pagination', 'Offset pagination', 'different'],
    ['Canary release', 'Blue-green release', 'different'],
    ['convert XML to JSON', 'convert JSON to XML', 'different'],
    ['support Safari 15', 'drop support for Safari 15', 'different'],
    ['at least two approvals', 'at most two approvals', 'different'],
    ['Variant (b)', 'Variant (c)', 'different'],
  ])('finds the options %s and %s %s', (before, after, expected) => {
    expectBothWays({ option: before, claims: [] }, { option: after, claims: [] }, expected);
  });

  it('finds the same in another sentence, where the plainest ones are about a detail', () => {
    const before = { claims: ['let the bot merge minor updates'] };
    const after = { claims: ['exempt the payment library for a quarter', 'let the bot merge the minor updates'] };
    expectBothWays(before, after, 'same');
  });

  it('lets no sentence make up for options that exclude each other', () => {
    const claims = ['run the database in a container'];
    expectBothWays({ option: 'PostgreSQL 15', claims }, { option: 'PostgreSQL 16', claims }, 'different');
  });

  function expectBothWays(before: Positions, after: Positions, expected: string) {
    expect(comparePositions(before, after)).toBe(expected);
    expect(comparePositions(after, before)).toBe(expected);
  }

  function claiming(claim: string | undefined): Positions {
    return { claims: claim === undefined ? [] : [claim] };
  }
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
        const found = comparePositions(positionsIn(texts.get(a) ?? ''), positionsIn(texts.get(b) ?? ''));
        return found === (isSame ? 'same' : 'different');
      });
    expect(judged.length).toBeGreaterThan(40);
    expect(judged.filter(Boolean).length / judged.length).toBeGreaterThanOrEqual(0.85);
  });

  function positionsIn(text: string): Positions {
    const parsed = parseVote(text);
    return { option: parsed.kind === 'vote' ? parsed.vote.option : undefined, claims: readClaims(text) };
  }

  function halfOf(a: string, b: string): string {
    const [first = 0] = createHash('sha256').update(`witan-2026\n${a}\n${b}`).digest();
    return first % 2 === 0 ? 'tune' : 'held out';
  }
});
