import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createLeastRecentlyUsed } from '../../../src/decisions/memory/least-recently-used.js';
import { openQuestionSpace } from '../../../src/decisions/memory/question-space.js';
import { questionSubject } from '../../../src/decisions/model/question-words.js';
import { innerProduct } from '../../../src/semantics/kernels/inner-product.js';
import { builtinEmbedding } from '../../support/test-graph.js';

interface LabeledPair {
  readonly a: string;
  readonly b: string;
  readonly relation: 'same' | 'related' | 'different';
}

const pairs = (name: string): LabeledPair[] =>
  JSON.parse(readFileSync(new URL(`../../data/${name}.json`, import.meta.url), 'utf8'));

function halfOf({ a, b }: LabeledPair): 'tune' | 'held out' {
  const [first = 0] = createHash('sha256').update(`witan-2026\n${a}\n${b}`).digest();
  return first % 2 === 0 ? 'tune' : 'held out';
}

const RECALLED_FROM = 0.6;

describe('the similarity of questions', async () => {
  const space = await openQuestionSpace(await builtinEmbedding, createLeastRecentlyUsed(1_000));

  async function shareOf(labeled: readonly LabeledPair[], half: string, relation: string): Promise<number> {
    const wanted = labeled.filter((pair) => halfOf(pair) === half && pair.relation === relation);
    let found = 0;
    for (const { a, b } of wanted) {
      const [one, other] = [await space.embedOne(a), await space.embedOne(b)];
      if (space.score(innerProduct(one, other, 0)) >= RECALLED_FROM) found += 1;
    }
    return found / wanted.length;
  }

  it.each(['tune', 'held out'])('does not come from the frame they are asked in (%s half)', async (half) => {
    const framed = pairs('question-pairs-framed');
    expect(await shareOf(framed, half, 'different')).toBeLessThanOrEqual(0.2);
    expect(await shareOf(framed, half, 'same')).toBeGreaterThanOrEqual(0.9);
  });

  it.each(['tune', 'held out'])('finds the same question in other words (%s half)', async (half) => {
    const labeled = pairs('question-pairs');
    expect(await shareOf(labeled, half, 'different')).toBe(0);
    expect(await shareOf(labeled, half, 'same')).toBeGreaterThanOrEqual(0.5);
    expect(await shareOf(labeled, half, 'related')).toBeGreaterThanOrEqual(0.65);
  });

  it('has its own name, so that vectors of whole questions are computed again', async () => {
    const { model } = await builtinEmbedding;
    expect(space.embeddedWith.model).not.toBe(model);
  });
});

describe('what a question is about', () => {
  it('is what is left without the words that it is asked with', () => {
    expect(questionSubject('Should we use PostgreSQL or SQLite for the job queue?')).toBe(
      'PostgreSQL SQLite job queue?',
    );
  });

  it('is the whole question if nothing else would be left', () => {
    expect(questionSubject('Should we do this or not?')).toBe('Should we do this or not?');
  });
});
