import type { DeliberationResult, RoundVote } from '../../../src/council/index.js';
import { exampleResult } from '../../support/example-result.js';

const VOICES = ['steward@demo', 'skeptic@demo', 'builder@demo'] as const;

export function vote(
  round: number,
  participant: string,
  option: string,
  confidence = 0.7,
  rationale = `${option} fits`,
): RoundVote {
  return {
    round,
    participant,
    vote: { option, confidence, rationale, continue_debate: false },
    carried_forward: false,
    timestamp: '2026-11-16T10:15:02Z',
  };
}

/** Three voices, two rounds; the builder gave way. */
export function unanimousResult(changes: Partial<DeliberationResult> = {}): DeliberationResult {
  const [steward, skeptic, builder] = VOICES;
  const reason = (participant: string, text: string) => ({ participant, option: 'PostgreSQL', reason: text });
  return exampleResult({
    verdict: 'PostgreSQL: unanimous, 3 of 3 voted, confidence 0.74',
    because: [
      reason(steward, 'several workers must take jobs at once'),
      reason(skeptic, 'locking under load is the risk'),
    ],
    rounds_completed: 2,
    total_rounds: 2,
    participants: VOICES,
    integrity: { ...exampleResult().integrity, quorum: { needed: 2, voters: 3, met: true } },
    counterfactual: {
      first_round_winner: 'PostgreSQL',
      final_winner: 'PostgreSQL',
      changed: false,
      flips: [{ participant: builder, from: 'SQLite', to: 'PostgreSQL', because: 'SQLite has one writer' }],
    },
    summary: {
      consensus: 'PostgreSQL',
      key_agreements: [],
      key_disagreements: ['one more service to run'],
      final_recommendation: 'PostgreSQL',
      written_by: 'extract',
    },
    voting_result: {
      options: [
        { id: 'O1', text: 'PostgreSQL', aliases: ['postgres'] },
        { id: 'O2', text: 'SQLite', aliases: [] },
      ],
      final_tally: { PostgreSQL: 3, SQLite: 0 },
      votes_by_round: [
        vote(1, steward, 'PostgreSQL', 0.8),
        vote(1, skeptic, 'PostgreSQL', 0.6),
        vote(1, builder, 'SQLite', 0.6),
        vote(2, steward, 'O1', 0.9, 'several workers must take jobs at once'),
        vote(2, skeptic, 'O1', 0.7, 'locking under load is the risk'),
        vote(2, builder, 'PostgreSQL', 0.62, 'I had missed the single writer'),
      ],
      abstentions: [],
      consensus_reached: true,
      winning_option: 'PostgreSQL',
    },
    convergence_info: convergence('unanimous_consensus'),
    ...changes,
  });
}

/** Two voices, one for each side. */
export function tiedResult(): DeliberationResult {
  const [steward, skeptic] = VOICES;
  const base = unanimousResult();
  return unanimousResult({
    verdict: 'A tie: PostgreSQL and SQLite have 1 each, 2 of 2 voted',
    because: [],
    against: [
      { participant: steward, option: 'PostgreSQL', reason: 'many writers' },
      { participant: skeptic, option: 'SQLite', reason: 'no server to run' },
    ],
    participants: [steward, skeptic],
    integrity: { ...base.integrity, quorum: { needed: 1, voters: 2, met: true } },
    counterfactual: { first_round_winner: null, final_winner: null, changed: false, flips: [] },
    summary: { ...base.summary, final_recommendation: '' },
    voting_result: {
      options: base.voting_result?.options ?? [],
      final_tally: { PostgreSQL: 1, SQLite: 1 },
      votes_by_round: [
        vote(1, steward, 'PostgreSQL'),
        vote(1, skeptic, 'SQLite'),
        vote(2, steward, 'O1', 0.7, 'many writers'),
        vote(2, skeptic, 'O2', 0.6, 'no server to run'),
      ],
      abstentions: [],
      consensus_reached: false,
      winning_option: null,
    },
    convergence_info: convergence('tie'),
  });
}

/** Four seats, one vote. */
export function noQuorumResult(): DeliberationResult {
  const base = unanimousResult();
  const missing = ['gpt-5@codex', 'pro@gemini', 'llama3:8b@ollama'];
  return unanimousResult({
    verdict: `No result: 1 of 4 voted, a quorum needs 2; ${missing.join(' and ')} failed`,
    because: [],
    status: 'partial',
    rounds_completed: 1,
    participants: ['sonnet@claude', ...missing],
    integrity: {
      ...base.integrity,
      quorum: { needed: 2, voters: 1, met: false },
      missing: missing.map((participant) => ({ participant, reason: 'timed out after 60 s' })),
    },
    counterfactual: { first_round_winner: null, final_winner: null, changed: false, flips: [] },
    voting_result: {
      options: base.voting_result?.options ?? [],
      final_tally: { PostgreSQL: 1 },
      votes_by_round: [vote(1, 'sonnet@claude', 'O1')],
      abstentions: [],
      consensus_reached: false,
      winning_option: null,
    },
    convergence_info: convergence('no_quorum'),
  });
}

export function failedResult(): DeliberationResult {
  const base = exampleResult();
  return exampleResult({
    verdict: 'Failed: no participant gave a valid answer; sonnet@claude and gpt-5@codex failed',
    status: 'failed',
    rounds_completed: 0,
    participants: ['sonnet@claude', 'gpt-5@codex'],
    integrity: {
      ...base.integrity,
      quorum: { needed: 1, voters: 0, met: false },
      missing: [
        { participant: 'sonnet@claude', reason: 'not logged in: run claude once and sign in' },
        { participant: 'gpt-5@codex', reason: 'not installed: codex was not found; npm install -g @openai/codex' },
      ],
    },
    counterfactual: { first_round_winner: null, final_winner: null, changed: false, flips: [] },
    transcript_path: null,
  });
}

export function convergence(
  status: NonNullable<DeliberationResult['convergence_info']>['status'],
): DeliberationResult['convergence_info'] {
  return {
    detected: false,
    detection_round: null,
    final_similarity: null,
    status,
    scores_by_round: [],
    per_participant_similarity: {},
    backend: 'jaccard',
  };
}
