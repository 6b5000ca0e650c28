import type { HookIndex } from '../hook-index/hook-index.js';
import type { KnowledgeItem } from '../item/item.js';
import { whySilent } from '../item/why-silent.js';
import { type Act, readAct } from '../relevance/act.js';
import { concerns } from '../relevance/concerns.js';
import { matchingPattern, namesTool, scoreItem } from '../relevance/score-item.js';
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
  const inForce = index.items.filter((item) => whySilent(item, circumstances) === undefined);
  const relevant = rank(inForce, act, settings.threshold);
  const pauses = (scored: ScoredItem) => settings.critical === 'pause-once' && mayPause(scored, act, call, memory);
  // What was told before gives its place to the next one: of four CRITICAL items the fourth comes at the retry.
  const isNew = ({ item }: ScoredItem) => !isRepeated(item, call, memory, options.now);
  const best = relevant.filter((scored) => pauses(scored) || isNew(scored)).slice(0, settings.maxItems);

  const pauseFor = best.filter(pauses);
  const informs = best.filter((scored) => !pauseFor.includes(scored));
  const heldOut = informs.filter(({ item }) => isEligible(item) && isHeldOut(settings.holdout, call, item.id));
  const show = informs.filter((scored) => !heldOut.includes(scored));
  const known = relevant.filter((scored) => best.includes(scored) || !isNew(scored));

  const line = lineWriter(call, options.now);
  return {
    show,
    pauseFor,
    heldOut,
    log: [
      ...pauseFor.map((scored) => line('paused', scored)),
      ...show.map((scored) => line('shown', scored)),
      ...heldOut.map((scored) => line('held_out', scored)),
      ...missedCritical(inForce, act, known).map((scored) => line('missed_critical', scored)),
    ],
  };
}

/** Everything relevant enough, best first; equals by id, so that the same call always gets the same answer. */
export function rank(items: readonly KnowledgeItem[], act: Act, threshold: number): ScoredItem[] {
  return items
    .filter((item) => concerns(item, act))
    .map((item) => scoreItem(item, act))
    .filter(({ score }) => score >= threshold)
    .sort((a, b) => b.score - a.score || (a.item.id < b.item.id ? -1 : 1));
}

/**
 * Only an active CRITICAL item whose tool and file both match may hold a call back, and once in a session. The call
 * that it held back is held back again if its hook runs twice.
 */
function mayPause({ item }: ScoredItem, act: Act, call: ToolCall, memory: SessionMemory): boolean {
  if (item.priority !== 'CRITICAL' || item.status !== 'active') return false;
  // Without ids nobody could remember that it happened, and the call would wait for ever.
  if (call.sessionId === '' || call.toolUseId === '') return false;
  if (!namesTool(item, act) || matchingPattern(item, act) === undefined) return false;
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

/** CRITICAL items that name the file and are not shown: somebody should look at their conditions. */
function missedCritical(items: readonly KnowledgeItem[], act: Act, told: readonly ScoredItem[]): ScoredItem[] {
  return items
    .filter((item) => item.priority === 'CRITICAL' && item.triggers.files.length > 0)
    .filter((item) => matchingPattern(item, act) !== undefined && !told.some((scored) => scored.item.id === item.id))
    .map((item) => scoreItem(item, act));
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
    time: now.toISOString(),
  });
}
