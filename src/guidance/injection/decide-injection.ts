import { hashText } from '../../kernel/hash-text.js';
import { utcText } from '../../kernel/utc-text.js';
import type { HookIndex } from '../hook-index/hook-index.js';
import { inactiveReason } from '../item/inactive-reason.js';
import type { KnowledgeItem } from '../item/item.js';
import { matchesTrigger, type ScoredItem, scoreItem } from '../relevance/match-item.js';
import type { ToolCall } from '../relevance/tool-action.js';
import { readToolAction } from '../relevance/tool-action.js';
import {
  type DecideOptions,
  type Injection,
  type InjectionKind,
  type InjectionLine,
  NO_INJECTION,
  type PauseClaim,
  type SessionMemory,
} from './injection.js';
import { mayHold } from './pauses.js';

type DecidingIndex = Pick<HookIndex, 'settings' | 'projectVersion' | 'itemsFor'>;

/** Which items a call shows, whether it is held, and which items are left out to compare. Pure. */
export function decideInjection(index: DecidingIndex, call: ToolCall, options: DecideOptions): Injection {
  const { settings } = index;
  const { memory } = options;
  const action = settings.enabled ? readToolAction(call) : undefined;
  if (action === undefined) return NO_INJECTION;
  const circumstances = { now: options.now, draftDays: settings.draftDays, projectVersion: index.projectVersion };
  const timeIsUp = options.timeIsUp ?? (() => false);
  const matching = index
    .itemsFor(action)
    .filter(
      (item) =>
        !timeIsUp() && matchesTrigger(item, action, timeIsUp) && inactiveReason(item, circumstances) === undefined,
    )
    .map((item) => scoreItem(item, action, timeIsUp));
  if (timeIsUp()) return NO_INJECTION;
  const scored = matching.filter(({ item }) => item.isForeign !== true);
  const relevant = rank(scored, settings.threshold);
  const isNew = ({ item }: ScoredItem) => !isRepeated(item, call, options);
  const line = lineWriter(call, options.now);
  // All of them, however many: an item that is left out would pause the retry, which was promised to pass.
  const pauseFor = relevant.filter(
    (one) =>
      settings.critical === 'pause-once' &&
      isPausing(one, call) &&
      mayHold(claimsOf(one.item, memory), call, options.now),
  );
  // An item that was shown before makes room for the next one.
  const best = relevant.filter((one) => pauseFor.includes(one) || isNew(one)).slice(0, settings.maxItems);
  const informing = best.filter((one) => !pauseFor.includes(one));
  const heldOut = informing.filter(({ item }) => isEligible(item) && inControlGroup(settings.holdout, call, item.id));
  const show = informing.filter((one) => !heldOut.includes(one));
  const others = rank(
    matching.filter(({ item }) => item.isForeign === true),
    settings.threshold,
  );
  const foreign = pauseFor.length + show.length > 0 ? [] : others.filter(isNew);
  const known = new Set(relevant.filter((one) => pauseFor.includes(one) || best.includes(one) || !isNew(one)));
  return {
    show,
    pauseFor,
    heldOut,
    foreign,
    log: [
      ...pauseFor.map((one) => line('paused', one)),
      ...show.map((one) => line('shown', one)),
      ...heldOut.map((one) => line('held_out', one)),
      ...foreign.map((one) => line('untrusted', one)),
      ...missedCritical(scored, known).map((one) => line('missed_critical', one)),
    ],
  };
}

function claimsOf({ id }: KnowledgeItem, { pauses }: SessionMemory): PauseClaim[] {
  return pauses.filter((claim) => claim.item === id);
}

/** Everything relevant enough, best first; equals by id, so that the same call always gets the same answer. */
function rank(items: readonly ScoredItem[], threshold: number): ScoredItem[] {
  return items
    .filter((scored) => scored.score >= threshold)
    .sort((a, b) => b.score - a.score || (a.item.id < b.item.id ? -1 : 1));
}

/** Only an active CRITICAL item that names the tool and this file or command pauses a call. */
function isPausing({ item, isExact }: ScoredItem, call: ToolCall): boolean {
  // Without ids no hook could remember that it happened, and the call would be held forever.
  if (call.sessionId === '' || call.toolUseId === '') return false;
  return item.priority === 'CRITICAL' && item.status === 'active' && isExact;
}

const REPEAT_AFTER_MS = 30 * 60_000;

/** What was shown (or left out) a while ago is still in the conversation. */
function isRepeated(item: KnowledgeItem, call: ToolCall, { memory, now }: DecideOptions): boolean {
  const seen = memory.seen.get(item.id);
  return seen !== undefined && seen.toolUseId !== call.toolUseId && now.getTime() - seen.at < REPEAT_AFTER_MS;
}

/** CRITICAL items are never left out: no data may be lost for a statistic. */
function isEligible(item: KnowledgeItem): boolean {
  return item.priority !== 'CRITICAL';
}

/** Enough to see that something is wrong; a command that removes all files concerns every item. */
const MAX_MISSED = 20;

/** CRITICAL items that name the file and are not shown: a person should look at their conditions. */
function missedCritical(items: readonly ScoredItem[], known: ReadonlySet<ScoredItem>): ScoredItem[] {
  return items
    .filter((scored) => scored.item.priority === 'CRITICAL' && scored.parts.file === 1 && !known.has(scored))
    .slice(0, MAX_MISSED);
}

function lineWriter(call: ToolCall, now: Date) {
  return (kind: InjectionKind, { item, score, parts, matched }: ScoredItem): InjectionLine => ({
    kind,
    item: item.id,
    session: call.sessionId,
    tool_use_id: call.toolUseId,
    tool: call.toolName,
    score,
    parts,
    matched,
    eligible: isEligible(item),
    time: utcText(now),
  });
}

/**
 * Whether an item is left out for this call, to learn whether showing it helps. Decided by a hash, not by chance: a hook
 * that runs twice for one call must decide the same both times.
 */
function inControlGroup(
  share: number,
  call: { readonly sessionId: string; readonly toolUseId: string },
  itemId: string,
): boolean {
  return share > 0 && hashText(`${call.sessionId}\n${itemId}\n${call.toolUseId}`) / 2 ** 32 < share;
}
