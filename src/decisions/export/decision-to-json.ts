import { z } from 'zod';
import { type Decision, OUTCOMES, type Outcome } from '../model/decision.js';

const time = z.iso.datetime({ offset: true });

const jsonOutcomeSchema = z.object({
  outcome: z.enum(OUTCOMES),
  note: z.string().nullable(),
  superseded_by: z.string().nullable(),
  recorded_at: time,
});

/** A decision as JSON says it: names as in results of deliberations, times as texts. Defaults are for earlier exports. */
export const jsonDecisionSchema = z.object({
  id: z.string().min(1).max(200),
  question: z.string().min(1),
  consensus: z.string(),
  winning_option: z.string().nullable(),
  options: z.array(z.string()).default([]),
  status: z.string(),
  result_status: z.enum(['complete', 'partial', 'failed']),
  participants: z.array(z.string()),
  decided_at: time,
  transcript_path: z.string().nullable(),
  working_directory: z.string(),
  cost_usd: z.number().nullable(),
  duplicate_of: z.string().nullable().default(null),
  first_round_winner: z.string().nullable(),
  stances: z.array(
    z.object({
      participant: z.string(),
      model: z.string().default(''),
      option: z.string().nullable(),
      confidence: z.number().nullable(),
      rationale: z.string(),
      final_position: z.string(),
      first_option: z.string().nullable(),
    }),
  ),
  outcome: jsonOutcomeSchema.nullable(),
  archived_at: time.nullable(),
});

export type JsonDecision = z.output<typeof jsonDecisionSchema>;
export type JsonOutcome = z.output<typeof jsonOutcomeSchema>;

export function decisionToJson(decision: Decision): JsonDecision {
  const { outcome } = decision;
  return {
    id: decision.id,
    question: decision.question,
    consensus: decision.consensus,
    winning_option: decision.winningOption,
    options: [...decision.options],
    status: decision.status,
    result_status: decision.resultStatus,
    participants: [...decision.participants],
    decided_at: decision.decidedAt.toISOString(),
    transcript_path: decision.transcriptPath,
    working_directory: decision.workingDirectory,
    cost_usd: decision.costUsd,
    duplicate_of: decision.duplicateOf,
    first_round_winner: decision.firstRoundWinner,
    stances: decision.stances.map(({ finalPosition, firstOption, ...stance }) => ({
      ...stance,
      final_position: finalPosition,
      first_option: firstOption,
    })),
    outcome: outcome === null ? null : outcomeToJson(outcome),
    archived_at: decision.archivedAt?.toISOString() ?? null,
  };
}

export function outcomeToJson({ outcome, note, supersededBy, recordedAt }: Outcome): JsonOutcome {
  return { outcome, note, superseded_by: supersededBy, recorded_at: recordedAt.toISOString() };
}
