import type { Summary } from '../contract/result.js';
import { type PeerLabels, withNames } from '../panel/peer-labels.js';

export type SummaryText = Omit<Summary, 'written_by'>;

export interface ParsedSummary extends SummaryText {
  /** Groups of ids that the writer takes for the same option; empty where it was not asked. */
  readonly sameOptions: readonly (readonly string[])[];
}

/** Reads the summary that a model wrote; undefined when it is not in the form that was asked for. */
export function parseSummary(reply: string): ParsedSummary | undefined {
  const start = reply.indexOf('{');
  const end = reply.lastIndexOf('}');
  if (start === -1 || end <= start) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(reply.slice(start, end + 1));
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const fields = value as Record<string, unknown>;
  const consensus = text(fields.consensus);
  const recommendation = text(fields.final_recommendation);
  if (consensus === undefined || recommendation === undefined) return undefined;
  return {
    consensus,
    key_agreements: list(fields.key_agreements),
    key_disagreements: list(fields.key_disagreements),
    ...(Array.isArray(fields.unique_points) ? { unique_points: list(fields.unique_points) } : {}),
    final_recommendation: recommendation,
    sameOptions: Array.isArray(fields.same_options) ? fields.same_options.slice(0, MAX_ENTRIES).map(list) : [],
  };
}

/** The writer knew the participants by labels; the reader wants their names. */
export function nameParticipants(summary: SummaryText, labels: PeerLabels): SummaryText {
  const named = (value: string) => withNames(value, labels);
  return {
    consensus: named(summary.consensus),
    key_agreements: summary.key_agreements.map(named),
    key_disagreements: summary.key_disagreements.map(named),
    ...(summary.unique_points === undefined ? {} : { unique_points: summary.unique_points.map(named) }),
    final_recommendation: named(summary.final_recommendation),
  };
}

const MAX_ENTRIES = 10;

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

function list(value: unknown): string[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((entry) => text(entry) ?? []).slice(0, MAX_ENTRIES);
}
