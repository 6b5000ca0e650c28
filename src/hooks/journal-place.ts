import { isAbsolute, join, relative, resolve } from 'node:path';
import type { HookSettings } from '../guidance/hook.js';
import type { HookPlace } from '../journal/hook.js';
import type { HookContext } from './handler.js';
import { USUAL_JOURNAL_FOLDER } from './usual-folders.js';

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
  if (journalFolder !== undefined) return resolve(projectFolder, journalFolder);
  const configured = settings.journalFolder;
  return configured !== undefined && isInside(projectFolder, configured)
    ? configured
    : join(projectFolder, USUAL_JOURNAL_FOLDER);
}

function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return isAbsolute(path) && way !== '' && !way.startsWith('..') && !isAbsolute(way);
}
