import { findActiveCoaches } from '../../coaching/hook.js';
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
import { coachAt, coachStateFolder } from '../coach/tell-coach.js';
import type { Handler, HookContext } from '../protocol/handler.js';
import { contextOf, type HookAnswer, NOTHING } from '../protocol/protocol.js';

/**
 * A coaching session holds every call that may change its project. Otherwise shows what is known about calls like this
 * one; what must be read before the call holds it.
 */
export const handle: Handler = (context) => {
  const folder = coachStateFolder(context.environment);
  return folder === undefined ? advise(context) : holdOrAdvise(context, folder);
};

async function holdOrAdvise(context: HookContext, stateFolder: string): Promise<HookAnswer> {
  const coaches = await findActiveCoaches(stateFolder);
  if (coaches.length === 0) return advise(context);
  // The answer must not be lost because this machine or the coach is slow.
  context.allowMoreTime();
  if (coachAt(context.event.cwd, coaches) !== undefined) context.answerOtherwise(NOT_JUDGED);
  // Loaded only while there is a coach.
  const { holdWrites } = await import('../coach/hold-writes.js');
  return (await holdWrites(context, { coaches, stateFolder })) ?? advise(context);
}

const NOT_JUDGED: HookAnswer = {
  kind: 'refusal',
  reason: 'Witan coach: this call did not run. A coaching session is active, and the call could not be judged in time.',
};

function advise(context: HookContext): HookAnswer {
  const { event, folders, maySpeak } = context;
  if (!maySpeak || !concernsGuidance(event.toolName)) return NOTHING;
  const index = loadHookIndex(folders);
  if (!index.settings.enabled || !index.hasItems) return NOTHING;
  return adviseFrom(index, context);
}

function adviseFrom(index: HookIndex, { event, folders, now, timeIsUp }: HookContext): HookAnswer {
  const call = toToolCall(event.raw, {
    projectFolder: folders.projectFolder,
    readMessages: () => readRecentMessages(event.transcriptPath),
  });
  if (call === undefined) return NOTHING;
  const memory = readSessionMemory(folders.dataFolder, call.sessionId);
  const injection = decideInjection(index, call, { memory, now, timeIsUp });
  // Nothing has been written yet: an item that is not shown now is not recorded as shown.
  if (timeIsUp()) return NOTHING;
  const output = { dataFolder: folders.dataFolder, maxItems: index.settings.maxItems };
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

function inform({ pauseFor, show, foreign, log }: Injection, { dataFolder }: Output): HookAnswer {
  const isShown = ({ kind, item }: InjectionLine) => kind !== 'paused' || pauseFor.some((one) => one.item.id === item);
  recordInjection(
    dataFolder,
    log.filter(isShown).map((line) => (line.kind === 'paused' ? { ...line, kind: 'shown' } : line)),
  );
  const own = renderInjection([...pauseFor, ...show], 'context');
  return contextOf(own === '' ? renderUntrusted(foreign) : own);
}
