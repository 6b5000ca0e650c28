import { z } from 'zod';
import { isDemoPanel } from '../../kernel/demo-names.js';

/**
 * The parts of a deliberation that are remembered. The council's result has this shape, and so has a transcript's
 * sidecar; other fields are left alone.
 */
export const deliberationRecordSchema = z.object({
  deliberation_id: z.string().min(1).max(200),
  status: z.enum(['complete', 'partial', 'failed']),
  /** No language model took part. */
  demo: z.boolean().optional(),
  question: z.string().min(1),
  working_directory: z.string().default(''),
  participants: z.array(z.string()),
  summary: z.object({ consensus: z.string(), final_recommendation: z.string().default('') }),
  voting_result: z
    .object({
      winning_option: z.string().nullable(),
      /** A vote names its option by the id, the text or another name. */
      options: z
        .array(z.object({ id: z.string(), text: z.string(), aliases: z.array(z.string()).default([]) }))
        .default([]),
      /** Wordings that count as one option: joined by their voters, then grouped by the writer of the summary. */
      joined: z.array(z.object({ as: z.string(), options: z.array(z.string()) })).default([]),
      grouped: z.array(z.object({ as: z.string(), options: z.array(z.string()) })).default([]),
      votes_by_round: z.array(
        z.object({
          round: z.number(),
          participant: z.string(),
          vote: z.object({ option: z.string(), confidence: z.number().nullable(), rationale: z.string().default('') }),
          timestamp: z.string().optional(),
        }),
      ),
    })
    .nullable(),
  convergence_info: z.object({ status: z.string() }).nullable(),
  counterfactual: z.object({ first_round_winner: z.string().nullable() }).optional(),
  transcript_path: z.string().nullable().default(null),
  full_debate: z.array(
    z.object({ round: z.number(), participant: z.string(), response: z.string(), timestamp: z.string() }),
  ),
  cost: z.object({ usd: z.union([z.number(), z.literal('unknown')]) }).optional(),
  /** When it ended; without it, the time of its last answer. */
  decided_at: z.string().optional(),
});

/** Checks whether it left a decision to be remembered: without a quorum there is none, and a demo is no precedent. */
export function isDecision(record: z.output<typeof deliberationRecordSchema>): boolean {
  const { status, demo, participants, voting_result, convergence_info } = record;
  if (status === 'failed' || demo === true || isDemoPanel(participants)) return false;
  return (voting_result?.votes_by_round ?? []).length > 0 && convergence_info?.status !== 'no_quorum';
}

/** As it is handed in: what the schema has a default for may be missing. */
export type DeliberationRecord = DeepReadonly<z.input<typeof deliberationRecordSchema>>;

type DeepReadonly<Value> = Value extends readonly (infer Item)[]
  ? readonly DeepReadonly<Item>[]
  : Value extends object
    ? { readonly [Key in keyof Value]: DeepReadonly<Value[Key]> }
    : Value;
