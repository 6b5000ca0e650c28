import { readFileSync } from 'node:fs';
import type { DecisionGraph, DeliberationRecord } from '../../src/decisions/index.js';

export type Half = 'tuning' | 'held-out';

export interface LabelledDecision {
  readonly id: string;
  readonly topic: string;
  readonly half: Half;
  readonly question: string;
  readonly options: readonly string[];
  readonly winner: string;
  readonly summary: string;
  readonly votes: readonly { readonly participant: string; readonly option: string; readonly rationale: string }[];
  readonly decided_at: string;
  readonly duplicate_of?: string;
  readonly changes?: string;
  readonly contradicts?: string;
}

export interface LabelledQuestion {
  readonly id: string;
  readonly topic: string | null;
  readonly half: Half;
  readonly question: string;
}

const read = (name: string) =>
  JSON.parse(readFileSync(new URL(`../data/second/${name}.json`, import.meta.url), 'utf8'));

/** 200 past decisions of 30 topics, described in tests/data/second/README.md. */
export const labelledDecisions: readonly LabelledDecision[] = read('decisions');
export const labelledQuestions: readonly LabelledQuestion[] = read('decision-questions');

export async function rememberLabelled(graph: DecisionGraph): Promise<void> {
  for (const decision of labelledDecisions) await graph.remember(recordOf(decision));
  await graph.drain();
}

function recordOf({ id, question, winner, summary, options, votes, decided_at }: LabelledDecision): DeliberationRecord {
  return {
    deliberation_id: id,
    status: 'complete',
    question,
    working_directory: '/projects/shop',
    participants: votes.map(({ participant }) => participant),
    summary: { consensus: summary, final_recommendation: winner },
    voting_result: {
      winning_option: winner,
      options: options.map((text) => ({ id: text, text })),
      votes_by_round: votes.map(({ participant, option, rationale }) => ({
        round: 1,
        participant,
        vote: { option, confidence: 0.8, rationale },
      })),
    },
    convergence_info: { status: 'majority_decision' },
    full_debate: [],
    decided_at,
  };
}

/** The pairs that contradict or change each other, also by their near-duplicates; each as "earlier id, later id" sorted. */
export function plantedPairs(half: Half): Set<string> {
  const own = labelledDecisions.filter((decision) => decision.half === half);
  const originalOf = (id: string): string => {
    const original = own.find((decision) => decision.id === id)?.duplicate_of;
    return original === undefined ? id : originalOf(original);
  };
  const groupOf = (id: string) => own.filter((decision) => originalOf(decision.id) === originalOf(id));
  const pairs = own.flatMap((decision) =>
    [decision.changes, decision.contradicts]
      .filter((other) => other !== undefined)
      .flatMap((other) => groupOf(decision.id).flatMap((a) => groupOf(other).map((b) => pairKey(a.id, b.id)))),
  );
  return new Set(pairs);
}

export function pairKey(a: string, b: string): string {
  return [a, b].sort().join(' ');
}
