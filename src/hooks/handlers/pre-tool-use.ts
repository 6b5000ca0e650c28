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
  renderUntrusted,
  toToolCall,
} from '../../guidance/hook.js';
import type { Handler, HookContext } from '../protocol/handler.js';
import { contextOf, type HookAnswer, NOTHING } from '../protocol/protocol.js';

/** Shows what is known about calls like this one; what must be read before the call holds it. */
export const preToolUse: Handler = (context) => {
  const { event, folders, maySpeak } = context;
  if (!maySpeak || !concernsGuidance(event.toolName)) return NOTHING;
  const index = loadHookIndex(folders);
  if (!index.settings.enabled || index.items.length === 0) return NOTHING;
  return advise(index, context);
};

function advise(index: HookIndex, { event, folders, now, timeIsUp }: HookContext): HookAnswer {
  const call = toToolCall(event.raw, {
    projectFolder: folders.projectFolder,
    recentMessages: readRecentMessages(event.transcriptPath),
  });
  if (call === undefined) return NOTHING;
  const memory = readSessionMemory(folders.dataFolder, call.sessionId);
  const injection = decideInjection(index, call, { memory, now, timeIsUp });
  // Nothing has been written yet: an item that is not shown now is not recorded as shown.
  if (timeIsUp()) return NOTHING;
  const output = { dataFolder: folders.dataFolder, maxItems: index.settings.maxItems };
  if (!index.isTrusted) return nameUntrusted(injection, output);
  const { pauseFor } = injection;
  if (pauseFor.length === 0) return inform(injection, output);
  const itemIds = pauseFor.map(({ item }) => item.id);
  const held = claimPause(folders.dataFolder, call, { itemIds: itemIds, now: now });
  if (held.length > 0) return pauseCall(injection, held, output);
  // An item that could not pause the call is shown with its result, unless the agent has read it before.
  const unread = pauseFor.filter(({ item }) => !memory.seen.has(item.id));
  return inform({ ...injection, pauseFor: unread.slice(0, output.maxItems) }, output);
}

interface Output {
  readonly dataFolder: string;
  /** How many items are shown in full. */
  readonly maxItems: number;
}

/** The call does not run, so nothing that would be read with its result counts as shown. */
function pauseCall({ pauseFor, log }: Injection, held: readonly string[], output: Output): HookAnswer {
  const { dataFolder, maxItems } = output;
  const paused = log.filter(({ kind, item }) => kind === 'paused' && held.includes(item));
  recordInjection(dataFolder, [
    // An item that was only named does not count as read: it is shown with the result of the retry.
    ...paused.map((line, index): InjectionLine => (index < maxItems ? line : { ...line, kind: 'named' })),
    ...log.filter(({ kind }) => kind === 'missed_critical'),
  ]);
  const reasons = pauseFor.filter(({ item }) => held.includes(item.id));
  return { kind: 'refusal', reason: renderInjection(reasons, 'pause', maxItems) };
}

function inform({ pauseFor, show, log }: Injection, { dataFolder }: Output): HookAnswer {
  const isShown = ({ kind, item }: InjectionLine) => kind !== 'paused' || pauseFor.some((one) => one.item.id === item);
  recordInjection(
    dataFolder,
    log.filter(isShown).map((line) => (line.kind === 'paused' ? { ...line, kind: 'shown' } : line)),
  );
  return contextOf(renderInjection([...pauseFor, ...show], 'context'));
}

function nameUntrusted({ show, log }: Injection, { dataFolder }: Output): HookAnswer {
  recordInjection(dataFolder, log);
  const items = show.map(({ item }) => item);
  return contextOf(renderUntrusted(items, 'call'));
}
