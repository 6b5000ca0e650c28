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
  /** For requests that do not say: two of different families first, the others only if these disagree or are unsure. */
  readonly cheapestFirst: boolean;
  /** For requests that do not say: after the first round only the leading option is put to the test. */
  readonly challenge: boolean;
  readonly summary: 'auto' | 'extractive';
  /** Who writes the summary, in order of preference. */
  readonly summarizers: readonly { readonly adapter: string; readonly model: string | undefined }[];
  /** Shown in the first round, where evidence is enabled. */
  readonly fileTree: { readonly enabled: boolean; readonly maxDepth: number; readonly maxFiles: number };
  readonly evidence: EvidenceSettings;
  readonly transcriptsFolder: string;
  /** What the program keeps for itself; no participant may look into it. */
  readonly dataFolder: string;
}

/** How far participants may look at the project. */
export interface EvidenceSettings {
  readonly enabled: boolean;
  /** Why no participant may look any more, although it was allowed when the deliberation began. */
  readonly refusal?: string;
  /** A participant gets its results in a second call of the same round, and then finishes its answer. */
  readonly sameRound: boolean;
  readonly maxRequestsPerAnswer: number;
  /** For one request. */
  readonly timeoutMs: number;
  readonly maxFileBytes: number;
  /** Of each result, in later rounds and in the records. */
  readonly outputMaxChars: number;
  /** For how many rounds a result is shown to all participants. */
  readonly contextRounds: number;
  /** Patterns of files that no participant may read, in addition to the built-in ones. */
  readonly deny: readonly string[];
}
