import { readLines } from '../files/read-lines.js';
import { readPauses } from './claim-pause.js';
import type { SessionMemory } from './injection.js';
import { HOOK_TAIL_BYTES, INJECTION_LOG } from './logs.js';

/** What the hooks of this session did so far, from the ends of their logs; read when it is asked for. */
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

function readSeen(dataFolder: string, sessionId: string): SessionMemory['seen'] {
  const seen = new Map<string, { at: number; toolUseId: string }>();
  for (const line of readLines(dataFolder, INJECTION_LOG, HOOK_TAIL_BYTES, sessionId)) {
    const { session, item, kind, time, tool_use_id: toolUseId } = line;
    if (session !== sessionId || typeof item !== 'string' || typeof time !== 'string') continue;
    // A call that was held back had the item as its reason: that has been read, too.
    if (kind !== 'shown' && kind !== 'held_out' && kind !== 'paused') continue;
    const at = Date.parse(time);
    if (!Number.isNaN(at)) seen.set(item, { at, toolUseId: typeof toolUseId === 'string' ? toolUseId : '' });
  }
  return seen;
}
