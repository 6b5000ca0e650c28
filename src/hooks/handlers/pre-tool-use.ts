import {
  claimPause,
  concernsGuidance,
  decideInjection,
  type HookIndex,
  type Injection,
  loadHookIndex,
  readRecentMessages,
  readSessionMemory,
  recordInjection,
  renderInjection,
  toToolCall,
} from '../../guidance/hook.js';
import type { Handler, HookContext } from '../handler.js';
import { contextOf, type HookAnswer, NOTHING } from '../protocol.js';

/** Tells what is known about an act like this one; what must be read before it holds the call back once. */
export const preToolUse: Handler = (context) => {
  const { event, place, maySpeak } = context;
  if (!maySpeak || !concernsGuidance(event.toolName)) return NOTHING;
  const index = loadHookIndex(place);
  if (!index.settings.enabled || index.items.length === 0) return NOTHING;
  return advise(index, context);
};

function advise(index: HookIndex, { event, place, now, timeIsUp }: HookContext): HookAnswer {
  const call = toToolCall(event.raw, {
    projectFolder: place.projectFolder,
    recentMessages: readRecentMessages(event.transcriptPath),
  });
  if (call === undefined) return NOTHING;
  const memory = readSessionMemory(place.dataFolder, call.sessionId);
  const injection = decideInjection(index, call, memory, { now, timeIsUp });
  // Nothing has been written yet: what is not told now counts as not told.
  if (timeIsUp()) return NOTHING;
  if (injection.pauseFor.length === 0) return inform(injection, place.dataFolder);
  const claimed = claimPause(place.dataFolder, {
    sessionId: call.sessionId,
    toolUseId: call.toolUseId,
    itemIds: injection.pauseFor.map(({ item }) => item.id),
    now,
  });
  return claimed.length > 0 ? holdBack(injection, claimed, place.dataFolder) : inform(injection, place.dataFolder);
}

/** The call does not run, so nothing that would be read beside its result counts as shown. */
function holdBack({ pauseFor, log }: Injection, claimed: readonly string[], dataFolder: string): HookAnswer {
  const reasons = pauseFor.filter(({ item }) => claimed.includes(item.id));
  recordInjection(
    dataFolder,
    log.filter(({ kind, item }) => kind === 'missed_critical' || (kind === 'paused' && claimed.includes(item))),
  );
  return { kind: 'refusal', reason: renderInjection(reasons, 'pause') };
}

/** An item whose pause another call of the same moment got, or that no memory could be kept of, is told at least. */
function inform({ pauseFor, show, log }: Injection, dataFolder: string): HookAnswer {
  recordInjection(
    dataFolder,
    log.map((line) => (line.kind === 'paused' ? { ...line, kind: 'shown' } : line)),
  );
  return contextOf(renderInjection([...pauseFor, ...show], 'context'));
}
