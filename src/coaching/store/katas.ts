import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Connection } from '../../storage/index.js';
import type { CoachingDatabase } from '../database/open-coaching-database.js';
import type { KataSpecRow } from '../database/tables.js';
import { expectParent, expectRow, type StoreContext } from './store-context.js';

const levelSchema = z.number().min(1).max(10);

const constraintSchema = z.object({
  title: z.string(),
  description: z.string(),
  /** The level that the person must have reached before it is offered. */
  minLevel: levelSchema,
});

export type Constraint = Readonly<z.infer<typeof constraintSchema>>;

export const attemptSchema = z.object({
  code: z.string(),
  review: z.string().optional(),
  level: levelSchema.optional(),
  passed: z.boolean().optional(),
  /** Those that the person chose. */
  constraints: z.array(constraintSchema).optional(),
  /** As the page named it when it was submitted. */
  submissionId: z.string().optional(),
  reviewedAt: z.string().optional(),
  /** When the kata should be practiced again after it. */
  dueAt: z.string().optional(),
});

export type Attempt = Readonly<z.infer<typeof attemptSchema>>;

/** An exercise for a knowledge gap. */
export interface Kata {
  readonly id: string;
  readonly knowledgeGapId: string;
  readonly title: string;
  readonly description: string;
  readonly scaffoldingCode: string;
  /** For the reviewer, never for the person. */
  readonly instructorNotes: string;
  readonly constraints: readonly Constraint[];
  /** The oldest first. */
  readonly userAttempts: readonly Attempt[];
}

export type NewKata = Omit<Kata, 'id' | 'userAttempts'>;

export interface Katas {
  create(kata: NewKata): Promise<Kata>;
  get(id: string): Promise<Kata | undefined>;
  /** In the order in which they were made. */
  list(filter?: { readonly knowledgeGapId?: string }): Promise<Kata[]>;
  /** After the earlier ones, on which it may depend; of two at the same time both are kept. */
  addAttempt(id: string, attempt: Attempt | ((earlier: readonly Attempt[]) => Attempt)): Promise<Kata>;
  /** Says whether there was one. */
  remove(id: string): Promise<boolean>;
}

export function createKatas({ database }: StoreContext): Katas {
  const { queries } = database;
  const all = queries.selectFrom('kata_specs').selectAll();

  return {
    create(kata) {
      return database.write((connection) => {
        expectParent(connection, database, { table: 'knowledge_gaps', id: kata.knowledgeGapId });
        return insertKata(connection, database, kata);
      });
    },

    async get(id) {
      const row = await all.where('id', '=', id).executeTakeFirst();
      return row && toKata(row);
    },

    async list({ knowledgeGapId } = {}) {
      const query = knowledgeGapId === undefined ? all : all.where('knowledge_gap_id', '=', knowledgeGapId);
      return (await query.orderBy(sql`rowid`).execute()).map(toKata);
    },

    addAttempt: (id, attempt) =>
      database.write((connection) => {
        const row = expectRow(connection.execute(all.where('id', '=', id))[0], 'kata_specs', id);
        const earlier = getAttempts(row);
        const added = typeof attempt === 'function' ? attempt(earlier) : attempt;
        const user_attempts = JSON.stringify([...earlier, added]);
        connection.execute(queries.updateTable('kata_specs').set({ user_attempts }).where('id', '=', id));
        return toKata({ ...row, user_attempts });
      }),

    async remove(id) {
      const { numDeletedRows } = await queries.deleteFrom('kata_specs').where('id', '=', id).executeTakeFirstOrThrow();
      return numDeletedRows > 0n;
    },
  };
}

/** As part of a transaction that has made sure of the gap. */
export function insertKata(
  connection: Connection,
  { queries }: Pick<CoachingDatabase, 'queries'>,
  kata: NewKata,
): Kata {
  const row: KataSpecRow = {
    id: randomUUID(),
    knowledge_gap_id: kata.knowledgeGapId,
    title: kata.title,
    description: kata.description,
    scaffolding_code: kata.scaffoldingCode,
    instructor_notes: kata.instructorNotes,
    constraints: JSON.stringify(kata.constraints),
    user_attempts: '[]',
  };
  connection.execute(queries.insertInto('kata_specs').values(row));
  return toKata(row);
}

function getAttempts({ user_attempts }: KataSpecRow): Attempt[] {
  return JSON.parse(user_attempts) as Attempt[];
}

export function toKata(row: KataSpecRow): Kata {
  return {
    id: row.id,
    knowledgeGapId: row.knowledge_gap_id,
    title: row.title,
    description: row.description,
    scaffoldingCode: row.scaffolding_code,
    instructorNotes: row.instructor_notes,
    constraints: JSON.parse(row.constraints) as Constraint[],
    userAttempts: getAttempts(row),
  };
}
