import { existsSync } from 'node:fs';
import {
  findLessonCandidates,
  hasWaitingLessons,
  loadHookIndex,
  readNewTurns,
  rememberTurns,
} from '../../guidance/hook.js';
import type { HookContext, LessonInput } from '../protocol/handler.js';
import { textAt } from '../protocol/protocol.js';

/** Learns from what was said since the last time, and stores the lessons that earlier hooks had to leave behind. */
export async function learnFromTurns(context: HookContext): Promise<void> {
  const { event, folders, now } = context;
  const { sessionId, transcriptPath, raw } = event;
  const { dataFolder } = folders;
  if (sessionId === '' || !loadHookIndex(folders).settings.enabled) return;
  const lastAssistantMessage = textAt(raw, 'last_assistant_message');
  const said = readNewTurns(dataFolder, { sessionId, transcriptPath, lastAssistantMessage });
  const remember = () => void rememberTurns(dataFolder, said, now);
  if (findLessonCandidates(said.turns)) {
    // Not before the lessons are kept: turns that count as read are never looked at again.
    await learn(context, { turns: said.turns, onKept: remember });
    return;
  }
  // A project that uses nothing of this gets no folder for it: its turns are looked at again the next time.
  if (existsSync(dataFolder)) remember();
  await storeWaitingLessons(context);
}

/** For a lock that was held, a graph that was broken: what was found then is stored now. False if nothing waits. */
export async function storeWaitingLessons(context: HookContext): Promise<boolean> {
  if (!hasWaitingLessons(context.folders.dataFolder)) return false;
  await learn(context, { turns: [] });
  return true;
}

type Learning = Pick<LessonInput, 'turns' | 'onKept'>;

async function learn(context: HookContext, learning: Learning): Promise<void> {
  const { event, folders, now, lockWaitMs, loadLessons, allowMoreTime } = context;
  allowMoreTime();
  const { learnLessons } = await loadLessons();
  await learnLessons({ folders, sessionId: event.sessionId, now, lockWaitMs, ...learning });
}
