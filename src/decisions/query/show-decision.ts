import { cutText } from '../../kernel/cut-text.js';
import { decisionToJson, type JsonDecision, type JsonOutcome } from '../export/decision-to-json.js';
import type { Decision, Stance } from '../model/decision.js';
import type { AnswerFormat } from './decision-query.js';

interface ShownDecision {
  readonly id: string;
  readonly question: string;
  readonly consensus: string;
  readonly winning_option: string | null;
  readonly participants: readonly string[];
  readonly timestamp: string;
  readonly status: string;
  readonly outcome: JsonOutcome | null;
}

interface DetailedDecision extends ShownDecision {
  readonly first_round_winner: string | null;
  readonly stances: readonly {
    readonly participant: string;
    readonly option: string | null;
    readonly confidence: number | null;
    readonly rationale: string;
  }[];
  readonly transcript_path: string | null;
  readonly working_directory: string;
  readonly cost_usd: number | null;
  readonly duplicate_of: string | null;
  readonly archived_at: string | null;
}

export type AnyShownDecision = ShownDecision | DetailedDecision | (ShownDecision & JsonDecision);

/** A decision as an answer shows it. Nothing but texts, numbers and lists: every format can be written as JSON. */
export function showDecision(decision: Decision, format: AnswerFormat): AnyShownDecision {
  const whole = decisionToJson(decision);
  const shown: ShownDecision = {
    id: decision.id,
    question: decision.question,
    consensus: decision.consensus,
    winning_option: decision.winningOption,
    participants: decision.participants,
    timestamp: whole.decided_at,
    status: decision.status,
    outcome: whole.outcome,
  };
  switch (format) {
    case 'summary':
      return { ...shown, question: cutText(shown.question, SUMMARY), consensus: cutText(shown.consensus, SUMMARY) };
    case 'detailed':
      return {
        ...shown,
        first_round_winner: decision.firstRoundWinner,
        stances: decision.stances.map(showStance),
        transcript_path: decision.transcriptPath,
        working_directory: decision.workingDirectory,
        cost_usd: decision.costUsd,
        duplicate_of: decision.duplicateOf,
        archived_at: whole.archived_at,
      };
    case 'json':
      return { ...shown, ...whole };
  }
}

const SUMMARY = 400;

function showStance({ participant, option, confidence, rationale }: Stance) {
  return { participant, option, confidence, rationale };
}
