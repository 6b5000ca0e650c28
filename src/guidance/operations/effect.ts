import { readAllLines } from '../files/read-lines.js';
import { INJECTION_LOG, OUTCOME_LOG } from '../injection/logs.js';

/** How often something went wrong after an item was told, or withheld. */
export interface Arm {
  readonly occasions: number;
  readonly corrections: number;
  readonly failedCalls: number;
  /** Occasions followed by either. */
  readonly troubled: number;
  /** `troubled / occasions`; undefined without any. */
  readonly rate: number | undefined;
}

export interface EffectReport {
  readonly shown: Arm;
  readonly heldOut: Arm;
  readonly byItem: readonly { readonly item: string; readonly shown: Arm; readonly heldOut: Arm }[];
  readonly isEnough: boolean;
  /** In one sentence. */
  readonly verdict: string;
}

/** Turns of the user that are looked at, the current one included. */
const TURNS = 5;
/** Fewer occasions than this in either group say nothing. */
export const LEAST_OCCASIONS = 30;

/**
 * Compares what followed where an item was told with what followed where it was withheld. Only informs that could have
 * been withheld count: others were chosen, not drawn.
 */
export function measureEffect(dataFolder: string): EffectReport {
  const outcomes = bySession(readAllLines(dataFolder, OUTCOME_LOG));
  const occasions = readAllLines(dataFolder, INJECTION_LOG).flatMap((line) => {
    const { kind, item, session, time, eligible } = line;
    if ((kind !== 'shown' && kind !== 'held_out') || eligible !== true) return [];
    if (typeof item !== 'string' || typeof session !== 'string' || typeof time !== 'string') return [];
    return [{ item, isShown: kind === 'shown', after: whatFollowed(outcomes.get(session) ?? [], time) }];
  });
  const armOf = (isShown: boolean, item?: string) =>
    toArm(occasions.filter((one) => one.isShown === isShown && (item === undefined || one.item === item)));
  const items = [...new Set(occasions.map(({ item }) => item))].sort();
  const [shown, heldOut] = [armOf(true), armOf(false)];
  const isEnough = shown.occasions >= LEAST_OCCASIONS && heldOut.occasions >= LEAST_OCCASIONS;
  return {
    shown,
    heldOut,
    byItem: items.map((item) => ({ item, shown: armOf(true, item), heldOut: armOf(false, item) })),
    isEnough,
    verdict: isEnough ? compare(shown, heldOut) : tooFew(shown, heldOut),
  };
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

function bySession(lines: readonly Record<string, unknown>[]): Map<string, Outcome[]> {
  const sessions = new Map<string, Outcome[]>();
  for (const { event, session, time, correction } of lines) {
    if (typeof session !== 'string' || typeof time !== 'string') continue;
    const outcome = { time, isTurn: event === 'turn', isCorrection: correction === true };
    sessions.set(session, [...(sessions.get(session) ?? []), outcome]);
  }
  return sessions;
}

function whatFollowed(outcomes: readonly Outcome[], time: string): Aftermath {
  let turns = 0;
  let corrections = 0;
  let failedCalls = 0;
  for (const outcome of outcomes) {
    if (outcome.time <= time) continue;
    if (outcome.isTurn && ++turns > TURNS) break;
    if (outcome.isCorrection) corrections++;
    if (!outcome.isTurn) failedCalls++;
  }
  return { corrections, failedCalls };
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
  };
}

function tooFew(shown: Arm, heldOut: Arm): string {
  return `Too few occasions to say: ${shown.occasions} shown and ${heldOut.occasions} withheld; ${LEAST_OCCASIONS} of each are needed.`;
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
