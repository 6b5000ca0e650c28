import { findGap, type Gap, type NewGap, recordGap, toGap } from './gaps.js';
import { insertKata, type Kata, type NewKata, toKata } from './katas.js';
import { normalizeName } from './normalize-name.js';
import { expectParent, type StoreContext } from './store-context.js';

/** What a session has shown: topics that the person struggled with, and exercises for them. */
interface NewFindings {
  readonly sessionId: string;
  readonly gaps: readonly Omit<NewGap, 'sessionId'>[];
  readonly katas: readonly NewFindingKata[];
}

interface NewFindingKata extends Omit<NewKata, 'knowledgeGapId'> {
  /** Of one of the gaps, or of one that is known already. An exercise for another topic is left out. */
  readonly topic: string;
}

interface StoredFindings {
  readonly gaps: readonly Gap[];
  readonly katas: readonly (Kata & { readonly topic: string })[];
}

export interface Findings {
  /** All of them or none. Recording them again adds nothing: a gap counts once per session, a kata once per gap and title. */
  record(findings: NewFindings): Promise<StoredFindings>;
}

export function createFindings({ database, clock }: StoreContext): Findings {
  const { queries } = database;
  return {
    record({ sessionId, gaps, katas }) {
      const now = clock.now().toISOString();
      return database.write((connection) => {
        expectParent(connection, database, { table: 'sessions', id: sessionId });
        const recorded = gaps.map((gap) => {
          const known = findGap(connection, database, gap.topic);
          if (known?.session_id === sessionId) return toGap(known);
          return recordGap(connection, database, { found: { ...gap, sessionId }, now }).gap;
        });
        const stored = katas.flatMap(({ topic, ...kata }) => {
          const gap = findGap(connection, database, topic);
          if (gap === undefined) return [];
          const known = queries.selectFrom('kata_specs').selectAll().where('knowledge_gap_id', '=', gap.id);
          const title = normalizeName(kata.title);
          const same = connection.execute(known).find((row) => normalizeName(row.title) === title);
          const made = same ? toKata(same) : insertKata(connection, database, { ...kata, knowledgeGapId: gap.id });
          return [{ ...made, topic: gap.topic }];
        });
        return { gaps: distinct(recorded), katas: distinct(stored) };
      });
    },
  };
}

function distinct<Row extends { readonly id: string }>(rows: readonly Row[]): Row[] {
  return [...new Map(rows.map((row) => [row.id, row])).values()];
}
