import { join } from 'node:path';
import { success } from '../../kernel/result.js';
import { appendOwnLinesSync } from '../../storage/own-files/append-own-lines.js';
import { readOwnText } from '../../storage/own-files/read-own-file.js';
import type { Journal } from '../operations/journal.js';

/** Where this user's programs list the sessions that they began. */
export interface SessionMemory {
  find(): string | undefined;
  /** Hooks cannot: the server lists their session when it sees it. */
  make?(): string;
}

/**
 * The sessions that were begun on this machine, outside of the project: entries of any other session came with the project,
 * and are neither learned from nor offered.
 */
export interface OwnSessions {
  read(): ReadonlySet<string>;
  add(ids: readonly string[]): void;
}

export function openOwnSessions(memory: SessionMemory): OwnSessions {
  const read = () => {
    try {
      const folder = memory.find();
      const text = folder === undefined ? undefined : readOwnText(join(folder, FILE), MAX_BYTES);
      return new Set(text?.split('\n'));
    } catch {
      return new Set<string>();
    }
  };
  return {
    read,
    add(ids) {
      try {
        const listed = read();
        const fresh = ids.filter((id) => !listed.has(id));
        const folder = fresh.length === 0 ? undefined : (memory.make?.() ?? memory.find());
        if (folder !== undefined) appendOwnLinesSync(join(folder, FILE), fresh);
      } catch {
        // Where nothing can be remembered, nothing can be learned either; the session itself works.
      }
    },
  };
}

const FILE = 'sessions.txt';
const MAX_BYTES = 16_000_000;

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
