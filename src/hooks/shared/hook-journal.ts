import { join, resolve } from 'node:path';
import type { HookSettings } from '../../guidance/hook.js';
import type { HookJournal } from '../../journal/hook.js';
import { isInside, ownFolderPath } from '../../kernel/real-path.js';
import { DEFAULT_JOURNAL_FOLDER } from '../protocol/default-folders.js';
import type { HookContext } from '../protocol/handler.js';

/** Where the journal of the event's session is: as registered, as configured, or the default. */
export function journalOf(context: HookContext, settings: HookSettings): HookJournal {
  const { sessionId } = context.event;
  return {
    folder: folderOf(context, settings),
    dataFolder: context.folders.dataFolder,
    lockWaitMs: context.lockWaitMs,
    ...(sessionId !== '' && { claudeSessionId: sessionId }),
  };
}

// The settings come from a file in the project, which may have come with it: it may not lead out of the project.
// A folder elsewhere is the person's choice, and is in the registered command.
function folderOf({ folders, journalFolder }: HookContext, settings: HookSettings): string {
  const { projectFolder } = folders;
  if (journalFolder !== undefined) return ownFolderPath(projectFolder, journalFolder);
  const configured = resolve(projectFolder, settings.journalFolder ?? DEFAULT_JOURNAL_FOLDER);
  const isBelow = configured !== projectFolder && isInside(projectFolder, configured);
  return isBelow ? configured : join(projectFolder, DEFAULT_JOURNAL_FOLDER);
}
