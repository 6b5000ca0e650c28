import type { ScoreMap, SimilarityUse } from './score-map.js';

export interface LabeledScore {
  readonly label: string;
  readonly score: number;
}

/** A point of the scale, and how its raw score is found from labeled pairs. */
export interface ScalePoint {
  readonly at: number;
  readonly above: readonly string[];
  readonly by: 'balance' | 'rarely false' | 'never false' | 'quantile';
}

/**
 * The points of the scale. 0.60: texts above it share their subject and are worth recalling. A question is compared
 * with every stored decision, so almost no unrelated pair may reach that point. 0.85 for short texts:
 * only one in ten that mean the same is worded so alike. For long answers, 0.40: above it they answer the same question,
 * and 0.85: above it an answer has not moved. Two options of a vote must never merge falsely.
 */
export const SCALES: Readonly<Record<SimilarityUse, readonly ScalePoint[]>> = {
  questions: [
    { at: 0.6, above: ['same', 'related'], by: 'rarely false' },
    { at: 0.85, above: ['same'], by: 'quantile' },
  ],
  experiences: [
    { at: 0.6, above: ['same', 'related'], by: 'balance' },
    { at: 0.85, above: ['same'], by: 'quantile' },
  ],
  long_answers: [
    { at: 0.4, above: ['same_edited', 'reworded', 'opposite'], by: 'balance' },
    { at: 0.85, above: ['same_edited'], by: 'balance' },
  ],
  options: [{ at: 0.85, above: ['same'], by: 'never false' }],
};

export function fitScoreMap(points: readonly ScalePoint[], pairs: readonly LabeledScore[]): ScoreMap {
  const map: [number, number][] = [[0, 0]];
  for (const { at, above, by } of points) {
    const isAbove = ({ label }: LabeledScore) => above.includes(label);
    const found = FIND[by](pairs.filter(isAbove).map(getScore), pairs.filter((pair) => !isAbove(pair)).map(getScore));
    // The map must rise, so a cut below an earlier one is put just above it.
    const cut = Math.min(0.99, Math.max(found, (map.at(-1)?.[0] ?? 0) + 0.01));
    map.push([Number(cut.toFixed(3)), at]);
  }
  return [...map, [1, 1]];
}

type FindCut = (above: readonly number[], below: readonly number[]) => number;

const FIND: Readonly<Record<ScalePoint['by'], FindCut>> = {
  /** Separates the two kinds best, with equal weights. */
  balance: (above, below) => {
    const scores = [...new Set([...above, ...below])].sort((a, b) => a - b);
    const gaps = scores.slice(1).map((score, index) => (score + (scores[index] ?? score)) / 2);
    const rated = gaps.map((cut) => ({ cut, rate: balancedRate(above, below, cut) }));
    const best = Math.max(...rated.map(({ rate }) => rate));
    // The mean of all nearly optimal cuts is more stable than the best one.
    const good = rated.filter(({ rate }) => rate >= best - TOLERANCE).map(({ cut }) => cut);
    return good.length === 0 ? 0.5 : good.reduce((sum, cut) => sum + cut, 0) / good.length;
  },
  /** One pair of the wrong kind in 1,250 lies above it; a few pairs cannot show that, so their gap is halved. */
  'rarely false': (above, below) => {
    const sorted = below.toSorted((a, b) => a - b);
    if (sorted.length >= RARE) return sorted[Math.ceil(sorted.length * (1 - 1 / RARE))] ?? 1;
    const mean = above.reduce((sum, score) => sum + score, 0) / Math.max(1, above.length);
    return ((sorted.at(-1) ?? 0) + mean) / 2;
  },
  /** Nothing of the wrong kind lies above it, with some distance. */
  'never false': (_, below) => Math.max(0, ...below) + SAFETY,
  /** Nine in ten of those that belong above are still below it. */
  quantile: (above) => above.toSorted((a, b) => a - b)[Math.floor(above.length * 0.9)] ?? 0.85,
};

/** Among 200 decisions, an unrelated question then finds one in 15 of 100 cases: 1 - (1 - 1/1250) ^ 200. */
const RARE = 1_250;
const TOLERANCE = 0.01;
const SAFETY = 0.03;

function balancedRate(above: readonly number[], below: readonly number[], cut: number): number {
  const rate = (scores: readonly number[], isRight: (score: number) => boolean) =>
    scores.length === 0 ? 1 : scores.filter(isRight).length / scores.length;
  return (rate(above, (score) => score >= cut) + rate(below, (score) => score < cut)) / 2;
}

function getScore({ score }: LabeledScore): number {
  return Math.min(1, Math.max(0, score));
}
