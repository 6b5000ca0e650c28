import type { Decision, Stance } from '../model/decision.js';
import type { DecisionGraph } from '../model/decision-graph.js';

/** The results of the decisions that models stood behind. */
export interface Records<Model = TrackRecord> {
  /** Decisions judged right or wrong. Mixed and superseded ones say nothing about who was right: they are not counted. */
  readonly outcomes: number;
  /** Most judged first. */
  readonly models: readonly Model[];
}

export type TrackRecords = Records<TrackRecord & RecordsByTopic>;

export interface TrackRecord {
  /** `model@cli`; the same for every seat that it had. */
  readonly participant: string;
  /** Decisions it voted for that proved right. */
  readonly hits: number;
  /** Decisions it voted for that turned out wrong. */
  readonly misses: number;
  /**
   * The mean of (confidence - what came true)² over hits and misses: 0 is perfect, 0.25 is what always saying "50 %"
   * gets, 1 is being sure of the opposite. Null where it stated no confidence.
   */
  readonly brier: number | null;
  /** Decisions judged right that it had voted against. */
  readonly opposed: number;
  /** Decisions judged wrong that it had voted against. */
  readonly warned: number;
}

export interface TopicRecord extends TrackRecord {
  readonly topic: string;
}

/** Each model's record, in all and on the topics as they were last found. */
export async function trackRecords(graph: Pick<DecisionGraph, 'all' | 'judgedTopics'>): Promise<TrackRecords> {
  const judged: Decision[] = [];
  // Archived decisions are no longer shown, but how they turned out is still known.
  for await (const decision of graph.all({ outcome: 'any', archived: 'with' })) {
    if (isCounted(decision)) judged.push(decision);
  }
  const { outcomes, models } = recordsOf(judged);
  const topicOf = await graph.judgedTopics();
  return {
    outcomes,
    models: models.map((record) => ({ ...record, ...recordsByTopic(record.participant, judged, topicOf) })),
  };
}

/** The records that these decisions give. */
export function recordsOf(decisions: readonly Decision[]): Records {
  const judged = decisions.filter(isCounted);
  const sums = new Map<string, Sums>();
  for (const decision of judged) {
    for (const stance of decision.stances) count(stance, decision, sums);
  }
  const models = [...sums].map(([participant, { squares, stated, ...counts }]) => ({
    participant,
    ...counts,
    brier: stated === 0 ? null : Math.round((squares / stated) * 1000) / 1000,
  }));
  return { outcomes: judged.length, models: models.sort(byWeight) };
}

interface Sums {
  hits: number;
  misses: number;
  opposed: number;
  warned: number;
  squares: number;
  stated: number;
}

export function isCounted({ outcome, winningOption }: Decision): boolean {
  return winningOption !== null && (outcome?.outcome === 'right' || outcome?.outcome === 'wrong');
}

function count(stance: Stance, { outcome, winningOption }: Decision, sums: Map<string, Sums>): void {
  if (stance.option === null) return;
  const participant = withoutSeat(stance.participant);
  const sum = sums.get(participant) ?? { hits: 0, misses: 0, opposed: 0, warned: 0, squares: 0, stated: 0 };
  sums.set(participant, sum);
  const isRight = outcome?.outcome === 'right';
  // Both come from one tally, which has one text for each option.
  if (stance.option !== winningOption) {
    if (isRight) sum.opposed += 1;
    else sum.warned += 1;
    return;
  }
  if (isRight) sum.hits += 1;
  else sum.misses += 1;
  if (stance.confidence === null) return;
  sum.squares += (stance.confidence - (isRight ? 1 : 0)) ** 2;
  sum.stated += 1;
}

function votedOn({ stances }: Decision, participant: string): boolean {
  return stances.some((stance) => stance.option !== null && withoutSeat(stance.participant) === participant);
}

/** `sonnet@claude#2` is sonnet@claude on a second chair. */
export function withoutSeat(participant: string): string {
  return participant.replace(/\s*#\d+$/, '');
}

function byWeight(a: TrackRecord, b: TrackRecord): number {
  return b.hits + b.misses - (a.hits + a.misses) || (a.participant < b.participant ? -1 : 1);
}

/** The results of the decisions on one subject that a model voted on. */
interface RecordOnTopic extends Omit<TrackRecord, 'participant'> {
  /** Decisions judged right or wrong. */
  readonly outcomes: number;
}

interface RecordsByTopic {
  /** Most judged first; named as the patterns name them. */
  readonly topics: readonly (RecordOnTopic & { readonly topic: string })[];
  /** All other judged decisions together; null where there is none. */
  readonly other_topics: RecordOnTopic | null;
}

/** A model's record on each topic, as far as it was found out what the decisions are about. */
function recordsByTopic(
  participant: string,
  judged: readonly Decision[],
  topicOf: ReadonlyMap<string, string | null>,
): RecordsByTopic {
  const groups = new Map<string | null, Decision[]>();
  for (const decision of judged) {
    if (!votedOn(decision, participant)) continue;
    const topic = topicOf.get(decision.id) ?? null;
    const group = groups.get(topic);
    if (group === undefined) groups.set(topic, [decision]);
    else group.push(decision);
  }
  const named = [...groups].flatMap(([topic, about]) => (topic === null ? [] : { topic, about }));
  named.sort((a, b) => b.about.length - a.about.length || (a.topic < b.topic ? -1 : 1));
  const others = [...(groups.get(null) ?? []), ...named.slice(MAX_TOPICS).flatMap(({ about }) => about)];
  return {
    topics: named.slice(0, MAX_TOPICS).map(({ topic, about }) => ({ topic, ...recordOn(about, participant) })),
    other_topics: others.length === 0 ? null : recordOn(others, participant),
  };
}

const MAX_TOPICS = 5;

function recordOn(about: readonly Decision[], participant: string): RecordOnTopic {
  const { outcomes, models } = recordsOf(about);
  const record = models.find((model) => model.participant === participant);
  if (record === undefined) throw new Error('a model that voted has no record');
  const { participant: _participant, ...counts } = record;
  return { outcomes, ...counts };
}
