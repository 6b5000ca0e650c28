import type { KnowledgeItem } from '../item/item.js';

/** The parts of a score, each from 0 to 1, before weights. */
export interface ScoreParts {
  readonly tool: number;
  readonly file: number;
  readonly action: number;
  readonly context: number;
}

export interface ScoredItem {
  readonly item: KnowledgeItem;
  readonly parts: ScoreParts;
  /** 0 to 1. */
  readonly relevance: number;
  /** After the multiplier of the priority. */
  readonly score: number;
  /** What matched, for people: `tool Write`, `file **\/plugin.json`, `action "release"`. */
  readonly matched: readonly string[];
}

/** What earlier calls of this session did. */
export interface SessionMemory {
  /** Items that paused a call of this session, and which call. */
  readonly pauses: ReadonlyMap<string, string>;
  /** When an item was last shown or withheld in this session, and for which call. */
  readonly seen: ReadonlyMap<string, { readonly at: number; readonly toolUseId: string }>;
}

export const NO_MEMORY: SessionMemory = { pauses: new Map(), seen: new Map() };

/** `named`: one of several for which a call was held back, by its title only, because the others were more. */
export type InjectionKind = 'shown' | 'paused' | 'named' | 'held_out' | 'missed_critical';

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
  /** Could have been withheld: only these are compared with those that were. */
  readonly eligible: boolean;
  readonly time: string;
}

export interface Injection {
  /** To be told beside the call, best first. */
  readonly show: readonly ScoredItem[];
  /** The call waits until these were read, best first; empty if it need not. All of them go into one pause. */
  readonly pauseFor: readonly ScoredItem[];
  readonly heldOut: readonly ScoredItem[];
  /** To be appended to the injection log by `recordInjection`. */
  readonly log: readonly InjectionLine[];
}

export const NO_INJECTION: Injection = { show: [], pauseFor: [], heldOut: [], log: [] };

export interface DecideOptions {
  readonly now: Date;
  /** Asked between the steps; once it says so, whatever is decided is worth nothing. */
  readonly timeIsUp?: () => boolean;
}
