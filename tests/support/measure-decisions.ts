import type { DecisionGraph, DeliberationRecord } from '../../src/decisions/index.js';
import { findContradictions } from '../../src/decisions/query/find-contradictions.js';
import { groupQuestions } from '../../src/decisions/topics/find-topics.js';
import { cluster } from '../../src/semantics/clustering/cluster.js';

type Half = 'tuning' | 'held-out';

interface LabeledDecision {
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

interface LabeledQuestion {
  readonly id: string;
  readonly topic: string | null;
  readonly half: Half;
  readonly question: string;
}

export interface LabeledSet {
  readonly decisions: readonly LabeledDecision[];
  readonly questions: readonly LabeledQuestion[];
}

export interface Measured {
  readonly graph: DecisionGraph;
  readonly set: LabeledSet;
  readonly half: Half;
}

export async function rememberLabeled(graph: DecisionGraph, { decisions }: LabeledSet): Promise<void> {
  for (const decision of decisions) await graph.remember(recordOf(decision));
  await graph.drain();
}

function recordOf({ id, question, winner, summary, options, votes, decided_at }: LabeledDecision): DeliberationRecord {
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

/** How many unrelated questions recall anything, and how many others have their topic among the first three. */
export async function measureRecall({ graph, set, half }: Measured, threshold: number) {
  const topicOf = topics(set);
  const counts = { unrelated: 0, recalled: 0, onTopic: 0, found: 0 };
  for (const { question, topic } of set.questions.filter((each) => each.half === half)) {
    const { matches } = await graph.search(question, { limit: 3, atLeast: threshold });
    const recalled = matches.filter(({ score }) => score >= threshold).map(({ decision }) => topicOf.get(decision.id));
    if (topic === null) {
      counts.unrelated += 1;
      if (recalled.length > 0) counts.recalled += 1;
    } else {
      counts.onTopic += 1;
      if (recalled.includes(topic)) counts.found += 1;
    }
  }
  return counts;
}

/** A reported pair belongs to the half of its first decision. */
export async function measureContradictions({ graph, set, half }: Measured) {
  const request = { limit: 1_000, threshold: 0.6, archived: 'without', now: new Date('2026-06-01') } as const;
  const { results } = await findContradictions(graph, request);
  const planted = plantedPairs(set, half);
  const ofHalf = new Set(set.decisions.filter((decision) => decision.half === half).map(({ id }) => id));
  const reported = results.filter(({ decision_id_1 }) => ofHalf.has(decision_id_1));
  const right = reported.filter((pair) => planted.has(pairKey(pair.decision_id_1, pair.decision_id_2)));
  return { planted: planted.size, reported: reported.length, right: right.length };
}

/** How many decisions are in a group, and how many of these have the topic that is most frequent in it. */
export async function measureTopics({ graph, set, half }: Measured) {
  const topicOf = topics({ ...set, decisions: set.decisions.filter((decision) => decision.half === half) });
  const { ids, ...vectors } = await graph.vectors();
  const points = { ...vectors, count: ids.length };
  const groups = await groupQuestions(points, async (...args) => cluster(...args));
  let grouped = 0;
  let ofMainTopic = 0;
  for (const group of groups) {
    const found = group.flatMap((index) => topicOf.get(ids[index] ?? '') ?? []);
    grouped += found.length;
    ofMainTopic += Math.max(0, ...found.map((topic) => found.filter((other) => other === topic).length));
  }
  return { groups: groups.length, grouped, ofMainTopic };
}

function topics({ decisions }: LabeledSet): Map<string, string> {
  return new Map(decisions.map(({ id, topic }) => [id, topic]));
}

/** The pairs that contradict or change each other, also by their near-duplicates; each as "earlier id, later id" sorted. */
function plantedPairs({ decisions }: LabeledSet, half: Half): Set<string> {
  const own = decisions.filter((decision) => decision.half === half);
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

function pairKey(a: string, b: string): string {
  return [a, b].sort().join(' ');
}
