import { readLines } from '../files/read-lines.js';
import type { SessionMemory } from './injection.js';
import { HOOK_TAIL_BYTES, INJECTION_LOG } from './logs.js';
import { readPauses } from './pauses.js';

/** What the hooks of this session did so far, from the ends of their logs; read on first use. */
export function readSessionMemory(dataFolder: string, sessionId: string): SessionMemory {
  let seen: SessionMemory['seen'] | undefined;
  let pauses: SessionMemory['pauses'] | undefined;
  return {
    get seen() {
      seen ??= readSeen(dataFolder, sessionId);
      return seen;
    },
    get pauses() {
      pauses ??= readPauses(dataFolder, sessionId);
      return pauses;
    },
  };
}

const SEEN_KINDS = new Set(['shown', 'held_out', 'paused', 'untrusted']);

function readSeen(dataFolder: string, sessionId: string): SessionMemory['seen'] {
  const seen = new Map<string, { at: number; toolUseId: string }>();
  for (const line of readLines(dataFolder, INJECTION_LOG, { maxBytes: HOOK_TAIL_BYTES, naming: sessionId })) {
    const { session, item, kind, time, tool_use_id: toolUseId } = line;
    if (session !== sessionId || typeof item !== 'string' || typeof time !== 'string') continue;
    // The reason of a held call has been read, too.
    if (typeof kind !== 'string' || !SEEN_KINDS.has(kind)) continue;
    const at = Date.parse(time);
    if (!Number.isNaN(at)) seen.set(item, { at, toolUseId: typeof toolUseId === 'string' ? toolUseId : '' });
  }
  return seen;
}
