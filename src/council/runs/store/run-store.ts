import type { PastCalls } from '../../budget/run-history.js';
import type { CheckedRequest } from '../../check-request.js';
import type { Sitting } from '../sitting.js';
import type { ClaimedRun } from './claim-run.js';
import type { RunRecord, RunStatus } from './run-record.js';
import type { RunWriter } from './run-writer.js';

/** Deliberations as they are recorded. What the machine does to the database comes as a `StorageError`. */
export interface RunStore {
  begin(sitting: Sitting): Promise<ClaimedRun>;
  /** Rejects with a conflict while another process holds it. */
  takeOver(id: string, request: CheckedRequest): Promise<ClaimedRun>;
  writer(claimed: ClaimedRun, activeMs: () => number): RunWriter;
  /** An id, its beginning, or `last`. Rejects with a `UserError` for none or several. */
  resolve(idOrPrefix: string): Promise<string>;
  read(id: string): Promise<RunRecord>;
  /** Latest first. */
  list(options?: ListOptions): Promise<readonly RunEntry[]>;
  /** Rejects with a conflict for a run that is under way. */
  delete(id: string): Promise<void>;
  /** Removes what nobody touched since, except what is under way; how many they were. */
  prune(before: Date): Promise<number>;
  /** Of the latest calls to one model; undefined without any. */
  pastCalls(adapter: string, model: string): Promise<PastCalls | undefined>;
  /** Whether the file was removed, or another put in its place, since it was opened. */
  isReplaced(): boolean;
  close(): Promise<void>;
}

export interface ListOptions {
  readonly status?: RunStatus;
  readonly limit?: number;
}

/** One line of a list. */
export interface RunEntry {
  readonly id: string;
  readonly question: string;
  readonly status: RunStatus;
  readonly startedAt: string;
  readonly updatedAt: string;
  readonly activeMs: number;
  readonly participants: readonly string[];
  /** The round that it is in, or was in. */
  readonly round: number;
  readonly rounds: number;
  /** Calls that came to their end, and those without one. */
  readonly calls: { readonly done: number; readonly open: number };
  /** What is known of it: calls whose price nobody told are counted apart. */
  readonly cost: { readonly usd: number; readonly unknownCalls: number };
  readonly winner: string | null;
  readonly endedBy: string | null;
  /** Of a run that is under way. */
  readonly pid: number | null;
}
