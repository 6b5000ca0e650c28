import { join } from 'node:path';
import { appendOwnLinesSync } from '../../storage/own-files/append-own-lines.js';
import { readOwnText } from '../../storage/own-files/read-own-file.js';

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
