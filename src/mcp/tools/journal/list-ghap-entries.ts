import { z } from 'zod';
import { DOMAINS, OUTCOME_STATUSES } from '../../../journal/vocabulary.js';
import { parseIsoDate } from '../../../kernel/parse-iso-date.js';
import type { SessionProgram } from '../../client-session.js';
import { defineTool, type Open, type Tool } from '../../define-tool.js';
import { isoDate, limit } from '../../fields.js';

const DEFAULT_LIMIT = 20;

export function listGhapEntriesTool(open: Open<SessionProgram>): Tool {
  return defineTool({
    name: 'list_ghap_entries',
    title: 'List hypotheses',
    description:
      'Recent entries, newest first: what was attempted, the outcome and how far it can be trusted. Entries that are not resolved yet have null as outcome_status.',
    input: INPUT,
    annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
    async handle(input) {
      const { entries } = await open();
      const found = await entries.list({
        limit: input.limit ?? DEFAULT_LIMIT,
        domain: input.domain,
        outcome: input.outcome,
        since: input.since === undefined ? undefined : parseIsoDate(input.since),
      });
      const results = found.map((entry) => ({
        id: entry.id,
        domain: entry.domain,
        strategy: entry.strategy,
        goal: entry.goal,
        outcome_status: entry.outcomeStatus,
        confidence_tier: entry.confidenceTier,
        created_at: entry.createdAt,
        resolved_at: entry.resolvedAt,
      }));
      return { results, count: results.length };
    },
  });
}

const INPUT = z.strictObject({
  limit: limit(DEFAULT_LIMIT, 100),
  domain: z.enum(DOMAINS).meta({ description: 'Only entries of this domain' }).optional(),
  outcome: z.enum(OUTCOME_STATUSES).meta({ description: 'Only entries with this outcome' }).optional(),
  since: isoDate('Only entries begun at or after this ISO 8601 date (UTC)').optional(),
});
