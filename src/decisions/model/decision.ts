/** A finished deliberation, as it is remembered. */
export interface Decision {
  /** The deliberation's id. */
  readonly id: string;
  readonly question: string;
  readonly consensus: string;
  readonly winningOption: string | null;
  /** The options of the vote; empty where they were not recorded. */
  readonly options: readonly string[];
  /** The kind of agreement: `unanimous_consensus`, `majority_decision`, `tie`, `converged` … */
  readonly status: string;
  readonly resultStatus: 'complete' | 'partial' | 'failed';
  /** `model@cli`; a repeated one has "#2". */
  readonly participants: readonly string[];
  readonly decidedAt: Date;
  readonly transcriptPath: string | null;
  readonly workingDirectory: string;
  /** Null where it is not known. */
  readonly costUsd: number | null;
  /** The same for two questions that differ in nothing but case, spaces and the marks at their end. */
  readonly questionHash: string;
  /** The latest earlier decision on the very same question. */
  readonly duplicateOf: string | null;
  readonly firstRoundWinner: string | null;
  readonly stances: readonly Stance[];
  readonly outcome: Outcome | null;
  /** Archived decisions are kept and can be read, but no deliberation is shown them. */
  readonly archivedAt: Date | null;
}

/** The final position of one participant. */
export interface Stance {
  readonly participant: string;
  readonly model: string;
  readonly option: string | null;
  readonly confidence: number | null;
  readonly rationale: string;
  /** The beginning of its last answer. */
  readonly finalPosition: string;
  /** Its vote before it read the others. */
  readonly firstOption: string | null;
}

export const OUTCOMES = ['right', 'wrong', 'superseded', 'mixed'] as const;

/** The result of a decision in the world. */
export interface Outcome {
  readonly outcome: (typeof OUTCOMES)[number];
  readonly note: string | null;
  /** The id of the decision that replaced it. */
  readonly supersededBy: string | null;
  readonly recordedAt: Date;
}

/** Another decision on a similar question. */
export interface Neighbor {
  readonly id: string;
  /** On the calibrated scale of questions, 0 to 1. */
  readonly score: number;
}
