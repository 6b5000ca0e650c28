import type { PastCalls } from '../../contract/estimate.js';
import type { CheckedRequest } from '../../contract/request.js';
import type { CallKey } from '../../record/run.js';
import type { DeliberationSetup } from '../setup.js';
import type { ClaimedRun } from './claim-run.js';
import type { RunRecord, RunStatus } from './run-record.js';
import type { RunWriter } from './run-writer.js';
import type { Spending } from './spending.js';

/** Deliberations as they are recorded. What the machine does to the database comes as a `StorageError`. */
export interface RunStore {
  begin(setup: DeliberationSetup): Promise<ClaimedRun>;
  /** Rejects with a conflict while another process owns it. */
  takeOver(id: string, request: CheckedRequest): Promise<ClaimedRun>;
  writer(claimed: ClaimedRun, activeMs: () => number): RunWriter;
  /**
   * Stores an end of this process that could not be stored when it came, if it can be now; without an id all of them.
   * Never rejects.
   */
  settle(id?: string): Promise<void>;
  /** An id, its beginning, or `last`. Rejects with a `UserError` for none or several. */
  resolve(idOrPrefix: string): Promise<string>;
  /** Empty without that run. */
  questionOf(id: string): Promise<string>;
  /** Rejects with a `UserError` without that run. */
  read(id: string): Promise<RunRecord>;
  /** What was asked in one of its calls. Rejects with a `UserError` without that call. */
  prompt(id: string, call: AttemptedCall): Promise<string>;
  /** Latest first. */
  list(options?: ListOptions): Promise<readonly RunEntry[]>;
  /** Rejects with a conflict for a running one. */
  delete(id: string): Promise<void>;
  /** Removes runs that were not used since then, except running ones; returns how many. */
  prune(before: Date): Promise<number>;
  /** Of the latest calls to one model; undefined without any. */
  pastCalls(adapter: string, model: string): Promise<PastCalls | undefined>;
  /** Differs whenever a run changed, also when the process of a running one died. */
  version(): Promise<string>;
  /** What deliberations that began since then have cost. */
  spending(since: Date): Promise<Spending>;
  /** How large the file is, with room that is free. */
  bytes(): Promise<number>;
  /** The problems inside the file; empty if there are none. Reads everything. */
  check(): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** One attempt at a call. */
type AttemptedCall = CallKey & { readonly attempt: number };

export interface ListOptions {
  readonly status?: RunStatus;
  readonly limit?: number;
  /** How many of the latest are left out. */
  readonly skip?: number;
  /** Only questions with this text, in any case. */
  readonly search?: string;
  /** Called with the working directory of each run; the limit counts only those that are accepted. */
  readonly accepts?: (workingDirectory: string) => Promise<boolean>;
}

/** One line of a list. */
export interface RunEntry {
  readonly id: string;
  readonly question: string;
  readonly status: RunStatus;
  readonly workingDirectory: string;
  readonly startedAt: string;
  readonly updatedAt: string;
  readonly activeMs: number;
  readonly participants: readonly string[];
  /** The round that it is in, or was in. */
  readonly round: number;
  readonly rounds: number;
  /** Calls that ended, and those that did not. */
  readonly calls: { readonly done: number; readonly open: number };
  /** The known cost: calls without a reported price are counted separately. */
  readonly cost: { readonly usd: number; readonly unknownCalls: number };
  readonly winner: string | null;
  readonly endedBy: string | null;
  /** False where calls or facts of it could not be written. */
  readonly isWhole: boolean;
  /** Of a running one. */
  readonly pid: number | null;
}

export interface RunsSource {
  /** To be asked for each use. Rejects with a `StorageError` where the database cannot be used. */
  open(): Promise<RunStore>;
  /** Whether there is a database; opening would make one. Without it there is. */
  exists?(): Promise<boolean>;
}
