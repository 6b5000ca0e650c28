import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { ReadConnection } from '../../storage/index.js';
import type { PlanRow } from '../database/tables.js';
import { insertPhase, type NewPhase, type Phase, readPhases } from './phases.js';
import { expectParent, type StoreContext } from './store-context.js';

export interface Plan {
  readonly id: string;
  readonly sessionId: string;
  readonly rawPlanText: string;
  readonly createdAt: string;
  /** In order. */
  readonly phases: readonly Phase[];
}

export interface NewPlan {
  /** A new one unless given. */
  readonly id?: string;
  readonly sessionId: string;
  readonly rawPlanText: string;
  /** In order; their numbers follow from it. */
  readonly phases: readonly NewPhase[];
  /** The first phase is active at once. */
  readonly isStarted?: boolean;
}

export interface Plans {
  /** With all phases and hints, or not at all. Earlier plans of the session stay. */
  create(plan: NewPlan): Promise<Plan>;
  get(id: string): Promise<Plan | undefined>;
  /** The newest plan of the session, which is the one in use. */
  current(sessionId: string): Promise<Plan | undefined>;
  /** With its phases. Says whether there was one. */
  remove(id: string): Promise<boolean>;
}

export function createPlans({ database, clock }: StoreContext): Plans {
  const { queries } = database;
  const all = queries.selectFrom('plans').selectAll();

  const withPhases = (connection: ReadConnection, row: PlanRow | undefined): Plan | undefined =>
    row && toPlan(row, readPhases(connection, database, row.id));

  return {
    create({ id = randomUUID(), sessionId, rawPlanText, phases, isStarted = false }) {
      const row: PlanRow = {
        id,
        session_id: sessionId,
        raw_plan_text: rawPlanText,
        created_at: clock.now().toISOString(),
      };
      return database.write((connection) => {
        expectParent(connection, database, { table: 'sessions', id: sessionId });
        connection.execute(queries.insertInto('plans').values(row));
        const stored = phases.map((phase, index) => {
          const startedAt = isStarted && index === 0 ? row.created_at : null;
          return insertPhase(connection, database, { ...phase, planId: row.id, number: index + 1, startedAt });
        });
        return toPlan(row, stored);
      });
    },

    get: (id) => database.read((connection) => withPhases(connection, connection.execute(all.where('id', '=', id))[0])),

    current(sessionId) {
      const newest = all
        .where('session_id', '=', sessionId)
        .orderBy('created_at', 'desc')
        .orderBy(sql`rowid`, 'desc')
        .limit(1);
      return database.read((connection) => withPhases(connection, connection.execute(newest)[0]));
    },

    async remove(id) {
      const { numDeletedRows } = await queries.deleteFrom('plans').where('id', '=', id).executeTakeFirstOrThrow();
      return numDeletedRows > 0n;
    },
  };
}

function toPlan(row: PlanRow, phases: readonly Phase[]): Plan {
  return {
    id: row.id,
    sessionId: row.session_id,
    rawPlanText: row.raw_plan_text,
    createdAt: row.created_at,
    phases,
  };
}
