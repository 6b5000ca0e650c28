import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Connection, ReadConnection } from '../../storage/index.js';
import type { CoachingDatabase } from '../database/open-coaching-database.js';
import type { KnowledgeGapRow } from '../database/tables.js';
import type { GapSeverity } from '../vocabulary.js';
import { expectParent, expectRow, normalizeName, type StoreContext } from './store-context.js';

/** A topic that the person struggled with. */
export interface Gap {
  readonly id: string;
  /** The session that met the topic last. */
  readonly sessionId: string;
  readonly topic: string;
  readonly severity: GapSeverity;
  readonly evidence: string;
  readonly relatedConcepts: readonly string[];
  /** How often the topic was met. */
  readonly frequency: number;
  readonly lastEncounteredAt: string;
  readonly addressed: boolean;
}

export type NewGap = Pick<Gap, 'sessionId' | 'topic' | 'severity' | 'evidence' | 'relatedConcepts'>;

interface GapFilter {
  readonly sessionId?: string;
  readonly severity?: GapSeverity;
  readonly addressed?: boolean;
}

export interface Gaps {
  /** A topic that is known is counted, takes what was found now, and is open again if it was closed. */
  record(gap: NewGap): Promise<{ readonly gap: Gap; readonly isNew: boolean }>;
  get(id: string): Promise<Gap | undefined>;
  /** What was met last comes first. */
  list(filter?: GapFilter): Promise<Gap[]>;
  setAddressed(id: string, addressed: boolean): Promise<Gap>;
  /** With its katas. Says whether there was one. */
  remove(id: string): Promise<boolean>;
}

export function createGaps({ database, clock }: StoreContext): Gaps {
  const { queries } = database;
  const all = queries.selectFrom('knowledge_gaps').selectAll();

  return {
    record(found) {
      const now = clock.now().toISOString();
      return database.write((connection) => {
        expectParent(connection, database, { table: 'sessions', id: found.sessionId });
        return recordGap(connection, database, { found, now });
      });
    },

    async get(id) {
      const row = await all.where('id', '=', id).executeTakeFirst();
      return row && toGap(row);
    },

    async list({ sessionId, severity, addressed } = {}) {
      let query = all.orderBy('last_encountered_at', 'desc').orderBy(sql`rowid`, 'desc');
      if (sessionId !== undefined) query = query.where('session_id', '=', sessionId);
      if (severity !== undefined) query = query.where('severity', '=', severity);
      if (addressed !== undefined) query = query.where('addressed', '=', Number(addressed));
      return (await query.execute()).map(toGap);
    },

    async setAddressed(id, addressed) {
      const change = queries
        .updateTable('knowledge_gaps')
        .set({ addressed: Number(addressed) })
        .where('id', '=', id);
      return toGap(expectRow(await change.returningAll().executeTakeFirst(), 'knowledge_gaps', id));
    },

    async remove(id) {
      const query = queries.deleteFrom('knowledge_gaps').where('id', '=', id);
      return (await query.executeTakeFirstOrThrow()).numDeletedRows > 0n;
    },
  };
}

/** As part of a transaction that has made sure of the session. */
export function recordGap(
  connection: Connection,
  database: Pick<CoachingDatabase, 'queries'>,
  { found, now }: { readonly found: NewGap; readonly now: string },
): { gap: Gap; isNew: boolean } {
  const { queries } = database;
  const before = findGap(connection, database, found.topic);
  const row = before === undefined ? newRow(found, now) : metAgain(before, found, now);
  connection.execute(
    before === undefined
      ? queries.insertInto('knowledge_gaps').values(row)
      : queries.updateTable('knowledge_gaps').set(row).where('id', '=', row.id),
  );
  return { gap: toGap(row), isNew: before === undefined };
}

export function findGap(
  connection: ReadConnection,
  { queries }: Pick<CoachingDatabase, 'queries'>,
  topic: string,
): KnowledgeGapRow | undefined {
  const name = normalizeName(topic);
  const rows = connection.execute(queries.selectFrom('knowledge_gaps').selectAll());
  return rows.find((row) => normalizeName(row.topic) === name);
}

function newRow({ sessionId, topic, severity, evidence, relatedConcepts }: NewGap, now: string): KnowledgeGapRow {
  return {
    id: randomUUID(),
    session_id: sessionId,
    topic,
    severity,
    evidence,
    related_concepts: JSON.stringify(relatedConcepts),
    frequency: 1,
    last_encountered_at: now,
    addressed: 0,
  };
}

function metAgain(before: KnowledgeGapRow, found: NewGap, now: string): KnowledgeGapRow {
  return {
    ...before,
    session_id: found.sessionId,
    severity: found.severity,
    evidence: found.evidence,
    related_concepts: JSON.stringify([...new Set([...getConcepts(before), ...found.relatedConcepts])]),
    frequency: before.frequency + 1,
    last_encountered_at: now,
    addressed: 0,
  };
}

function getConcepts({ related_concepts }: KnowledgeGapRow): string[] {
  return JSON.parse(related_concepts) as string[];
}

export function toGap(row: KnowledgeGapRow): Gap {
  return {
    id: row.id,
    sessionId: row.session_id,
    topic: row.topic,
    severity: row.severity,
    evidence: row.evidence,
    relatedConcepts: getConcepts(row),
    frequency: row.frequency,
    lastEncounteredAt: row.last_encountered_at,
    addressed: row.addressed === 1,
  };
}
