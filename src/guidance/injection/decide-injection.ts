import { utcText } from '../../kernel/utc-text.js';
import type { HookIndex } from '../hook-index/hook-index.js';
import type { KnowledgeItem } from '../item/item.js';
import { whySilent } from '../item/why-silent.js';
import { readAct } from '../relevance/act.js';
import { isTiedTo, scoreItem } from '../relevance/score-item.js';
import type { ToolCall } from '../relevance/tool-call.js';
import { isHeldOut } from './hold-out.js';
import {
  type DecideOptions,
  type Injection,
  type InjectionKind,
  type InjectionLine,
  NO_INJECTION,
  type ScoredItem,
  type SessionMemory,
} from './injection.js';

/** What a call is told, whether it waits, and what is withheld to learn whether telling helps. Pure. */
export function decideInjection(
  index: HookIndex,
  call: ToolCall,
  memory: SessionMemory,
  options: DecideOptions,
): Injection {
  const { settings } = index;
  const act = settings.enabled ? readAct(call) : undefined;
  if (act === undefined) return NO_INJECTION;
  const circumstances = { now: options.now, draftDays: settings.draftDays, projectVersion: index.projectVersion };
  const timeIsUp = options.timeIsUp ?? (() => false);
  const scored = index.items
    .filter((item) => !timeIsUp() && isTiedTo(item, act, timeIsUp) && whySilent(item, circumstances) === undefined)
    .map((item) => scoreItem(item, act, timeIsUp));
  if (timeIsUp()) return NO_INJECTION;
  const relevant = rank(scored, settings.threshold);
  const pauses = (one: ScoredItem) => settings.critical === 'pause-once' && mayPause(one, call, memory);
  // All of them, however many: what is left out would hold back the retry, which was promised to pass.
  const pauseFor = relevant.filter(pauses);
  // What was told before gives its place to the next one.
  const isNew = ({ item }: ScoredItem) => !isRepeated(item, call, memory, options.now);
  const best = relevant.filter((one) => pauseFor.includes(one) || isNew(one)).slice(0, settings.maxItems);

  const informs = best.filter((one) => !pauseFor.includes(one));
  const heldOut = informs.filter(({ item }) => isEligible(item) && isHeldOut(settings.holdout, call, item.id));
  const show = informs.filter((one) => !heldOut.includes(one));
  const known = new Set(relevant.filter((one) => pauseFor.includes(one) || best.includes(one) || !isNew(one)));

  const line = lineWriter(call, options.now);
  return {
    show,
    pauseFor,
    heldOut,
    log: [
      ...pauseFor.map((one) => line('paused', one)),
      ...show.map((one) => line('shown', one)),
      ...heldOut.map((one) => line('held_out', one)),
      ...missedCritical(scored, known).map((one) => line('missed_critical', one)),
    ],
  };
}

/** Everything relevant enough, best first; equals by id, so that the same call always gets the same answer. */
function rank(items: readonly ScoredItem[], threshold: number): ScoredItem[] {
  return items
    .filter((scored) => scored.score >= threshold)
    .sort((a, b) => b.score - a.score || (a.item.id < b.item.id ? -1 : 1));
}

/**
 * Only an active CRITICAL item whose tool and file both match may hold a call back, and once in a session. The call
 * that it held back is held back again if its hook runs twice.
 */
function mayPause({ item, parts }: ScoredItem, call: ToolCall, memory: SessionMemory): boolean {
  if (item.priority !== 'CRITICAL' || item.status !== 'active') return false;
  // Without ids nobody could remember that it happened, and the call would wait for ever.
  if (call.sessionId === '' || call.toolUseId === '') return false;
  if (parts.tool !== 1 || parts.file !== 1) return false;
  const pausedCall = memory.pauses.get(item.id);
  return pausedCall === undefined || pausedCall === call.toolUseId;
}

const REPEAT_AFTER_MS = 30 * 60_000;

/** What was told (or withheld) a while ago is still in the conversation. */
function isRepeated(item: KnowledgeItem, call: ToolCall, memory: SessionMemory, now: Date): boolean {
  const seen = memory.seen.get(item.id);
  return seen !== undefined && seen.toolUseId !== call.toolUseId && now.getTime() - seen.at < REPEAT_AFTER_MS;
}

/** CRITICAL items are never withheld: nobody may lose data for a statistic. */
function isEligible(item: KnowledgeItem): boolean {
  return item.priority !== 'CRITICAL';
}

/** Enough to see that something is wrong; a command that takes all files away concerns every item. */
const MOST_MISSED = 20;

/** CRITICAL items that name the file and are not shown: somebody should look at their conditions. */
function missedCritical(items: readonly ScoredItem[], told: ReadonlySet<ScoredItem>): ScoredItem[] {
  return items
    .filter((scored) => scored.item.priority === 'CRITICAL' && scored.parts.file === 1 && !told.has(scored))
    .slice(0, MOST_MISSED);
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
