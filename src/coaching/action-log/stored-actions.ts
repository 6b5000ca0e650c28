import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Clock } from '../../kernel/clock.js';
import type { Connection } from '../../storage/index.js';
import { hasSession } from '../database/has-session.js';
import type { CoachingDatabase } from '../database/open-coaching-database.js';
import type { ActionLogRow } from '../database/tables.js';
import type { RetriedWrites } from '../retried-writes.js';
import type { ActionType } from '../vocabulary.js';
import { type Action, toAction } from './action.js';
import { ACTION_DATA, SESSIONLESS_ACTIONS } from './action-data.js';

interface ActionFilter {
  readonly types?: readonly ActionType[];
  readonly since?: Date;
  readonly limit?: number;
}

export interface StoredActions {
  /** Undefined, and nothing is stored, if the action needs a session and there is none. */
  add(sessionId: string | null, actionType: ActionType, data: object | undefined): Promise<Action | undefined>;
  /** The newest first. */
  recent(sessionId: string, filter?: ActionFilter): Promise<Action[]>;
  /** In milliseconds; undefined if there was none. */
  timeSinceLast(sessionId: string, types?: readonly ActionType[]): Promise<number | undefined>;
}

interface StoredActionsContext {
  readonly database: CoachingDatabase;
  readonly writes: RetriedWrites;
  readonly clock: Clock;
}

export function createStoredActions({ database, writes, clock }: StoredActionsContext): StoredActions {
  const { queries } = database;

  async function recent(sessionId: string, { types, since, limit }: ActionFilter = {}): Promise<Action[]> {
    let query = queries
      .selectFrom('action_log')
      .selectAll()
      .where('session_id', '=', sessionId)
      .orderBy('created_at', 'desc')
      .orderBy(sql`rowid`, 'desc');
    if (types !== undefined) query = query.where('action_type', 'in', types);
    if (since !== undefined) query = query.where('created_at', '>=', since.toISOString());
    if (limit !== undefined) query = query.limit(limit);
    return (await query.execute()).map(toAction);
  }

  return {
    async add(sessionId, actionType, data) {
      const row: ActionLogRow = {
        id: randomUUID(),
        session_id: sessionId,
        action_type: actionType,
        data: data === undefined ? null : JSON.stringify(ACTION_DATA[actionType].parse(data)),
        created_at: clock.now().toISOString(),
      };
      // It may be tried again while an attempt is running.
      const once = queries
        .insertInto('action_log')
        .values(row)
        .onConflict((conflict) => conflict.doNothing());
      let isAllowed = true;
      const insert = (connection: Connection) => {
        isAllowed =
          sessionId === null ? SESSIONLESS_ACTIONS.has(actionType) : hasSession(connection, database, sessionId);
        if (isAllowed) connection.execute(once);
      };
      await writes.put(`action ${row.id}`, () => database.write(insert, { waitsForDisk: false }));
      return isAllowed ? toAction(row) : undefined;
    },

    recent,

    async timeSinceLast(sessionId, types) {
      const [last] = await recent(sessionId, { limit: 1, ...(types && { types }) });
      return last && clock.now().getTime() - Date.parse(last.createdAt);
    },
  };
}
