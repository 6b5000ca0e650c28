import type { DeliberationResult, Estimate } from '../../src/council/index.js';

/** Two models of unknown price. */
export const EXAMPLE_ESTIMATE: Estimate = {
  calls: { low: 2, high: 9 },
  input_tokens: { low: 1_000, high: 12_000 },
  output_tokens: { low: 1_200, high: 6_000 },
  usd: 'unknown',
  unpriced: ['m@one', 'm@two'],
  seconds: { low: 10, high: 240 },
  basis: [],
};

/** As for a demo. */
export const FREE_ESTIMATE: Estimate = {
  calls: { low: 3, high: 18 },
  input_tokens: { low: 0, high: 0 },
  output_tokens: { low: 0, high: 0 },
  usd: { low: 0, high: 0 },
  seconds: { low: 0, high: 0 },
  basis: ['a demo calls no model'],
};

/** A small finished deliberation, for tests of what is done with results. */
export function exampleResult(changes: Partial<DeliberationResult> = {}): DeliberationResult {
  return {
    verdict: 'SQLite: unanimous, 2 of 2 voted, confidence 0.70',
    status: 'complete',
    deliberation_id: '20261116-101502-3f9ac1',
    decision_id: null,
    question: 'Should the job queue use PostgreSQL or SQLite?',
    working_directory: '/project',
    mode: 'conference',
    rounds_completed: 1,
    participants: ['m@one', 'm@two'],
    because: [],
    against: [],
    integrity: {
      quorum: { needed: 1, voters: 2, met: true },
      missing: [],
      same_family_panel: false,
      single_vote_flips_result: false,
      aggregators: { plurality: 'SQLite', confidence_weighted: 'SQLite', borda: 'SQLite' },
      aggregators_agree: true,
      citations: { total: 0, verified: 0, unverified: 0, words_found: 0 },
      warnings: [],
    },
    counterfactual: { first_round_winner: 'SQLite', final_winner: 'SQLite', changed: false, flips: [] },
    summary: {
      consensus: 'SQLite',
      key_agreements: [],
      key_disagreements: [],
      final_recommendation: 'SQLite',
      written_by: 'extract',
    },
    voting_result: null,
    convergence_info: null,
    transcript_path: '/project/transcripts/example.md',
    full_debate: [],
    full_debate_truncated: false,
    total_rounds: 1,
    tool_executions: { total: 0, by_round: {}, by_type: {}, records: [], not_run: [] },
    citations: [],
    graph_context_summary: null,
    cost: { usd: 'unknown', tokens: 'unknown', calls: 2, seconds: 1, by_participant: [], estimate: EXAMPLE_ESTIMATE },
    ...changes,
  };
}
