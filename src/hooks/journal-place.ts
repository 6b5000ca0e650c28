import { join } from 'node:path';
import type { HookSettings } from '../guidance/hook.js';
import type { HookPlace } from '../journal/hook.js';
import type { HookContext } from './handler.js';

const USUAL_FOLDER = '.claude/journal';

/** Where the journal of the event's session is: as configured, or the usual place before anybody read the config. */
export function journalPlace({ event, place, lockWaitMs }: HookContext, { journalFolder }: HookSettings): HookPlace {
  const { sessionId } = event;
  return {
    folder: journalFolder ?? join(place.projectFolder, USUAL_FOLDER),
    lockWaitMs,
    ...(sessionId !== '' && { claudeSessionId: sessionId }),
  };
}
