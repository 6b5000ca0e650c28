import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { assessQuality } from '../../../src/learning/saving/assess-quality.js';
import { resolvedEntry, useSemantics } from '../../support/learning-fixture.js';
import { ROOT } from '../../support/source-files.js';

interface LabeledBelief {
  readonly hypothesis: string;
  readonly prediction: string;
  readonly tautology: boolean;
}

const BELIEFS = JSON.parse(readFileSync(path.join(ROOT, 'tests/data/tautologies.json'), 'utf8')) as LabeledBelief[];

describe('the quality of a belief', () => {
  const semantics = useSemantics();
  const tierOf = async (changes: Parameters<typeof resolvedEntry>[0]) =>
    assessQuality(resolvedEntry(changes), async (...given) => (await semantics()).similarity(...given));

  it.each(['test', 'n/a', 'It works', 'it will be fixed', '…!?', 'TODO', 'asdf', 'This should be ok'])(
    'is bronze for the prediction "%s", even if a test has confirmed it',
    async (prediction) => {
      expect(await tierOf({ prediction, confidence_tier: 'gold' })).toEqual({
        confidenceTier: 'bronze',
        tierReason: 'the prediction says nothing',
      });
    },
  );

  it('is bronze for a hypothesis without content', async () => {
    expect((await tierOf({ hypothesis: 'Something is not right' })).tierReason).toBe('the hypothesis says nothing');
  });

  it('is bronze when the prediction repeats the hypothesis', async () => {
    const belief = { hypothesis: 'The cache is stale', prediction: 'The cache will turn out to be stale' };
    expect((await tierOf(belief)).tierReason).toBe('the prediction repeats the hypothesis');
  });

  it.each([
    ['The cache is invalidated after a write', 'The cache is not invalidated after a write'],
    ['The lock is never released when the job fails', 'The lock is released when the job fails'],
    ['The index is used by the query', "The query can't use the index"],
  ])('is not bronze when only one of the two denies it: %s / %s', async (hypothesis, prediction) => {
    expect((await tierOf({ hypothesis, prediction })).confidenceTier).toBe('silver');
  });

  it.each([
    ['The proxy strips the header', 'This confirms that the proxy strips the header'],
    ['The retry queue causes the duplicates', 'The duplicates are caused by the retry queue'],
  ])('is bronze when the prediction only repeats it with a new frame: %s / %s', async (hypothesis, prediction) => {
    expect((await tierOf({ hypothesis, prediction })).tierReason).toBe('the prediction repeats the hypothesis');
  });

  it('stays what the journal said for a belief that can be wrong', async () => {
    expect(await tierOf({ confidence_tier: 'gold' })).toEqual({ confidenceTier: 'gold', tierReason: null });
    expect((await tierOf({ confidence_tier: 'silver' })).confidenceTier).toBe('silver');
  });

  it('stays abandoned, whatever was believed', async () => {
    const outcome = { status: 'abandoned', result: 'superseded', captured_at: '', auto_captured: false } as const;
    expect((await tierOf({ prediction: 'test', outcome, confidence_tier: 'abandoned' })).confidenceTier).toBe(
      'abandoned',
    );
  });

  it.each(['tune', 'held out'])(
    'is assessed correctly for at least nine in ten labeled beliefs of the %s half',
    async (half) => {
      const beliefs = BELIEFS.filter((belief) => halfOf(belief) === half);
      const right = await Promise.all(
        beliefs.map(
          async ({ tautology, ...belief }) => ((await tierOf(belief)).confidenceTier === 'bronze') === tautology,
        ),
      );
      const wrong = beliefs.filter((_, at) => right[at] === false).map(({ hypothesis }) => hypothesis);
      expect(wrong.length / beliefs.length, JSON.stringify(wrong)).toBeLessThanOrEqual(0.1);
    },
  );
});

function halfOf({ hypothesis, prediction }: LabeledBelief): string {
  const [first = 0] = createHash('sha256').update(`witan-2026\n${hypothesis}\n${prediction}`).digest();
  return first % 2 === 0 ? 'tune' : 'held out';
}
