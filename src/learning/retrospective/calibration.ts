import type { Domain, Strategy } from '../../journal/index.js';
import { wilsonInterval } from '../../kernel/wilson-interval.js';
import type { LearningContext } from '../context.js';

/** The share of predictions that were confirmed. */
export interface PredictionRate {
  readonly confirmed: number;
  /** Confirmed and falsified ones; abandoned ones say nothing. */
  readonly count: number;
  readonly rate: number;
  /** The rate that the next predictions can be expected to have, with 95 % confidence (Wilson). */
  readonly interval: readonly [low: number, high: number];
}

export interface Calibration {
  readonly overall: PredictionRate;
  /** Most predictions first, as the others. */
  readonly domains: readonly (PredictionRate & { readonly domain: Domain })[];
  readonly strategies: readonly (PredictionRate & { readonly strategy: Strategy })[];
  /** Only those with at least five predictions: fewer say nothing. */
  readonly pairs: readonly (PredictionRate & { readonly domain: Domain; readonly strategy: Strategy })[];
}

export function readCalibration(database: LearningContext['database']): Promise<Calibration> {
  return database.read((connection) => {
    const count = (columns: string) => connection.all<CountRow>(countBy(columns)).map(withRate);
    const [overall] = connection.all<CountRow>(`SELECT ${COUNTS} FROM experiences`);
    return {
      overall: predictionRate(overall?.confirmed ?? 0, overall?.count ?? 0),
      domains: count('domain'),
      strategies: count('strategy'),
      pairs: count('domain, strategy').filter((pair) => pair.count >= MIN_PAIR_COUNT),
    };
  });
}

const MIN_PAIR_COUNT = 5;

const COUNTS = `coalesce(sum(outcome_status = 'confirmed'), 0) AS confirmed,
  coalesce(sum(outcome_status != 'abandoned'), 0) AS count`;

function countBy(columns: string): string {
  return `SELECT ${columns}, ${COUNTS} FROM experiences WHERE outcome_status != 'abandoned'
    GROUP BY ${columns} ORDER BY count(*) DESC, ${columns}`;
}

interface CountRow {
  readonly domain: Domain;
  readonly strategy: Strategy;
  readonly confirmed: number;
  readonly count: number;
}

function withRate(row: CountRow) {
  return { ...row, ...predictionRate(row.confirmed, row.count) };
}

export function predictionRate(confirmed: number, count: number): PredictionRate {
  const rate = count === 0 ? 0 : confirmed / count;
  return { confirmed, count, rate, interval: wilsonInterval(confirmed, count) };
}
