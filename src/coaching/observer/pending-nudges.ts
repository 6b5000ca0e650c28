import type { Nudge } from '../sessions/nudge.js';
import type { Workbench } from '../workspace/workbench.js';

/** The nudge of each session that the person has not answered yet; a reload or a restart does not lose it. */
export interface PendingNudges {
  get(sessionId: string): Promise<Nudge | null>;
  /** Replaces the one before. */
  put(sessionId: string, nudge: Nudge): Promise<void>;
  /** The one that no agent has seen yet; from then on it counts as seen. */
  take(sessionId: string): Promise<Nudge | null>;
  /** Another one stays. */
  remove(sessionId: string, nudgeId: string): Promise<void>;
}

export function createPendingNudges(workbench: Workbench): PendingNudges {
  const { queries } = workbench;
  const toRow = (sessionId: string) =>
    queries.selectFrom('pending_nudges').select('nudge').where('session_id', '=', sessionId);
  return {
    async get(sessionId) {
      return toNudge(await toRow(sessionId).executeTakeFirst());
    },

    async put(sessionId, nudge) {
      const columns = { nudge_id: nudge.nudgeId, nudge: JSON.stringify(nudge), is_told: 0 };
      await queries
        .insertInto('pending_nudges')
        .values({ session_id: sessionId, ...columns })
        .onConflict((conflict) => conflict.column('session_id').doUpdateSet(columns))
        .execute();
    },

    take: (sessionId) =>
      workbench.write((connection) => {
        const [row] = connection.execute(toRow(sessionId).where('is_told', '=', 0));
        const told = queries.updateTable('pending_nudges').set({ is_told: 1 }).where('session_id', '=', sessionId);
        if (row !== undefined) connection.execute(told);
        return toNudge(row);
      }),

    async remove(sessionId, nudgeId) {
      const rows = queries.deleteFrom('pending_nudges').where('session_id', '=', sessionId);
      await rows.where('nudge_id', '=', nudgeId).execute();
    },
  };
}

function toNudge(row: { readonly nudge: string } | undefined): Nudge | null {
  return row === undefined ? null : (JSON.parse(row.nudge) as Nudge);
}
