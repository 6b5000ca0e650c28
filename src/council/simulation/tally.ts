import type { CellReport, MethodFigures } from './cell-report.js';
import { type PairedSums, pairedEstimate, shareEstimate } from './figures.js';
import { judgeTargets } from './judge-targets.js';
import type { MethodRun } from './methods/method-run.js';
import type { CellRequest, QuestionRun } from './run-cell.js';

export interface Tally {
  add(run: QuestionRun): void;
  report(): CellReport;
}

/** Adds questions up; keeps sums only, so that a million of them take no more room than one. */
export function createTally(request: CellRequest, rounds: number): Tally {
  const { cell, seed } = request;
  const sums = { majority: nothing(), naive: nothing(), openRounds: nothing(), engine: nothing() };
  const overMajority = createPairs();
  const overNaive = createPairs();
  const overOpenRounds = createPairs();
  let questions = 0;
  let single = 0;
  let oracle = 0;

  return {
    add: ({ first, naive, openRounds, engine }) => {
      questions++;
      single += first.single;
      oracle += first.oracle;
      addTo(sums.majority, first.majority);
      addTo(sums.naive, naive);
      addTo(sums.openRounds, openRounds);
      addTo(sums.engine, engine);
      overMajority.add(engine.credit - first.majority.credit);
      overNaive.add(engine.credit - naive.credit);
      overOpenRounds.add(engine.credit - openRounds.credit);
    },
    report: () => {
      const gap = { from: single / questions, to: oracle / questions };
      const figures = (sum: Sums) => figuresOf(sum, questions, cell.models, gap);
      const calls = sums.engine.calls / (questions * cell.models);
      const measured = {
        engine_minus_majority: pairedEstimate(overMajority.sums()),
        engine_minus_naive: pairedEstimate(overNaive.sums()),
        engine_minus_open_rounds: pairedEstimate(overOpenRounds.sums()),
        calls_against: { three_rounds: calls / 3, two_rounds: calls / 2 },
      };
      return {
        cell,
        questions,
        seed,
        rounds,
        methods: {
          single: singleFigures(single, questions, cell.models, gap),
          majority: figures(sums.majority),
          naive: figures(sums.naive),
          open_rounds: figures(sums.openRounds),
          engine: figures(sums.engine),
        },
        oracle: gap.to,
        ...measured,
        targets: judgeTargets(cell, { ...measured, questions, naive: sums.naive.credit / questions }),
      };
    },
  };
}

type Sums = { -readonly [Name in keyof MethodRun]: number };

interface Gap {
  readonly from: number;
  readonly to: number;
}

function nothing(): Sums {
  return { credit: 0, calls: 0, wrongToRight: 0, rightToWrong: 0, pressed: 0, gaveIn: 0 };
}

function addTo(sums: Sums, run: MethodRun): void {
  sums.credit += run.credit;
  sums.calls += run.calls;
  sums.wrongToRight += run.wrongToRight;
  sums.rightToWrong += run.rightToWrong;
  sums.pressed += run.pressed;
  sums.gaveIn += run.gaveIn;
}

function figuresOf(sums: Sums, questions: number, models: number, gap: Gap): MethodFigures {
  const accuracy = shareEstimate(sums.credit, questions);
  return {
    accuracy,
    wrong_to_right: sums.wrongToRight / (questions * models),
    right_to_wrong: sums.rightToWrong / (questions * models),
    conformity_rate: sums.pressed === 0 ? null : sums.gaveIn / sums.pressed,
    oracle_gap_closed: closed(accuracy.mean, gap),
    calls_per_question: sums.calls / questions,
  };
}

/** Asked alone, a model meets nobody: it neither flips nor gives in. */
function singleFigures(right: number, questions: number, models: number, gap: Gap): MethodFigures {
  return {
    accuracy: shareEstimate(right * models, questions * models),
    wrong_to_right: 0,
    right_to_wrong: 0,
    conformity_rate: null,
    oracle_gap_closed: closed(gap.from, gap),
    calls_per_question: 1,
  };
}

function closed(accuracy: number, { from, to }: Gap): number | null {
  return to > from ? (accuracy - from) / (to - from) : null;
}

function createPairs(): { add(difference: number): void; sums(): PairedSums } {
  let [count, sum, squares] = [0, 0, 0];
  return {
    add: (difference) => {
      count++;
      sum += difference;
      squares += difference * difference;
    },
    sums: () => ({ count, sum, squares }),
  };
}
