import {
  claimPause,
  concernsGuidance,
  decideInjection,
  type HookIndex,
  type Injection,
  type InjectionLine,
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
  const told = { dataFolder: place.dataFolder, most: index.settings.maxItems };
  if (injection.pauseFor.length === 0) return inform(injection, told);
  const claimed = claimPause(place.dataFolder, {
    sessionId: call.sessionId,
    toolUseId: call.toolUseId,
    itemIds: injection.pauseFor.map(({ item }) => item.id),
    now,
  });
  return claimed.length > 0 ? holdBack(injection, claimed, told) : inform(injection, told);
}

interface Telling {
  readonly dataFolder: string;
  /** How many items are told in full. */
  readonly most: number;
}

/** The call does not run, so nothing that would be read beside its result counts as shown. */
function holdBack({ pauseFor, log }: Injection, claimed: readonly string[], { dataFolder, most }: Telling): HookAnswer {
  const reasons = pauseFor.filter(({ item }) => claimed.includes(item.id));
  const paused = log.filter(({ kind, item }) => kind === 'paused' && claimed.includes(item));
  recordInjection(dataFolder, [
    // What was only named does not count as read: it is told beside the retry.
    ...paused.map((line, place): InjectionLine => (place < most ? line : { ...line, kind: 'named' })),
    ...log.filter(({ kind }) => kind === 'missed_critical'),
  ]);
  return { kind: 'refusal', reason: renderInjection(reasons, 'pause', most) };
}

/** An item whose pause another call of the same moment got, or that no memory could be kept of, is told at least. */
function inform({ pauseFor, show, log }: Injection, { dataFolder, most }: Telling): HookAnswer {
  const unpaused = pauseFor.slice(0, most);
  const isTold = ({ kind, item }: InjectionLine) => kind !== 'paused' || unpaused.some((one) => one.item.id === item);
  recordInjection(
    dataFolder,
    log.filter(isTold).map((line) => (line.kind === 'paused' ? { ...line, kind: 'shown' } : line)),
  );
  return contextOf(renderInjection([...unpaused, ...show], 'context'));
}
