import type { DeliberationResult, PastDecision } from './result.js';

/** The port to the memory of decisions. Everything here may fail, hang or be missing. */
export interface CouncilMemory {
  /** Earlier decisions on similar questions. */
  recall(question: string, options: RecallOptions): Promise<Recollection>;
  /** Resolves once the decision is stored permanently. */
  remember(result: DeliberationResult): Promise<void>;
  /** How often each participant's model was right before. */
  trackRecords(question: string, signal: AbortSignal): Promise<TrackRecords>;
}

interface RecallOptions {
  readonly workingDirectory: string;
  readonly signal: AbortSignal;
}

export interface Recollection {
  /** The decisions as a participant reads them, numbered from 1 in the order of `decisions`; empty without any. */
  readonly text: string;
  readonly decisions: readonly PastDecision[];
  /** What could not be read, as warnings. */
  readonly warnings: readonly string[];
}

export interface TrackRecords {
  /** Decisions with a recorded outcome. */
  readonly outcomes: number;
  readonly models: readonly ModelRecord[];
  /** The same, of decisions on the question's own topic only; null where there are too few. */
  readonly topic: { readonly outcomes: number; readonly models: readonly ModelRecord[] } | null;
}

export interface ModelRecord {
  /** `model@cli`, the same for every seat that it had. */
  readonly participant: string;
  /** Its votes on decisions whose outcome is known. */
  readonly votes: number;
  /** Of those, the ones that turned out right; a half for one that was not shown to be wrong. */
  readonly hits: number;
  /** How many votes the Brier score rests on. */
  readonly forecasts: number;
  /** The mean squared distance between its confidence and what happened: 0 is perfect, 0.25 knows nothing. */
  readonly brier: number;
}
