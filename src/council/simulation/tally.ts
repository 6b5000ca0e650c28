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
export function createTally(
  { cell, seed }: CellRequest,
  rounds: { readonly engine: number; readonly challenge: number },
): Tally {
  const sums = { majority: nothing(), naive: nothing(), openRounds: nothing() };
  const engine = createRow();
  const challenge = createRow();
  let questions = 0;
  let single = 0;
  let oracle = 0;

  return {
    add: (run) => {
      questions++;
      single += run.first.single;
      oracle += run.first.oracle;
      addTo(sums.majority, run.first.majority);
      addTo(sums.naive, run.naive);
      addTo(sums.openRounds, run.openRounds);
      engine.add(run.engine, run);
      challenge.add(run.challenge, run);
    },
    report: () => {
      const gap = { from: single / questions, to: oracle / questions };
      const figures = (sum: Sums) => figuresOf(sum, questions, cell.models, gap);
      const naive = sums.naive.credit / questions;
      const usual = engine.measure(questions, cell.models);
      const tested = challenge.measure(questions, cell.models);
      return {
        cell,
        questions,
        seed,
        rounds: rounds.engine,
        methods: {
          single: singleFigures(single, questions, cell.models, gap),
          majority: figures(sums.majority),
          naive: figures(sums.naive),
          open_rounds: figures(sums.openRounds),
          engine: figures(engine.sums),
          challenge: figures(challenge.sums),
        },
        oracle: gap.to,
        engine_minus_majority: usual.minus_majority,
        engine_minus_naive: usual.minus_naive,
        engine_minus_open_rounds: usual.minus_open_rounds,
        calls_against: usual.calls_against,
        targets: judgeTargets(cell, { ...usual, questions, naive }),
        challenge: {
          rounds: rounds.challenge,
          ...tested,
          targets: judgeTargets(cell, { ...tested, questions, naive }),
        },
      };
    },
  };
}

/** One of the two ways of this engine, against the methods that it is compared with, on the same questions. */
function createRow() {
  const sums = nothing();
  const over = { majority: createPairs(), naive: createPairs(), openRounds: createPairs() };
  return {
    sums,
    add: (run: MethodRun, { first, naive, openRounds }: QuestionRun) => {
      addTo(sums, run);
      over.majority.add(run.credit - first.majority.credit);
      over.naive.add(run.credit - naive.credit);
      over.openRounds.add(run.credit - openRounds.credit);
    },
    measure: (questions: number, models: number) => {
      const calls = sums.calls / (questions * models);
      return {
        minus_majority: pairedEstimate(over.majority.sums()),
        minus_naive: pairedEstimate(over.naive.sums()),
        minus_open_rounds: pairedEstimate(over.openRounds.sums()),
        calls_against: { three_rounds: calls / 3, two_rounds: calls / 2 },
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
