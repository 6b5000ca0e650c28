import type { ModelRecord, TrackRecords } from '../contract/council-memory.js';
import type { CountedVote } from '../rounds/count-votes.js';

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
  const skillOf = (participant: string) => {
    const whole = learn(COIN, find(records.models, participant));
    return skill(records.topic === null ? whole : learn(whole, find(records.topic.models, participant)));
  };
  return new Map(votes.map(({ participant }) => [participant, weigh(skillOf(participant))]));
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
