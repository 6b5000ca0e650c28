import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createOptionList } from '../../../src/council/options/option-list.js';
import { createConvergenceTracker } from '../../../src/council/rounds/convergence-tracker.js';
import type { RoundRecord } from '../../../src/council/rounds/debate-record.js';
import { parseVote } from '../../../src/council/vote/parse-vote.js';
import { loadBuiltinEmbedding } from '../../../src/semantics/embedding/builtin/load-builtin-embedding.js';
import { innerProduct } from '../../../src/semantics/kernels/inner-product.js';
import { FITTED } from '../../../src/semantics/similarity/fitted-calibration.js';
import { mapScore } from '../../../src/semantics/similarity/score-map.js';

interface LabeledAnswers {
  readonly questions: readonly {
    readonly id: string;
    readonly question: string;
    readonly answers: Readonly<Record<string, { readonly text: string }>>;
  }[];
  readonly pairs: readonly { readonly a: string; readonly b: string; readonly relation: keyof typeof EXPECTED }[];
}

const EXPECTED = {
  same_edited: 'converged',
  reworded: 'refining',
  opposite: 'diverging',
  other_question: 'diverging',
} as const;

/**
 * How many statuses must be right: what was reached, so that it can only get better. Votes and the similarity of the
 * answers decide; that two answers in other words take the same side, without a vote, is not promised.
 */
const SETS = [
  { file: 'long-answers', half: 'tune', leastRight: 32 },
  { file: 'long-answers', half: 'held out', leastRight: 48 },
  { file: 'long-answers-fresh', half: 'tune', leastRight: 31 },
  { file: 'long-answers-fresh', half: 'held out', leastRight: 33 },
  { file: 'long-answers-third', half: 'tune', leastRight: 31 },
  { file: 'long-answers-third', half: 'held out', leastRight: 32 },
] as const;

const folder = new URL('../../data/', import.meta.url);
const embedding = loadBuiltinEmbedding(readFileSync(new URL('../../../assets/embedding/words.bin', import.meta.url)));
const similarity = {
  backend: 'builtin',
  compare: (a: string, b: string) =>
    Promise.resolve(mapScore(FITTED.builtin.long_answers, innerProduct(embedding.embed(a), embedding.embed(b), 0))),
};

// Failures show counts only: a held-out half is never read for tuning.
describe.each(SETS)('the labeled pairs of $file, $half half', ({ file, half, leastRight }) => {
  const { questions, pairs } = JSON.parse(readFileSync(new URL(`${file}.json`, folder), 'utf8')) as LabeledAnswers;
  const questionOf = (answer: string) => questions.find(({ id }) => answer.startsWith(`${id}/`));
  const textOf = (answer: string) => questionOf(answer)?.answers[answer.split('/')[1] ?? '']?.text ?? '';
  const members = pairs.filter(({ a, b }) => {
    const key = file === 'long-answers' ? `${a}\n${b}` : questionOf(a)?.question;
    return halfOf(key ?? '') === half;
  });

  it(`get at least ${leastRight} statuses right`, async () => {
    const right = await Promise.all(
      members.map(async ({ a, b, relation }) => (await statusOf(textOf(a), textOf(b))) === EXPECTED[relation]),
    );
    expect(members.length).toBeGreaterThanOrEqual(40);
    expect(right.filter(Boolean).length).toBeGreaterThanOrEqual(leastRight);
  });
});

/** The two answers as the two rounds of one participant. */
async function statusOf(before: string, after: string): Promise<string | undefined> {
  const tracker = createConvergenceTracker(
    {
      enabled: true,
      similarityThreshold: 0.85,
      divergenceThreshold: 0.4,
      minRoundsBeforeCheck: 1,
      consecutiveStableRounds: 1,
    },
    similarity,
  );
  const options = createOptionList({ question: '', ballot: [] });
  const seat = { participant: 'one' };
  const rounds = [before, after].map((text, index) => {
    const vote = parseVote(text);
    options.addVotes(vote.kind === 'vote' ? [vote.vote.option] : []);
    const turn = { seat, round: index + 1, outcome: { kind: 'answered', text, vote } };
    return { round: index + 1, turns: [turn] } as unknown as RoundRecord;
  });
  await tracker.assess(rounds, options);
  return tracker.status();
}

function halfOf(key: string): 'tune' | 'held out' {
  const [first = 0] = createHash('sha256').update(`witan-2026\n${key}`, 'utf8').digest();
  return first % 2 === 0 ? 'tune' : 'held out';
}
