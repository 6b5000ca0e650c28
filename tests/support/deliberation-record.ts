import type { DecisionGraphSettings, DeliberationRecord } from '../../src/decisions/index.js';

export const GRAPH_SETTINGS: DecisionGraphSettings = {
  similarityThreshold: 0.6,
  maxContextDecisions: 3,
  contextTokenBudget: 1000,
  strongMatch: 0.75,
  queryCacheSize: 200,
  embeddingCacheSize: 500,
  queryTtlMs: 300_000,
};

export interface RecordFacts {
  readonly id?: string;
  readonly question?: string;
  readonly winner?: string | null;
  readonly at?: string;
  readonly directory?: string;
  readonly consensus?: string;
  readonly rationale?: string;
  readonly response?: string;
  readonly status?: DeliberationRecord['status'];
  readonly participants?: readonly string[];
}

let made = 0;

/** What a council of two hands over when it is done. */
export function deliberationRecord(facts: RecordFacts = {}): DeliberationRecord {
  made += 1;
  const { question = 'Should the job queue use PostgreSQL or SQLite?', winner = 'PostgreSQL', rationale } = facts;
  const timestamp = facts.at ?? new Date(Date.UTC(2026, 0, 1) + made * 60_000).toISOString();
  const participants = facts.participants ?? ['sonnet@claude', 'gpt-6@codex'];
  const round = 1;
  return {
    deliberation_id: facts.id ?? `20260101-000000-${made.toString(16).padStart(6, '0')}`,
    status: facts.status ?? 'complete',
    question,
    working_directory: facts.directory ?? '/projects/shop',
    participants,
    summary: { consensus: facts.consensus ?? `Both prefer ${winner}.`, final_recommendation: `Take ${winner}.` },
    voting_result: {
      winning_option: winner,
      options: winner === null ? [] : [{ id: 'A', text: winner, aliases: [] }],
      votes_by_round: participants.map((participant) => ({
        round,
        participant,
        vote: { option: winner ?? 'none', confidence: 0.8, rationale: rationale ?? `${winner} fits best.` },
        timestamp,
      })),
    },
    convergence_info: { status: winner === null ? 'tie' : 'unanimous_consensus' },
    counterfactual: { first_round_winner: winner },
    transcript_path: null,
    full_debate: participants.map((participant) => ({
      round,
      participant,
      response: facts.response ?? `I think that ${winner} is right.`,
      timestamp,
    })),
    cost: { usd: 0.02 },
  };
}
