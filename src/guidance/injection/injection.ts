import type { ScoredItem, ScoreParts } from '../relevance/match-item.js';

/** A call that asked to be held for an item. */
export interface PauseClaim {
  readonly item: string;
  readonly toolUseId: string;
  /** Equal for calls with the same input. */
  readonly input: string;
  readonly at: number;
}

/** What earlier calls of this session did. */
export interface SessionMemory {
  /** In their order. */
  readonly pauses: readonly PauseClaim[];
  /** When an item was last shown or left out in this session, and for which call. */
  readonly seen: ReadonlyMap<string, { readonly at: number; readonly toolUseId: string }>;
}

export const NO_MEMORY: SessionMemory = { pauses: [], seen: new Map() };

/**
 * `named`: one of several items that held a call, shown by its title because there were too many. `untrusted`: only its
 * title was shown, because the item is foreign.
 */
export type InjectionKind = 'shown' | 'paused' | 'named' | 'untrusted' | 'held_out' | 'missed_critical';

/** One line of the injection log. */
export interface InjectionLine {
  readonly kind: InjectionKind;
  readonly item: string;
  readonly session: string;
  readonly tool_use_id: string;
  readonly tool: string;
  readonly score: number;
  readonly parts: ScoreParts;
  readonly matched: readonly string[];
  /** Could have been left out: only these are compared with those that were. */
  readonly eligible: boolean;
  readonly time: string;
}

export interface Injection {
  /** Shown with the result of the call, best first. */
  readonly show: readonly ScoredItem[];
  /** The call is held until these were read, best first. All of them go into one pause. */
  readonly pauseFor: readonly ScoredItem[];
  readonly heldOut: readonly ScoredItem[];
  /** Foreign items, of which only titles are shown, where there is nothing else to show. */
  readonly foreign: readonly ScoredItem[];
  /** To be appended to the injection log by `recordInjection`. */
  readonly log: readonly InjectionLine[];
}

export const NO_INJECTION: Injection = { show: [], pauseFor: [], heldOut: [], foreign: [], log: [] };

export interface DecideOptions {
  readonly memory: SessionMemory;
  readonly now: Date;
  /** Asked between the steps; once it is true, the decision must not be used. */
  readonly timeIsUp?: () => boolean;
}
