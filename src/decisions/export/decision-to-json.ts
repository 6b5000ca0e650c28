import type { Decision } from '../model/decision.js';

/** A decision as JSON says it: names as in results of deliberations, times as texts. */
export interface JsonDecision {
  readonly id: string;
  readonly question: string;
  readonly consensus: string;
  readonly winning_option: string | null;
  readonly options: readonly string[];
  readonly status: string;
  readonly result_status: Decision['resultStatus'];
  readonly participants: readonly string[];
  readonly decided_at: string;
  readonly transcript_path: string | null;
  readonly working_directory: string;
  readonly cost_usd: number | null;
  readonly duplicate_of: string | null;
  readonly first_round_winner: string | null;
  readonly stances: readonly JsonStance[];
  readonly outcome: JsonOutcome | null;
  readonly archived_at: string | null;
}

interface JsonStance {
  readonly participant: string;
  readonly model: string;
  readonly option: string | null;
  readonly confidence: number | null;
  readonly rationale: string;
  readonly final_position: string;
  readonly first_option: string | null;
}

export interface JsonOutcome {
  readonly outcome: NonNullable<Decision['outcome']>['outcome'];
  readonly note: string | null;
  readonly superseded_by: string | null;
  readonly recorded_at: string;
}

export function decisionToJson(decision: Decision): JsonDecision {
  const { outcome } = decision;
  return {
    id: decision.id,
    question: decision.question,
    consensus: decision.consensus,
    winning_option: decision.winningOption,
    options: decision.options,
    status: decision.status,
    result_status: decision.resultStatus,
    participants: decision.participants,
    decided_at: decision.decidedAt.toISOString(),
    transcript_path: decision.transcriptPath,
    working_directory: decision.workingDirectory,
    cost_usd: decision.costUsd,
    duplicate_of: decision.duplicateOf,
    first_round_winner: decision.firstRoundWinner,
    stances: decision.stances.map((stance) => ({
      participant: stance.participant,
      model: stance.model,
      option: stance.option,
      confidence: stance.confidence,
      rationale: stance.rationale,
      final_position: stance.finalPosition,
      first_option: stance.firstOption,
    })),
    outcome: outcome === null ? null : outcomeToJson(outcome),
    archived_at: decision.archivedAt?.toISOString() ?? null,
  };
}

export function outcomeToJson(outcome: NonNullable<Decision['outcome']>): JsonOutcome {
  return {
    outcome: outcome.outcome,
    note: outcome.note,
    superseded_by: outcome.supersededBy,
    recorded_at: outcome.recordedAt.toISOString(),
  };
}
