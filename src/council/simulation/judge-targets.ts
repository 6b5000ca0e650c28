import type { Cell } from './cell.js';
import type { ChallengeReport, Target, TargetState } from './cell-report.js';
import type { Estimate } from './figures.js';

interface Measured extends Pick<ChallengeReport, 'minus_majority' | 'minus_naive' | 'calls_against'> {
  readonly questions: number;
  /** How often the naive debate was right. */
  readonly naive: number;
}

/** Below this a figure is an anecdote, whatever its interval says. */
export const FEWEST_QUESTIONS = 200;

/** What this engine must show in a cell, and whether the figures show it. */
export function judgeTargets(cell: Cell, measured: Measured): Target[] {
  const targets = targetsOf(cell, measured);
  if (measured.questions >= FEWEST_QUESTIONS) return targets;
  const reason = `; fewer than ${FEWEST_QUESTIONS} questions show nothing`;
  return targets.map(({ name, text }) => ({ name, state: 'unclear', text: `${text}${reason}` }));
}

function targetsOf({ conformity }: Cell, measured: Measured): Target[] {
  const { minus_majority: majority, minus_naive: naive, calls_against: calls } = measured;
  return [
    {
      name: 'majority',
      state: stateOf(majority, (value) => value >= -TOLERANCE),
      text: `at most half a point below plain majority: ${points(majority)}`,
    },
    // Without conformity nothing is wrong with hearing everybody, and above one that is always right there is nothing:
    // there the naive debate is no opponent.
    ...(conformity === 0 || measured.naive === 1
      ? []
      : [
          {
            name: 'naive' as const,
            state: stateOf(naive, (value) => value > 0),
            text: `above naive debate: ${points(naive)}`,
          },
        ]),
    {
      name: 'three_rounds',
      state: calls.three_rounds <= MOST_OF_THREE ? 'met' : 'missed',
      text: `at most 70 % of the calls of three rounds: ${percent(calls.three_rounds)}`,
    },
    {
      name: 'two_rounds',
      state: calls.two_rounds <= 1 ? 'met' : 'missed',
      text: `no more calls than two rounds: ${percent(calls.two_rounds)}`,
    },
  ];
}

const TOLERANCE = 0.005;
const MOST_OF_THREE = 0.7;

function stateOf({ low, high }: Estimate, isGood: (value: number) => boolean): TargetState {
  if (isGood(low)) return 'met';
  return isGood(high) ? 'unclear' : 'missed';
}

function points({ mean, low, high }: Estimate): string {
  const [at, from, to] = [mean, low, high].map((value) => `${value < 0 ? '' : '+'}${(value * 100).toFixed(1)}`);
  return `${at} points (${from} to ${to})`;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}
