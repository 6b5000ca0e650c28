import type { Decision } from '../model/decision.js';
import { recordsOf, type TrackRecord, votedOn } from './track-records.js';

/** What became of the decisions on one subject that a model voted on. */
interface RecordOnTopic extends Omit<TrackRecord, 'participant'> {
  /** Decisions judged right or wrong. */
  readonly outcomes: number;
}

export interface RecordsByTopic {
  /** Most judged first; named as the patterns name them. */
  readonly topics: readonly (RecordOnTopic & { readonly topic: string })[];
  /** All other judged decisions together; null where there is none. */
  readonly other_topics: RecordOnTopic | null;
}

/** A model's record on each topic, as far as it was found out what the decisions are about. */
export function recordsByTopic(
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
