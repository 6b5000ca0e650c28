import { z } from 'zod';
import { JSON_EXPORT } from '../export/write-json.js';
import { OUTCOMES } from '../model/decision.js';

/** What `export --format json` wrote. Its decisions are parsed one by one: a bad one must not take the others with it. */
export const jsonExportSchema = z.object({
  format: z.literal(JSON_EXPORT.format),
  version: z.literal(JSON_EXPORT.version),
  decisions: z.array(z.unknown()),
});

const time = z.iso.datetime({ offset: true });

export const jsonDecisionSchema = z.object({
  id: z.string().min(1).max(200),
  question: z.string().min(1),
  consensus: z.string(),
  winning_option: z.string().nullable(),
  /** Earlier versions did not export them. */
  options: z.array(z.string()).default([]),
  status: z.string(),
  result_status: z.enum(['complete', 'partial', 'failed']),
  participants: z.array(z.string()),
  decided_at: time,
  transcript_path: z.string().nullable(),
  working_directory: z.string(),
  cost_usd: z.number().nullable(),
  first_round_winner: z.string().nullable(),
  stances: z.array(
    z.object({
      participant: z.string(),
      option: z.string().nullable(),
      confidence: z.number().nullable(),
      rationale: z.string(),
      final_position: z.string(),
      first_option: z.string().nullable(),
    }),
  ),
  outcome: z
    .object({
      outcome: z.enum(OUTCOMES),
      note: z.string().nullable(),
      superseded_by: z.string().nullable(),
      recorded_at: time,
    })
    .nullable(),
  archived_at: time.nullable(),
});

export type ImportedDecision = z.output<typeof jsonDecisionSchema>;

export function isExport(value: unknown): value is { readonly format: string } {
  return typeof value === 'object' && value !== null && 'format' in value && value.format === JSON_EXPORT.format;
}
