import { loadHookIndex, noteFailedCall } from '../../guidance/hook.js';
import type { Handler } from '../protocol/handler.js';
import { noteInJournal } from './post-tool-use.js';

/** A call that failed counts like any other; whether guidance was shown before it is compared later. */
export const handle: Handler = async (context) => {
  const { event, folders, now } = context;
  const index = loadHookIndex(folders);
  if (index.hasItems) {
    const { sessionId, toolUseId, toolName } = event;
    noteFailedCall(folders.dataFolder, { sessionId, toolUseId, toolName, now });
  }
  return noteInJournal(context, index);
};
