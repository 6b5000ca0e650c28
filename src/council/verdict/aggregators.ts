import type { ModelRecord, TrackRecords } from '../contract/council-memory.js';
import type { Aggregators } from '../contract/result.js';
import type { OptionList } from '../options/option-list.js';
import type { CountedVote } from '../rounds/count-votes.js';
import type { Verdict } from './reach-verdict.js';

/**
 * The winner by several rules. Where they differ the result hangs on the rule, and the reader should know. The weights
 * are those of the participants' track records, where enough is known of them.
 */
export function aggregate(
  { votes, countsAs }: Pick<Verdict, 'votes' | 'countsAs'>,
  options: OptionList,
  weights?: ReadonlyMap<string, number>,
): Aggregators {
  return {
    plurality: winner(votes, (vote) => [[vote.option.id, 1]], options),
    confidence_weighted: winner(votes, (vote) => [[vote.option.id, getWeight(vote.vote.confidence)]], options),
    borda: winner(votes, (vote) => bordaPoints(vote, options, countsAs), options),
    ...(weights === undefined
      ? {}
      : {
          track_record: winner(votes, (vote) => [[vote.option.id, weights.get(vote.participant) ?? 1]], options),
        }),
  };
}

/**
 * Stated confidence is used in coarse steps: models are overconfident, and small differences between their figures
 * mean nothing.
 */
function getWeight(confidence: number): number {
  if (confidence >= 1) return 1;
  if (confidence >= 0.9) return 0.8;
  if (confidence >= 0.8) return 0.5;
  if (confidence > 0.6) return 0.3;
  return 0.1;
}

type Points = readonly (readonly [id: string, points: number])[];

function winner(
  votes: readonly CountedVote[],
  pointsOf: (vote: CountedVote) => Points,
  options: OptionList,
): string | null {
  const totals = new Map<string, number>();
  for (const vote of votes) {
    for (const [id, points] of pointsOf(vote)) totals.set(id, (totals.get(id) ?? 0) + points);
  }
  const highest = Math.max(...totals.values());
  // Sums of tenths are not exact in binary: a hair's breadth is a tie.
  const leaders = [...totals].filter(([, points]) => highest - points < 1e-9);
  const [leader] = leaders;
  if (leader === undefined || leaders.length !== 1) return null;
  return options.list().find(({ id }) => id === leader[0])?.text ?? null;
}

/** The best of n options gets n - 1 points, the next n - 2 …; options left out of a ranking share what remains. */
function bordaPoints({ vote, option }: CountedVote, options: OptionList, countsAs: Verdict['countsAs']): Points {
  const ranked = [option.id];
  for (const named of vote.ranking ?? []) {
    const found = options.find(named);
    const id = found === undefined ? undefined : countsAs(found).id;
    if (id !== undefined && !ranked.includes(id)) ranked.push(id);
  }
  const all = [...new Set(options.list().map((listed) => countsAs(listed).id))];
  const unranked = all.filter((id) => !ranked.includes(id));
  const shared = (unranked.length - 1) / 2;
  return [
    ...ranked.map((id, index) => [id, all.length - 1 - index] as const),
    ...unranked.map((id) => [id, shared] as const),
  ];
}

/**
 * What each participant's vote weighs by its model's record: from 0.5 (always wrong) over 1 (like a coin, or nothing
 * known) to 2 (always right and sure of it). Bounded, so that no record outvotes more than four others.
 *
 *   hits   (h + 2) / (n + 4), of n votes h were right: two of four are assumed, so that a short record says little
 *   brier  (n * b + 4 * 0.25) / (n + 4), b the mean Brier score of n votes
 *   skill  the mean of hits and 1 - 2 * brier, both 0.5 for a coin and 1 for a model that is always right and sure
 *   weight 2 ^ (2 * skill - 1)
 *
 * If enough is known of the question's topic, the record on it is used instead, and the whole record replaces the coin
 * as its prior.
 */
export function trackRecordWeights(votes: readonly CountedVote[], records: TrackRecords): Map<string, number> {
  const getSkill = (participant: string) => {
    const whole = learn(COIN, find(records.models, participant));
    return skill(records.topic === null ? whole : learn(whole, find(records.topic.models, participant)));
  };
  return new Map(votes.map(({ participant }) => [participant, weigh(getSkill(participant))]));
}

interface Expectation {
  readonly hits: number;
  readonly brier: number;
}

const COIN: Expectation = { hits: 0.5, brier: 0.25 };
/** How many votes the expectation counts as. */
const ASSUMED_VOTES = 4;

function learn(expected: Expectation, record: ModelRecord | undefined): Expectation {
  if (record === undefined) return expected;
  const { votes, hits, forecasts, brier } = record;
  return {
    hits: (hits + ASSUMED_VOTES * expected.hits) / (votes + ASSUMED_VOTES),
    brier: (forecasts * brier + ASSUMED_VOTES * expected.brier) / (forecasts + ASSUMED_VOTES),
  };
}

function skill({ hits, brier }: Expectation): number {
  return (hits + (1 - 2 * brier)) / 2;
}

function weigh(skilled: number): number {
  const bounded = Math.min(1, Math.max(0, skilled));
  return Math.round(2 ** (2 * bounded - 1) * 1000) / 1000;
}

/** A second seat of the same model has its record too. */
function find(records: readonly ModelRecord[], participant: string): ModelRecord | undefined {
  const seatless = participant.replace(/#\d+$/, '');
  return records.find((record) => record.participant === seatless);
}
