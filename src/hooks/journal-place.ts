import { join, resolve } from 'node:path';
import type { HookSettings } from '../guidance/hook.js';
import type { HookPlace } from '../journal/hook.js';
import { isInside, ownFolderPath } from '../kernel/real-path.js';
import type { HookContext } from './handler.js';
import { DEFAULT_JOURNAL_FOLDER } from './usual-folders.js';

/** Where the journal of the event's session is: as registered, as configured, or in the usual place. */
export function journalPlace(context: HookContext, settings: HookSettings): HookPlace {
  const { sessionId } = context.event;
  return {
    folder: folderOf(context, settings),
    lockWaitMs: context.lockWaitMs,
    ...(sessionId !== '' && { claudeSessionId: sessionId }),
  };
}

// The settings come from a file in the project, which anybody may have put there: it may not lead out of the project.
// A folder elsewhere is the person's choice, and stands in the command that they registered.
function folderOf({ place, journalFolder }: HookContext, settings: HookSettings): string {
  const { projectFolder } = place;
  if (journalFolder !== undefined) return ownFolderPath(projectFolder, journalFolder);
  const configured = resolve(projectFolder, settings.journalFolder ?? DEFAULT_JOURNAL_FOLDER);
  const isBelow = configured !== projectFolder && isInside(projectFolder, configured);
  return isBelow ? configured : join(projectFolder, DEFAULT_JOURNAL_FOLDER);
}
