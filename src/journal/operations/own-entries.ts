import { success } from '../../kernel/result.js';
import type { OwnSessions } from '../sessions/own-sessions.js';
import type { Journal } from './journal.js';

/** The journal without entries of sessions that were not begun here: they are only counted. */
export function withOwnEntries(journal: Journal, sessions: OwnSessions): Journal {
  async function ownOrphans(id?: string) {
    const orphans = await journal.getOrphans();
    const own = orphans.length === 0 ? new Set() : sessions.read();
    return orphans.filter(({ entry, sessionId }) => own.has(sessionId) && (id === undefined || entry.id === id));
  }
  return {
    ...journal,
    hasOrphanedEntry: async () => (await ownOrphans()).length > 0,
    getOrphanedEntry: async () => (await ownOrphans())[0]?.entry ?? null,
    getOrphans: () => ownOrphans(),
    async adoptOrphan(id, session) {
      const [orphan] = await ownOrphans(id);
      return orphan === undefined ? success(null) : journal.adoptOrphan(orphan.entry.id, session);
    },
    async abandonOrphan(reason, id) {
      const [orphan] = await ownOrphans(id);
      return orphan === undefined ? success(null) : journal.abandonOrphan(reason, orphan.entry.id);
    },
    async unsavedEntries(store) {
      const unsaved = await journal.unsavedEntries(store);
      const own = unsaved.length === 0 ? new Set() : sessions.read();
      return unsaved.filter((entry) => own.has(entry.session_id));
    },
    async foreignEntries() {
      const own = sessions.read();
      const resolved = (await journal.getAllResolved()).filter((entry) => !own.has(entry.session_id)).length;
      const open = (await journal.getOrphans()).filter(({ sessionId }) => !own.has(sessionId)).length;
      return resolved + open === 0 ? undefined : { resolved, open };
    },
  };
}
