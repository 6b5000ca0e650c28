import { wilsonInterval } from '../../kernel/wilson-interval.js';
import type { Decision } from '../model/decision.js';
import type { DecisionGraph } from '../model/decision-graph.js';
import { isCounted, recordsOf, withoutSeat } from './track-records.js';

/** Compares how often models were right with what they said. */
export interface Reliability {
  /** Decisions judged right or wrong. */
  readonly outcomes: number;
  /** Most judged first. */
  readonly models: readonly ModelReliability[];
}

interface ModelReliability {
  readonly participant: string;
  /** Judged decisions that it voted for. */
  readonly count: number;
  readonly hits: number;
  /** The mean of (confidence - what came true)²; null where no confidence was stated. */
  readonly brier: number | null;
  /** Null below ten outcomes: too few to say. */
  readonly rate: Rate | null;
  /** Its votes by stated confidence, lowest first, at least five in each. */
  readonly bins: readonly ConfidenceBin[];
}

interface Rate {
  readonly share: number;
  /** The share that the next ones can be expected to have, with 95 % confidence. */
  readonly interval: readonly [low: number, high: number];
}

interface ConfidenceBin extends Rate {
  readonly from: number;
  readonly to: number;
  /** The mean of what was stated. */
  readonly confidence: number;
  readonly hits: number;
  readonly count: number;
}

export async function measureReliability(graph: Pick<DecisionGraph, 'all'>): Promise<Reliability> {
  const judged: Decision[] = [];
  for await (const decision of graph.all({ outcome: 'any', archived: 'with' })) {
    if (isCounted(decision)) judged.push(decision);
  }
  const { outcomes, models } = recordsOf(judged);
  const votes = votesByModel(judged);
  return {
    outcomes,
    models: models.map(({ participant, hits, misses, brier }) => {
      const count = hits + misses;
      const isEnough = count >= MIN_OUTCOMES;
      const bins = isEnough ? binVotes(votes.get(participant) ?? []) : [];
      return { participant, count, hits, brier, rate: isEnough ? getRate(hits, count) : null, bins };
    }),
  };
}

const MIN_OUTCOMES = 10;
const MIN_PER_BIN = 5;
const MAX_BINS = 5;

interface Vote {
  readonly confidence: number;
  readonly isRight: boolean;
}

/** Only votes for what was decided: what else would have happened is not known. */
function votesByModel(judged: readonly Decision[]): Map<string, Vote[]> {
  const votes = new Map<string, Vote[]>();
  for (const { stances, winningOption, outcome } of judged) {
    for (const { participant, option, confidence } of stances) {
      if (option !== winningOption || confidence === null) continue;
      const model = withoutSeat(participant);
      const own = votes.get(model) ?? [];
      votes.set(model, own);
      own.push({ confidence, isRight: outcome?.outcome === 'right' });
    }
  }
  return votes;
}

/** Makes bins of about the same size; equal confidences are never torn apart. */
function binVotes(votes: readonly Vote[]): ConfidenceBin[] {
  const sorted = votes.toSorted((a, b) => a.confidence - b.confidence);
  const size = Math.max(MIN_PER_BIN, Math.ceil(sorted.length / MAX_BINS));
  const bins: Vote[][] = [];
  for (const vote of sorted) {
    const last = bins.at(-1);
    if (last === undefined || (last.length >= size && last.at(-1)?.confidence !== vote.confidence)) bins.push([vote]);
    else last.push(vote);
  }
  const rest = bins.length > 1 && (bins.at(-1)?.length ?? 0) < MIN_PER_BIN ? bins.pop() : undefined;
  bins.at(-1)?.push(...(rest ?? []));
  return bins.filter((bin) => bin.length >= MIN_PER_BIN).map(describeBin);
}

function describeBin(bin: readonly Vote[]): ConfidenceBin {
  const hits = bin.filter(({ isRight }) => isRight).length;
  return {
    from: bin[0]?.confidence ?? 0,
    to: bin.at(-1)?.confidence ?? 1,
    confidence: bin.reduce((sum, { confidence }) => sum + confidence, 0) / bin.length,
    hits,
    count: bin.length,
    ...getRate(hits, bin.length),
  };
}

function getRate(hits: number, count: number): Rate {
  return { share: hits / count, interval: wilsonInterval(hits, count) };
}
