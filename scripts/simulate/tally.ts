import type { Cell } from './cell.js';
import { type Estimate, type PairedSums, pairedEstimate, shareEstimate } from './figures.js';
import type { FirstAnswers, MethodRun } from './methods.js';
import { type Comparison, judgeTargets, type Target } from './targets.js';

/** What every method did on one question. */
interface QuestionRun {
  readonly first: FirstAnswers;
  readonly naive: MethodRun;
  readonly openRounds: MethodRun;
  readonly engine: MethodRun;
  readonly challenge: MethodRun;
}

export type MethodName = 'single' | 'majority' | 'naive' | 'open_rounds' | 'engine' | 'challenge';

/** The figures of a cell. The names are those of the JSON that the script prints. */
export interface CellFigures {
  readonly questions: number;
  readonly methods: Readonly<Record<MethodName, MethodFigures>>;
  /** How often at least one first answer was right. */
  readonly oracle: number;
  /** The engine with default settings, and with `challenge`. */
  readonly judged: Readonly<Record<'engine' | 'challenge', Comparison & { readonly targets: readonly Target[] }>>;
}

export interface MethodFigures {
  readonly accuracy: Estimate;
  /** Last answers that are right where the private one was wrong, per model and question; and the reverse. */
  readonly wrong_to_right: number;
  readonly right_to_wrong: number;
  /** How often a model gave in to a majority against it; null where it never met one. */
  readonly conformity_rate: number | null;
  readonly calls_per_question: number;
}

export interface Tally {
  add(run: QuestionRun): void;
  figures(): CellFigures;
}

/** Keeps sums only: memory does not grow with the number of questions. */
export function createTally(cell: Cell): Tally {
  const sums = { majority: zeroSums(), naive: zeroSums(), openRounds: zeroSums() };
  const engine = createComparison();
  const challenge = createComparison();
  const { models } = cell;
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
    figures: () => {
      const size = { questions, models };
      const naive = sums.naive.credit / questions;
      const judge = (comparison: Comparison) => ({
        ...comparison,
        targets: judgeTargets(cell, { ...comparison, questions, naive }),
      });
      return {
        questions,
        methods: {
          single: singleFigures(single, size),
          majority: figuresOf(sums.majority, size),
          naive: figuresOf(sums.naive, size),
          open_rounds: figuresOf(sums.openRounds, size),
          engine: figuresOf(engine.sums, size),
          challenge: figuresOf(challenge.sums, size),
        },
        oracle: oracle / questions,
        judged: { engine: judge(engine.compare(size)), challenge: judge(challenge.compare(size)) },
      };
    },
  };
}

interface Size {
  readonly questions: number;
  readonly models: number;
}

function createComparison() {
  const sums = zeroSums();
  const against = { majority: createPairs(), naive: createPairs(), openRounds: createPairs() };
  return {
    sums,
    add: (run: MethodRun, { first, naive, openRounds }: QuestionRun) => {
      addTo(sums, run);
      against.majority.add(run.credit - first.majority.credit);
      against.naive.add(run.credit - naive.credit);
      against.openRounds.add(run.credit - openRounds.credit);
    },
    compare: ({ questions, models }: Size): Comparison => {
      const calls = sums.calls / (questions * models);
      return {
        minus_majority: pairedEstimate(against.majority.sums()),
        minus_naive: pairedEstimate(against.naive.sums()),
        minus_open_rounds: pairedEstimate(against.openRounds.sums()),
        calls_against: { three_rounds: calls / 3, two_rounds: calls / 2 },
      };
    },
  };
}

type Sums = { -readonly [Name in keyof MethodRun]: number };

function zeroSums(): Sums {
  return { credit: 0, calls: 0, wrongToRight: 0, rightToWrong: 0, underPressure: 0, gaveIn: 0 };
}

function addTo(sums: Sums, run: MethodRun): void {
  for (const name of Object.keys(sums) as (keyof MethodRun)[]) sums[name] += run[name];
}

function figuresOf(sums: Sums, { questions, models }: Size): MethodFigures {
  return {
    accuracy: shareEstimate(sums.credit, questions),
    wrong_to_right: sums.wrongToRight / (questions * models),
    right_to_wrong: sums.rightToWrong / (questions * models),
    conformity_rate: sums.underPressure === 0 ? null : sums.gaveIn / sums.underPressure,
    calls_per_question: sums.calls / questions,
  };
}

/** Asked alone, a model reads no other answer: it neither flips nor gives in. */
function singleFigures(right: number, { questions, models }: Size): MethodFigures {
  return {
    accuracy: shareEstimate(right * models, questions * models),
    wrong_to_right: 0,
    right_to_wrong: 0,
    conformity_rate: null,
    calls_per_question: 1,
  };
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
