import { cutText } from '../../kernel/cut-text.js';
import { decisionToJson, type JsonDecision } from '../export/decision-to-json.js';
import type { Decision } from '../model/decision.js';
import type { AnswerFormat } from './decision-query.js';

type Shown = 'id' | 'question' | 'consensus' | 'winning_option' | 'participants' | 'status' | 'outcome';

/** The more detailed the format, the more of the rest is there. */
export type ShownDecision = Pick<JsonDecision, Shown> &
  Partial<Omit<JsonDecision, 'stances'>> & {
    readonly timestamp: string;
    readonly stances?: readonly Partial<JsonDecision['stances'][number]>[];
  };

/** A decision as an answer shows it. Nothing but texts, numbers and lists: every format can be written as JSON. */
export function showDecision(decision: Decision, format: AnswerFormat): ShownDecision {
  const whole = decisionToJson(decision);
  const { id, question, consensus, winning_option, participants, decided_at: timestamp, status, outcome } = whole;
  const shown = { id, question, consensus, winning_option, participants, timestamp, status, outcome };
  if (format === 'json') return { ...shown, ...whole };
  if (format === 'summary') {
    return { ...shown, question: cutText(question, SUMMARY), consensus: cutText(consensus, SUMMARY) };
  }
  const { first_round_winner, transcript_path, working_directory, cost_usd, duplicate_of, archived_at } = whole;
  const stances = whole.stances.map(({ participant, option, confidence, rationale }) => ({
    participant,
    option,
    confidence,
    rationale,
  }));
  const details = { transcript_path, working_directory, cost_usd, duplicate_of, archived_at };
  return { ...shown, first_round_winner, stances, ...details };
}

const SUMMARY = 400;
