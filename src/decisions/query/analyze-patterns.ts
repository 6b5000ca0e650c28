import { cutText } from '../../kernel/cut-text.js';
import { sameOption } from '../../semantics/index.js';
import type { Decision, OUTCOMES, Stance } from '../model/decision.js';
import type { DecisionGraph } from '../model/decision-graph.js';
import { recordsOf, type TopicRecord, type TrackRecord, trackRecords, withoutSeat } from '../outcomes/track-records.js';
import { type Cluster, MIN_FOR_TOPICS, type Topic } from '../topics/find-topics.js';
import { latestDecisions, renewTopics } from '../topics/renew-topics.js';

export interface Patterns {
  readonly type: 'patterns';
  readonly total: number;
  /** The latest ones, on which everything here rests but the outcomes, which are all counted. */
  readonly analyzed: number;
  readonly topics: readonly ShownTopic[];
  readonly agreement: readonly Agreement[];
  /** Counts how often the winner was another one before the debate; null where that is not known of any decision. */
  readonly debate: { readonly compared: number; readonly changed: number; readonly share: number } | null;
  readonly outcomes: {
    readonly recorded: Readonly<Record<(typeof OUTCOMES)[number], number>>;
    readonly by_model: readonly TrackRecord[];
    readonly by_topic: readonly TopicRecord[];
  };
  /** Statements that cannot be made yet, and what they would take. */
  readonly missing: readonly string[];
}

interface Agreement {
  readonly models: readonly [string, string];
  /** Decisions on which both voted. */
  readonly shared: number;
  readonly equal: number;
  /** From 0 to 1. */
  readonly share: number;
}

interface ShownTopic {
  readonly name: string;
  readonly decisions: number;
  readonly first: string;
  readonly last: string;
  readonly right: number;
  readonly wrong: number;
  readonly examples: readonly {
    readonly id: string;
    readonly question: string;
    readonly winning_option: string | null;
  }[];
}

export interface PatternRequest {
  /** Topics and pairs of models at most. */
  readonly limit: number;
  readonly cluster: Cluster;
}

/** Finds what the decisions have in common. Where there are too few for a statement, it says so instead of making one. */
export async function analyzePatterns(graph: DecisionGraph, { limit, cluster }: PatternRequest): Promise<Patterns> {
  const total = await graph.count({ archived: 'without' });
  const decisions = await latestDecisions(graph);
  const allTopics = await renewTopics(graph, cluster, decisions);
  const topics = allTopics.slice(0, limit);
  const agreement = measureAgreement(decisions);
  const debate = measureDebate(decisions);
  const records = await trackRecords(graph);
  return {
    type: 'patterns',
    total,
    analyzed: decisions.length,
    topics: topics.map(showTopic),
    agreement: agreement.slice(0, limit),
    debate,
    outcomes: {
      recorded: await countOutcomes(graph),
      by_model: records.models.map(({ topics: _topics, other_topics: _others, ...record }) => record),
      by_topic: topics.flatMap(({ name, decisions: about }) =>
        recordsOf(about).models.map((record) => ({ topic: name, ...record })),
      ),
    },
    missing: listMissing({ total, decisions, topics: allTopics, agreement, debate, judged: records.outcomes }),
  };
}

function showTopic({ name, decisions }: Topic): ShownTopic {
  const inTime = decisions.toSorted((a, b) => b.decidedAt.getTime() - a.decidedAt.getTime());
  const judged = (outcome: string) => decisions.filter((decision) => decision.outcome?.outcome === outcome).length;
  return {
    name,
    decisions: decisions.length,
    first: inTime.at(-1)?.decidedAt.toISOString() ?? '',
    last: inTime[0]?.decidedAt.toISOString() ?? '',
    right: judged('right'),
    wrong: judged('wrong'),
    examples: inTime.slice(0, EXAMPLES).map(({ id, question, winningOption }) => ({
      id,
      question: cutText(question, MAX_QUESTION_LENGTH),
      winning_option: winningOption,
    })),
  };
}

const EXAMPLES = 3;
const MAX_QUESTION_LENGTH = 160;

const MIN_SHARED = 3;

/** Counts how often two models ended at the same option; pairs that met too seldom are left out. Most shared first. */
function measureAgreement(decisions: readonly Decision[]): Agreement[] {
  const pairs = new Map<string, { models: readonly [string, string]; shared: number; equal: number }>();
  for (const { stances } of decisions) {
    const votes = lastVotes(stances);
    for (const [at, [one, option]] of votes.entries()) {
      for (const [other, otherOption] of votes.slice(at + 1)) {
        const key = `${one}\n${other}`;
        const pair = pairs.get(key) ?? { models: [one, other], shared: 0, equal: 0 };
        pairs.set(key, pair);
        pair.shared += 1;
        if (sameOption(option, otherOption)) pair.equal += 1;
      }
    }
  }
  return [...pairs.values()]
    .filter(({ shared }) => shared >= MIN_SHARED)
    .map((pair) => ({ ...pair, share: Math.round((pair.equal / pair.shared) * 100) / 100 }))
    .sort((a, b) => b.shared - a.shared || b.share - a.share);
}

/** A model on two chairs speaks here with its first. */
function lastVotes(stances: readonly Stance[]): [string, string][] {
  const votes = new Map<string, string>();
  for (const { participant, option } of stances) {
    const model = withoutSeat(participant);
    if (option !== null && !votes.has(model)) votes.set(model, option);
  }
  return [...votes].sort(([a], [b]) => (a < b ? -1 : 1));
}

function measureDebate(decisions: readonly Decision[]): Patterns['debate'] {
  const compared = decisions.flatMap(({ firstRoundWinner, winningOption }) =>
    firstRoundWinner === null || winningOption === null ? [] : [[firstRoundWinner, winningOption] as const],
  );
  if (compared.length === 0) return null;
  const changed = compared.filter(([first, last]) => !sameOption(first, last)).length;
  return { compared: compared.length, changed, share: Math.round((changed / compared.length) * 100) / 100 };
}

async function countOutcomes(graph: DecisionGraph): Promise<Patterns['outcomes']['recorded']> {
  const recorded = { right: 0, wrong: 0, superseded: 0, mixed: 0 };
  for await (const { outcome } of graph.all({ outcome: 'any', archived: 'with' })) {
    if (outcome !== null) recorded[outcome.outcome] += 1;
  }
  return recorded;
}

interface Found {
  readonly total: number;
  readonly decisions: readonly Decision[];
  readonly topics: readonly Topic[];
  readonly agreement: readonly Agreement[];
  readonly debate: Patterns['debate'];
  readonly judged: number;
}

function listMissing({ total, decisions, topics, agreement, debate, judged }: Found): string[] {
  const count = decisions.length;
  const grouped = topics.reduce((sum, topic) => sum + topic.decisions.length, 0);
  return [
    count < MIN_FOR_TOPICS
      ? `topics: they need at least ${MIN_FOR_TOPICS} decisions, there ${count === 1 ? 'is' : 'are'} ${count}${total > count ? ', as demos do not count' : ''}`
      : topics.length === 0
        ? 'topics: no group of questions stands out from the others'
        : grouped < count
          ? `topics: ${count - grouped} of ${count} decisions are in none; only questions in similar words are grouped`
          : '',
    agreement.length === 0 ? `agreement: no two models have voted together at least ${MIN_SHARED} times` : '',
    debate === null ? 'debate: of no decision the winner of the first round and of the last is known' : '',
    judged === 0
      ? 'records of models: no decision was judged right or wrong; record_outcome or `witan decisions outcome` does that'
      : '',
  ].filter((line) => line !== '');
}
