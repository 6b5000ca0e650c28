import type { Mode } from './request.js';

/** What the council asks of a configuration. Times are milliseconds here, seconds in the file. */
export interface CouncilSettings {
  readonly defaultMode: Mode;
  readonly defaultRounds: number;
  readonly maxRounds: number;
  readonly roundTimeoutMs: number;
  /** The share of participants that must have voted for a result to count. */
  readonly quorum: number;
  readonly anonymize: boolean;
  /** How often a participant without a readable vote is asked for it again; 0 turns it off. */
  readonly voteRetries: number;
  readonly convergence: {
    readonly enabled: boolean;
    readonly similarityThreshold: number;
    readonly divergenceThreshold: number;
    readonly minRoundsBeforeCheck: number;
    readonly consecutiveStableRounds: number;
  };
  readonly earlyStopping: { readonly enabled: boolean; readonly threshold: number; readonly respectMinRounds: boolean };
  readonly optionGroupingThreshold: number;
  readonly summary: 'auto' | 'extractive';
  /** Who writes the summary, in order of preference. */
  readonly summarizers: readonly { readonly adapter: string; readonly model: string | undefined }[];
  readonly transcriptsFolder: string;
}
