import type { Result } from '../../kernel/result.js';
import type { KnowledgeFailure } from '../graph/failure.js';
import type { InjectionLine } from '../injection/injection.js';
import type { KnowledgeItem, Priority, ProcessType, Status } from '../item/item.js';
import type { ScoredItem } from '../relevance/match-item.js';
import type { Verdict } from '../vocabulary.js';
import type { EffectReport } from './effect.js';
import type { MatchingFiles } from './project-files.js';
import type { Proposal } from './propose-critical.js';

export type { Verdict } from '../vocabulary.js';

/** An item as a person reviews it. */
export interface ReviewedItem {
  readonly item: KnowledgeItem;
  /** Why it is not shown now, if so. */
  readonly inactive: string | undefined;
  /** Why it is shown at no call, although it is active. */
  readonly notShown: string | undefined;
  readonly timesShown: number;
  readonly timesPaused: number;
  readonly timesHeldOut: number;
  readonly helpful: number;
  readonly wrong: number;
}

interface ItemFilter {
  readonly status?: Status;
  readonly priority?: Priority;
  readonly type?: ProcessType;
  readonly graph?: string;
}

interface ItemListing {
  readonly items: readonly ReviewedItem[];
  /** What is wrong with the files, one line each. */
  readonly faults: readonly string[];
}

/** A node and its graph. */
export type NodeLocation = Pick<KnowledgeItem, 'id' | 'graph'>;

/** A node as its graph file has it. */
export interface StoredNode extends NodeLocation {
  readonly text: string;
  /** Another one as soon as the node is changed. */
  readonly hash: string;
  /** It was neither written nor reviewed on this machine. */
  readonly isForeign?: boolean;
}

export interface ChangeOptions {
  /** The hash of the node that the person saw. If it is another one by now, nothing is changed. */
  readonly expected?: string;
  /** Called with the node before and after, once it is stored. */
  readonly onChanged?: (change: { readonly before: StoredNode; readonly after: StoredNode }) => void;
}

/** What a person says about an item to be made or changed, in the words of the graph files. */
export interface ItemFields {
  readonly label?: string;
  readonly description?: string;
  readonly evidence?: string;
  readonly priority?: string;
  readonly process_type?: string;
  readonly confidence?: number;
  readonly trigger_conditions?: {
    readonly tool_names?: readonly string[];
    readonly file_patterns?: readonly string[];
    readonly action_keywords?: readonly string[];
    readonly context_keywords?: readonly string[];
    readonly triad_names?: readonly string[];
  };
  readonly checklist?: Readonly<Record<string, unknown>>;
  readonly pattern?: Readonly<Record<string, unknown>>;
  readonly warning?: Readonly<Record<string, unknown>>;
  readonly requirement?: Readonly<Record<string, unknown>>;
  /** A date or a version; null takes it away. */
  readonly valid_from?: string | null;
  readonly valid_until?: string | null;
  readonly superseded_by?: string | null;
  readonly deprecated?: string | boolean | null;
}

/** `not-helpful` is another word for `wrong`. */

export interface FeedbackOptions extends ChangeOptions {
  /** For `snooze`: the day or moment until which the item is not shown; seven days from now if not said. */
  readonly until?: string;
  readonly note?: string;
}

/** Why an item was shown, the last times. */
export interface Explanation {
  readonly item: KnowledgeItem;
  readonly inactive: string | undefined;
  readonly notShown: string | undefined;
  readonly occasions: readonly InjectionLine[];
  /** The newest occasion, with its parts and weights. */
  readonly lines: readonly string[];
  /** What the agent reads if the item is the only one at a call. */
  readonly preview: string;
}

export interface TriedCall {
  readonly tool: string;
  /** The command for Bash, otherwise the file. */
  readonly target: string;
}

export interface TriedItem extends Pick<ScoredItem, 'item' | 'score' | 'matched'> {
  readonly outcome: 'pauses' | 'shown' | 'title shown' | 'not shown';
  /** Why it is not shown; undefined if it is. */
  readonly reason: string | undefined;
}

export interface CallTrial {
  /** What the agent would read; empty if nothing. */
  readonly text: string;
  /** Items that the hook would show, best first, then those that match in part. */
  readonly items: readonly TriedItem[];
}

export interface KnowledgeHealth {
  readonly items: number;
  readonly critical: number;
  /** More than half of what is in force is CRITICAL: then nothing is. */
  readonly hasTooManyCritical: boolean;
  /** Patterns that match no file of the project. */
  readonly idlePatterns: readonly { readonly item: string; readonly pattern: string }[];
  readonly faults: readonly string[];
}

/** A change gives back the item as it is now. */
export type Change = Promise<Result<KnowledgeItem, KnowledgeFailure>>;

/** What can be asked about process knowledge and changed in it. */
export interface Knowledge {
  list(filter?: ItemFilter): ItemListing;
  show(id: string): Result<ReviewedItem, KnowledgeFailure>;
  /** Items whose texts have the words of the query, best first. */
  search(query: string, limit?: number): readonly ReviewedItem[];
  /** Items that could become CRITICAL, because they were corrected three times or more; by id. */
  proposals(): Promise<ReadonlyMap<string, Proposal>>;
  /** An active item of a person's own; `graph` is `default` if not said. */
  add(fields: ItemFields, graph?: string): Change;
  edit(id: string, fields: ItemFields, options?: ChangeOptions): Change;
  /** A draft, or an item of others, that was reviewed becomes active and trusted. */
  promote(id: string, options?: ChangeOptions & { readonly reviewer?: string }): Change;
  /** Also of a node that is too faulty to be an item. */
  archive(id: string, options?: ChangeOptions): Change;
  delete(id: string, options?: ChangeOptions): Change;
  /** The node as it is stored. */
  node(id: string): Result<StoredNode, KnowledgeFailure>;
  /** Gives a node an earlier text again: any of the changes above is undone by it. */
  restore(earlier: Omit<StoredNode, 'hash'>, options?: ChangeOptions): Change;
  /** Which node `archive` and `delete` would take. */
  locate(id: string): Result<NodeLocation, KnowledgeFailure>;
  feedback(id: string, verdict: Verdict, options?: FeedbackOptions): Change;
  /** Archives drafts that were not reviewed in time. */
  cleanup(): Promise<Result<readonly KnowledgeItem[], KnowledgeFailure>>;
  /** The files of the project that the item's file patterns match now; undefined for an item without patterns. */
  matchingFiles(item: KnowledgeItem): MatchingFiles | undefined;
  /** What the hook would do at a call in a new session. */
  tryCall(call: TriedCall): CallTrial;
  /** The same for each of several calls; the graphs are read once. */
  tryCalls(calls: readonly TriedCall[]): readonly CallTrial[];
  /** With the share of items that is left out to compare. */
  effect(): EffectReport & { readonly holdout: number };
  why(id: string): Result<Explanation, KnowledgeFailure>;
  health(): KnowledgeHealth;
}
