import { wilsonInterval } from '../../kernel/wilson-interval.js';
import { readAllLines } from '../files/read-lines.js';
import { INJECTION_LOG, OUTCOME_LOG } from '../injection/logs.js';

/** How often something went wrong after an item was shown, or left out. */
export interface Arm {
  readonly occasions: number;
  readonly corrections: number;
  readonly failedCalls: number;
  /** Occasions followed by either. */
  readonly troubled: number;
  /** `troubled / occasions`; undefined without any. */
  readonly rate: number | undefined;
  /** Of the rate, with 95 % confidence; undefined without any. */
  readonly interval: readonly [low: number, high: number] | undefined;
}

export interface EffectReport {
  readonly shown: Arm;
  readonly heldOut: Arm;
  readonly byItem: readonly { readonly item: string; readonly shown: Arm; readonly heldOut: Arm }[];
  readonly isEnough: boolean;
  /** In one sentence. */
  readonly verdict: string;
}

/** Prompts of the user after which nothing more is looked at. */
const TURNS = 5;
/** Fewer occasions than this in either group say nothing. */
const MIN_OCCASIONS = 30;

/**
 * Compares what followed where an item was shown with what followed where it was left out. Only items that could have
 * been left out count: others were chosen, not drawn.
 */
export function measureEffect(dataFolder: string): EffectReport {
  const occasions = readOccasions(dataFolder);
  const [shown, heldOut] = armsOf(occasions);
  const isEnough = shown.occasions >= MIN_OCCASIONS && heldOut.occasions >= MIN_OCCASIONS;
  const byItem = [...groupBy(occasions, ({ item }) => item)].map(([item, own]) => {
    const [itsShown, itsHeldOut] = armsOf(own);
    return { item, shown: itsShown, heldOut: itsHeldOut };
  });
  return {
    shown,
    heldOut,
    byItem: byItem.sort((a, b) => (a.item < b.item ? -1 : 1)),
    isEnough,
    verdict: isEnough ? compare(shown, heldOut) : tooFew(shown, heldOut),
  };
}

interface Occasion {
  readonly item: string;
  readonly isShown: boolean;
  readonly after: Aftermath;
}

/** Each once: a hook may fire twice for one call. */
function readOccasions(dataFolder: string): Occasion[] {
  const outcomes = bySession(readAllLines(dataFolder, OUTCOME_LOG));
  const occasions = new Map<string, Occasion>();
  for (const line of readAllLines(dataFolder, INJECTION_LOG)) {
    const { kind, item, session, time, eligible, tool_use_id: call } = line;
    if ((kind !== 'shown' && kind !== 'held_out') || eligible !== true) continue;
    if (typeof item !== 'string' || typeof session !== 'string' || typeof time !== 'string') continue;
    const occasion = { item, isShown: kind === 'shown', after: whatFollowed(outcomes.get(session) ?? [], time) };
    const key = JSON.stringify([session, item, typeof call === 'string' && call !== '' ? call : time]);
    if (!occasions.has(key)) occasions.set(key, occasion);
  }
  return [...occasions.values()];
}

function armsOf(occasions: readonly Occasion[]): [shown: Arm, heldOut: Arm] {
  return [toArm(occasions.filter(({ isShown }) => isShown)), toArm(occasions.filter(({ isShown }) => !isShown))];
}

function groupBy<Value>(values: readonly Value[], keyOf: (value: Value) => string): Map<string, Value[]> {
  const groups = new Map<string, Value[]>();
  for (const value of values) {
    const group = groups.get(keyOf(value));
    if (group === undefined) groups.set(keyOf(value), [value]);
    else group.push(value);
  }
  return groups;
}

interface Outcome {
  readonly time: string;
  readonly isTurn: boolean;
  readonly isCorrection: boolean;
}

interface Aftermath {
  readonly corrections: number;
  readonly failedCalls: number;
}

/** In the order of their times: processes that write at the same moment do so in any order. */
function bySession(lines: readonly Record<string, unknown>[]): Map<string, Outcome[]> {
  const outcomes = lines.flatMap(({ event, session, time, correction }) => {
    if (typeof session !== 'string' || typeof time !== 'string') return [];
    return [{ session, time, isTurn: event === 'turn', isCorrection: correction === true }];
  });
  const sessions = groupBy(outcomes, ({ session }) => session);
  for (const own of sessions.values()) own.sort((a, b) => (a.time < b.time ? -1 : Number(a.time > b.time)));
  return sessions;
}

function whatFollowed(outcomes: readonly Outcome[], time: string): Aftermath {
  let turns = 0;
  let corrections = 0;
  let failedCalls = 0;
  for (let at = firstAfter(outcomes, time); at < outcomes.length; at++) {
    const outcome = outcomes[at];
    if (outcome === undefined || (outcome.isTurn && ++turns > TURNS)) break;
    if (outcome.isCorrection) corrections++;
    if (!outcome.isTurn) failedCalls++;
  }
  return { corrections, failedCalls };
}

/** By halving: a long session has many outcomes, and as many occasions. */
function firstAfter(outcomes: readonly Outcome[], time: string): number {
  let [low, high] = [0, outcomes.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((outcomes[middle]?.time ?? '') <= time) low = middle + 1;
    else high = middle;
  }
  return low;
}

function toArm(occasions: readonly { readonly after: Aftermath }[]): Arm {
  const count = (matches: (after: Aftermath) => boolean) => occasions.filter(({ after }) => matches(after)).length;
  const troubled = count(({ corrections, failedCalls }) => corrections + failedCalls > 0);
  return {
    occasions: occasions.length,
    corrections: count(({ corrections }) => corrections > 0),
    failedCalls: count(({ failedCalls }) => failedCalls > 0),
    troubled,
    rate: occasions.length === 0 ? undefined : troubled / occasions.length,
    interval: occasions.length === 0 ? undefined : wilsonInterval(troubled, occasions.length),
  };
}

function tooFew(shown: Arm, heldOut: Arm): string {
  return `Too few occasions to say: ${shown.occasions} shown and ${heldOut.occasions} left out; ${MIN_OCCASIONS} of each are needed.`;
}

function compare(shown: Arm, heldOut: Arm): string {
  const [a, b] = [shown.rate ?? 0, heldOut.rate ?? 0];
  const margin = 1.96 * Math.sqrt((a * (1 - a)) / shown.occasions + (b * (1 - b)) / heldOut.occasions);
  const figures = `${percent(a)} with the item, ${percent(b)} without`;
  const scope = 'A correction or a failed call within five turns';
  if (Math.abs(a - b) <= margin) return `${scope}: ${figures}; the difference may be chance (± ${percent(margin)}).`;
  return `${scope}: ${figures}; the items ${a < b ? 'help' : 'do not help'} (± ${percent(margin)}).`;
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
