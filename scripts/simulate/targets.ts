import type { Cell } from './cell.js';
import type { Estimate } from './figures.js';

/** What is measured of one way to run the engine, against other methods on the same questions. */
export interface Comparison {
  readonly minus_majority: Estimate;
  readonly minus_naive: Estimate;
  readonly minus_open_rounds: Estimate;
  /** Calls as a share of those of a debate of fixed length. */
  readonly calls_against: { readonly three_rounds: number; readonly two_rounds: number };
}

/** met: the whole interval is on the good side. missed: it is on the bad side. unclear: it contains the boundary. */
type TargetState = 'met' | 'unclear' | 'missed';

export interface Target {
  readonly name: 'majority' | 'naive' | 'three_rounds' | 'two_rounds';
  readonly state: TargetState;
  readonly text: string;
}

export interface TargetInput extends Omit<Comparison, 'minus_open_rounds'> {
  readonly questions: number;
  /** How often the naive debate was right. */
  readonly naive: number;
}

/** Below this number the intervals say too little. */
const MIN_QUESTIONS = 200;

/** What the engine must show in a cell, and whether the figures show it. */
export function judgeTargets(cell: Cell, input: TargetInput): Target[] {
  const targets = targetsOf(cell, input);
  if (input.questions >= MIN_QUESTIONS) return targets;
  const reason = `; fewer than ${MIN_QUESTIONS} questions show nothing`;
  return targets.map(({ name, text }) => ({ name, state: 'unclear', text: `${text}${reason}` }));
}

function targetsOf({ conformity }: Cell, input: TargetInput): Target[] {
  const { minus_majority: majority, minus_naive: naive, calls_against: calls } = input;
  return [
    {
      name: 'majority',
      state: stateOf(majority, (value) => value >= -TOLERANCE),
      text: `at most half a point below plain majority: ${formatPoints(majority)}`,
    },
    // Without conformity the naive debate has no weakness, and nothing is above one that is always right.
    ...(conformity === 0 || input.naive === 1
      ? []
      : [
          {
            name: 'naive' as const,
            state: stateOf(naive, (value) => value > 0),
            text: `above naive debate: ${formatPoints(naive)}`,
          },
        ]),
    {
      name: 'three_rounds',
      state: calls.three_rounds <= MAX_SHARE_OF_THREE ? 'met' : 'missed',
      text: `at most 70 % of the calls of three rounds: ${formatPercent(calls.three_rounds)}`,
    },
    {
      name: 'two_rounds',
      state: calls.two_rounds <= 1 ? 'met' : 'missed',
      text: `no more calls than two rounds: ${formatPercent(calls.two_rounds)}`,
    },
  ];
}

const TOLERANCE = 0.005;
const MAX_SHARE_OF_THREE = 0.7;

function stateOf({ low, high }: Estimate, isGood: (value: number) => boolean): TargetState {
  if (isGood(low)) return 'met';
  return isGood(high) ? 'unclear' : 'missed';
}

function formatPoints({ mean, low, high }: Estimate): string {
  const [at, from, to] = [mean, low, high].map((value) => `${value < 0 ? '' : '+'}${(value * 100).toFixed(1)}`);
  return `${at} points (${from} to ${to})`;
}

export function formatPercent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}
