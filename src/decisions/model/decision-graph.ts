import type { Decision, Neighbor, Outcome } from './decision.js';
import type { DeliberationRecord } from './deliberation-record.js';

/**
 * Decisions that were taken, found again by the meaning of their questions. What the machine does to the database
 * (locked, damaged, newer) comes as a `StorageError`, what the caller got wrong as a `UserError`.
 */
export interface DecisionGraph {
  /**
   * Stores a deliberation, durably, before it returns; its neighbors are found in the background. The same one is
   * stored once; with `isRenewed` the second replaces the first, unless that has an outcome, and keeps its neighbors.
   * Null for a deliberation without a decision.
   */
  remember(record: DeliberationRecord, options?: { readonly isRenewed?: boolean }): Promise<Decision | null>;
  /** Finds what earlier deliberations decided on similar questions, and the text that a new one is shown. */
  recall(question: string, options?: RecallOptions): Promise<Recall>;
  /** The decisions nearest to a text, best first, whatever their score. */
  search(text: string, options?: SearchOptions): Promise<SearchResult>;
  /** The most similar decisions as the background work has stored them, best first; at most 20. */
  neighborsOf(id: string): Promise<readonly Neighbor[]>;
  /** The decisions that this one replaced, by their recorded outcomes; earliest first, at most 20. */
  predecessorsOf(id: string): Promise<readonly Decision[]>;
  /** Pairs of neighbors, each once, best first. */
  links(options?: LinkOptions): Promise<readonly Link[]>;
  get(id: string): Promise<Decision | null>;
  /** A decision by its id or by the beginning of it. Rejects with a `UserError` if there is none or more than one. */
  resolve(idOrPrefix: string): Promise<Decision>;
  /** Latest first, by the time of the decision. Without archived ones unless they are asked for. */
  list(options?: ListOptions): Promise<readonly Decision[]>;
  /** The same, all of them, read page by page. */
  all(options?: Omit<ListOptions, 'limit' | 'before'>): AsyncIterable<Decision>;
  /** The vectors of the questions, one after the other; only of decisions that have one. */
  vectors(options?: { readonly archived?: ArchivedFilter }): Promise<QuestionVectors>;
  /** Replaces the stored topics of these decisions, by id; null for one in no topic. */
  keepTopics(topics: ReadonlyMap<string, string | null>): Promise<void>;
  /** All of them with their stored topics, latest first. Far cheaper than `all`. */
  titles(options?: { readonly archived?: ArchivedFilter }): Promise<readonly DecisionTitle[]>;
  /** Decided before this time and without an outcome; neither archived ones nor demos. */
  awaitingOutcome(decidedBefore: Date): Promise<AwaitingOutcome>;
  /** The stored topics of decisions that have an outcome. */
  judgedTopics(): Promise<ReadonlyMap<string, string | null>>;
  /** False if there was none. */
  delete(id: string): Promise<boolean>;
  /** Returns the number that this call archived. */
  archive(which: ArchiveRequest): Promise<number>;
  /** Takes archived decisions back into recall; how many they were. */
  restore(ids: readonly string[]): Promise<number>;
  /** Replaces an outcome recorded before. Rejects with a `UserError` if a decision does not exist. */
  setOutcome(id: string, outcome: OutcomeRecord): Promise<Decision>;
  /** With archived ones unless they are not wanted. Far cheaper than `stats`. */
  count(options?: Pick<ListOptions, 'since' | 'archived' | 'outcome'>): Promise<number>;
  /** Waits until the background work is done or has failed; at most so long. True if nothing is left. */
  drain(options?: { readonly maxMs?: number }): Promise<boolean>;
  stats(): Promise<GraphStats>;
  /** Finds faults inside the database; empty if there is none. Reads everything. */
  check(): Promise<readonly string[]>;
  /** Gives the background work a little time to finish; what is left is done after the next opening. */
  close(): Promise<void>;
}

export interface RecallOptions {
  /** Decisions of this project are preferred. */
  readonly workingDirectory?: string;
  readonly signal?: AbortSignal;
}

export interface Recall {
  readonly matches: readonly RecalledDecision[];
  /** To be quoted as data. Empty if there is no match. */
  readonly text: string;
  readonly fromCache: boolean;
  /** Lists what could not be examined. */
  readonly warnings: readonly string[];
}

export interface RecalledDecision {
  readonly decision: Decision;
  readonly score: number;
  readonly detail: RecallDetail;
  /** Known problems of the decision: that it turned out wrong, was superseded, was contradicted. */
  readonly note: string | null;
}

export type RecallDetail = 'full' | 'summary' | 'line';

export interface SearchOptions {
  readonly limit?: number;
  /** If anything is this similar, only that, and of near-duplicates only the newest. */
  readonly atLeast?: number;
  readonly archived?: ArchivedFilter;
}

export interface SearchResult {
  readonly matches: readonly { readonly decision: Decision; readonly score: number }[];
  /** The number of decisions that were compared. */
  readonly compared: number;
  /** The backend of the scores. */
  readonly backend: string;
  /** Why the configured embedding was not used; undefined if it was. */
  readonly notice: string | undefined;
}

export interface LinkOptions {
  readonly atLeast?: number;
  readonly limit?: number;
  readonly archived?: ArchivedFilter;
  /** Only pairs that both chose something, and not by the same words. */
  readonly differing?: boolean;
}

export interface Link {
  readonly first: Decision;
  /** The later one. */
  readonly second: Decision;
  readonly score: number;
}

/** `without` is what deliberations are shown. */
export type ArchivedFilter = 'without' | 'only' | 'with';

export interface ListOptions {
  /** Default: 50. */
  readonly limit?: number;
  /** Only decisions before this one, for the next page. */
  readonly before?: string;
  readonly since?: Date;
  readonly archived?: ArchivedFilter;
  readonly outcome?: OutcomeFilter;
}

export type OutcomeFilter = Outcome['outcome'] | 'any' | 'none';

/** Shown of each decision on a map or in a long list. */
export interface DecisionTitle {
  readonly id: string;
  /** Its beginning. */
  readonly question: string;
  readonly topic: string | null;
}

/** Decisions with a winner that are old enough to know how they turned out. */
export interface AwaitingOutcome {
  readonly count: number;
  /** The latest of them. */
  readonly latest: readonly {
    readonly id: string;
    readonly question: string;
    readonly winningOption: string;
    readonly decidedAt: Date;
  }[];
}

export interface QuestionVectors {
  readonly ids: readonly string[];
  readonly data: Float32Array;
  /** The model that made them. */
  readonly backend: string;
  readonly dimensions: number;
  /** From the cosine of two of them to the calibrated scale of questions. */
  readonly score: (cosine: number) => number;
  /** Why the configured embedding was not used; undefined if it was. */
  readonly notice: string | undefined;
}

export type ArchiveRequest = ({ readonly olderThan: Date } | { readonly ids: readonly string[] }) & {
  /** For decisions that are read back; else now. */
  readonly at?: Date;
};

export interface OutcomeRecord {
  readonly outcome: Outcome['outcome'];
  readonly note?: string | undefined;
  readonly supersededBy?: string | undefined;
  /** For outcomes that are read back; else now. */
  readonly recordedAt?: Date;
}

export interface GraphStats {
  readonly decisions: number;
  readonly archived: number;
  readonly stances: number;
  readonly links: number;
  readonly averageScore: number | null;
  readonly outcomes: number;
  /** The number of decisions whose neighbors are still to be found. */
  readonly unlinked: number;
  readonly firstDecidedAt: Date | null;
  readonly lastDecidedAt: Date | null;
  readonly fileBytes: number;
  /** The part of the file that vectors take. */
  readonly embeddingBytes: number;
  readonly caches: { readonly queries: CacheCounters; readonly embeddings: CacheCounters };
  readonly driver: { readonly name: string; readonly version: string };
  /** `builtin/…`; undefined before the first text was embedded. */
  readonly embeddedWith: string | undefined;
}

export interface CacheCounters {
  readonly hits: number;
  readonly misses: number;
  readonly size: number;
}
