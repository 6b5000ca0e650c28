import type { Connection, ReadConnection } from '../../storage/index.js';
import type { ArchivedFilter, DecisionTitle } from '../model/decision-graph.js';
import { ARCHIVED } from './find-decisions.js';

/** The topic of each decision that was last examined; null for one in no topic. */
export type KnownTopics = ReadonlyMap<string, string | null>;

/** Replaces the topics of these decisions; those of other decisions stay. */
export function storeTopics(connection: Connection, topics: KnownTopics): void {
  // One statement for all, and none for a decision that was deleted.
  connection.run(
    `INSERT OR REPLACE INTO topics (decision, topic)
     SELECT d.number, json_extract(known.value, '$[1]') FROM json_each(?) known
     JOIN decisions d ON d.id = json_extract(known.value, '$[0]')`,
    [JSON.stringify([...topics])],
  );
}

/** Only of decisions whose outcome was recorded. */
export function readJudgedTopics(connection: ReadConnection): Map<string, string | null> {
  const rows = connection.all<{ id: string; topic: string | null }>(
    `SELECT d.id, t.topic FROM outcomes o JOIN topics t ON t.decision = o.decision
     JOIN decisions d ON d.number = o.decision`,
    [],
  );
  return new Map(rows.map(({ id, topic }) => [id, topic]));
}

/** Latest first. */
export function readTitles(connection: ReadConnection, archived: ArchivedFilter): DecisionTitle[] {
  return connection.all<{ id: string; question: string; topic: string | null }>(
    `SELECT id, substr(question, 1, ?) AS question, topic FROM decisions LEFT JOIN topics ON decision = number
     WHERE ${ARCHIVED[archived]} ORDER BY decided_at DESC, id DESC`,
    [MAX_TITLE_LENGTH],
  );
}

const MAX_TITLE_LENGTH = 160;
