import { z } from 'zod';
import type { DeliberationResult } from '../contract/result.js';
import { ESTIMATE, PAST_DECISION } from './recorded-facts.js';

/**
 * The parts of a stored result that are shown, without the answers. Earlier versions knew fewer fields, and any program may
 * have changed the file: a part that cannot be read is left out.
 */
export function readResult(result: DeliberationResult): FollowedResult {
  return FOLLOWED.parse({
    ...result,
    not_run: result.tool_executions?.not_run,
    transcript: result.transcript_path?.split(/[/\\]/).at(-1),
  });
}

const TEXT = z.string().catch('');
const TEXTS = z.array(z.string()).catch([]);
const OPTION = z.string().nullable().catch(null);
const FIGURE = z.number().catch(0);
const FIGURE_OR_UNKNOWN = z.union([z.number(), z.literal('unknown')]).catch('unknown');
const FLAG = z.boolean().catch(false);
const REASONS = z.array(z.object({ participant: z.string(), option: z.string(), reason: z.string() })).catch([]);
const COUNTED_TOGETHER = z.object({ as: z.string(), options: z.array(z.string()), by: z.array(z.string()).optional() });

const INTEGRITY = z.object({
  quorum: z
    .object({ needed: FIGURE, voters: FIGURE, met: z.boolean().catch(true) })
    .nullable()
    .catch(null),
  missing: z.array(z.object({ participant: z.string(), reason: z.string() })).catch([]),
  not_asked: TEXTS,
  challenge: z.object({ ended: z.string() }).nullable().catch(null),
  same_family_panel: FLAG,
  single_vote_flips_result: FLAG,
  aggregators: z.record(z.string(), z.string().nullable()).catch({}),
  aggregators_agree: z.boolean().catch(true),
  citations: z
    .object({ total: FIGURE, verified: FIGURE, words_found: FIGURE })
    .catch({ total: 0, verified: 0, words_found: 0 }),
  warnings: TEXTS,
});

const COUNTERFACTUAL = z.object({
  first_round_winner: OPTION,
  final_winner: OPTION,
  changed: FLAG,
  flips: z.array(z.object({ participant: z.string(), from: z.string(), to: z.string(), because: TEXT })).catch([]),
});

const VOTING_RESULT = z.object({
  final_tally: z.record(z.string(), z.number()).catch({}),
  winning_option: OPTION,
  consensus_reached: FLAG,
  joined: z.array(COUNTED_TOGETHER).catch([]),
  grouped: z.array(COUNTED_TOGETHER).catch([]),
  grouped_by: OPTION,
});

const SUMMARY = z.object({
  consensus: TEXT,
  key_agreements: TEXTS,
  key_disagreements: TEXTS,
  unique_points: TEXTS,
  final_recommendation: TEXT,
  written_by: TEXT,
});

const SPENT = z.object({
  participant: z.string(),
  role: TEXT,
  calls: FIGURE,
  failed_calls: FIGURE,
  retries: FIGURE,
  input_tokens: FIGURE_OR_UNKNOWN,
  output_tokens: FIGURE_OR_UNKNOWN,
  usd: FIGURE_OR_UNKNOWN,
});

const CITATION = z.object({
  round: z.number(),
  participant: z.string(),
  path: z.string(),
  start_line: z.number(),
  end_line: z.number(),
  quote: z.string().optional(),
  verified: z.boolean(),
  reason: z.string().optional(),
});

const FOLLOWED = z.object({
  verdict: TEXT,
  status: TEXT,
  decision_id: OPTION,
  demo: FLAG,
  rounds_completed: FIGURE,
  because: REASONS,
  against: REASONS,
  integrity: INTEGRITY.catch(INTEGRITY.parse({})),
  counterfactual: COUNTERFACTUAL.nullable().catch(null),
  summary: SUMMARY.nullable().catch(null),
  voting_result: VOTING_RESULT.nullable().catch(null),
  convergence: z.object({ status: z.string() }).nullable().catch(null),
  not_run: z
    .array(z.object({ round: z.number(), participant: z.string(), requests: z.number(), reason: z.string() }))
    .catch([]),
  citations: z.array(CITATION).catch([]),
  graph_context_summary: z
    .object({ summary: TEXT, decisions: z.array(PAST_DECISION) })
    .nullable()
    .catch(null),
  cost: z
    .object({
      usd: FIGURE_OR_UNKNOWN,
      tokens: FIGURE_OR_UNKNOWN,
      calls: FIGURE,
      seconds: FIGURE,
      by_participant: z.array(SPENT).catch([]),
      estimate: ESTIMATE.nullable().catch(null),
    })
    .nullable()
    .catch(null),
  /** The name of the file, without its folder. */
  transcript: OPTION,
});

export type FollowedResult = z.infer<typeof FOLLOWED>;
