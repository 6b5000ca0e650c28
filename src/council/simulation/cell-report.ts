import type { Cell } from './cell.js';
import type { Estimate } from './figures.js';

/** What a cell came to. The names are those of the JSON that the command prints. */
export interface CellReport {
  readonly cell: Cell;
  readonly questions: number;
  readonly seed: number;
  /** The most rounds that this engine was allowed, as it is when nobody changes anything. */
  readonly rounds: number;
  readonly methods: {
    readonly single: MethodFigures;
    readonly majority: MethodFigures;
    readonly naive: MethodFigures;
    readonly open_rounds: MethodFigures;
    readonly engine: MethodFigures;
    readonly challenge: MethodFigures;
  };
  /** How often at least one first answer was right. */
  readonly oracle: number;
  /** Differences on the same questions. */
  readonly engine_minus_majority: Estimate;
  readonly engine_minus_naive: Estimate;
  readonly engine_minus_open_rounds: Estimate;
  /** This engine's calls as a share of those of a debate of fixed length. */
  readonly calls_against: { readonly three_rounds: number; readonly two_rounds: number };
  readonly targets: readonly Target[];
  /** The same of this engine where it challenges the lead. */
  readonly challenge: ChallengeReport;
}

export interface ChallengeReport {
  readonly rounds: number;
  readonly minus_majority: Estimate;
  readonly minus_naive: Estimate;
  readonly minus_open_rounds: Estimate;
  readonly calls_against: CellReport['calls_against'];
  readonly targets: readonly Target[];
}

export type MethodName = keyof CellReport['methods'];

export interface MethodFigures {
  readonly accuracy: Estimate;
  /** Last answers that are right where the private one was wrong, per participant and question; and the reverse. */
  readonly wrong_to_right: number;
  readonly right_to_wrong: number;
  /** How often a majority against a participant made it give in; null where it never met one. */
  readonly conformity_rate: number | null;
  /** How much of the way from a single model to the oracle; null where there is none. */
  readonly oracle_gap_closed: number | null;
  readonly calls_per_question: number;
}

/** met: the whole interval is on the good side. missed: it is on the bad side. unclear: it holds the boundary. */
export type TargetState = 'met' | 'unclear' | 'missed';

export interface Target {
  readonly name: 'majority' | 'naive' | 'three_rounds' | 'two_rounds';
  readonly state: TargetState;
  readonly text: string;
}
