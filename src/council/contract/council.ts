import type { Clock } from '../../kernel/clock.js';
import type { Logger } from '../../kernel/logger.js';
import type { ModelDirectory } from '../../models/index.js';
import type { Similarity } from '../../semantics/index.js';
import type { CouncilMemory } from './council-memory.js';
import type { Estimate, RunHistory } from './estimate.js';
import type { OnProgress } from './progress.js';
import type { DeliberationRequest, ResumeRequest } from './request.js';
import type { DeliberationResult } from './result.js';
import type { CouncilSettings } from './settings.js';

/** Takes secrets out of text. */
export interface TextRedactor {
  /** The path says what kind of file the text is of. */
  redact(text: string, path?: string): Promise<string>;
  redactNow(text: string): string;
}

/** What a deliberation needs from the rest of the program. */
export interface EngineDependencies {
  readonly directory: ModelDirectory;
  readonly settings: CouncilSettings;
  /** Compares whole answers. */
  readonly similarity: Similarity;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Everything that is stored, sent to a participant or shown passes it first. */
  readonly redactor: TextRedactor;
  /** What the project's own configuration changes, for the reader of the result. */
  readonly projectWarnings?: readonly string[];
  /** This process was started by a participant of a running council. */
  readonly isInsideCouncil: boolean;
  /** Where decisions are remembered; absent where they are not. */
  readonly memory?: CouncilMemory;
  /** Figures of past calls to a model, for estimates; absent where none are stored. */
  readonly history?: RunHistory;
}

export interface DeliberateOptions {
  /**
   * Ends every running call. The promise then resolves with what was said so far (status partial or failed, with a
   * warning), and the transcript is kept: cancelling never loses an answer.
   */
  readonly signal?: AbortSignal;
  readonly onProgress?: OnProgress;
  /** Adapter name -> model, for participants that name no model. */
  readonly defaultModels?: Readonly<Record<string, string>>;
}

/** Deliberations are independent of each other: any number may run at the same time. */
export interface Council {
  /** Rejects with a `UserError` for a request it cannot act on; failing models are part of the result. */
  deliberate(request: DeliberationRequest, options?: DeliberateOptions): Promise<DeliberationResult>;
  /**
   * Continues a deliberation that was interrupted, or in which no participant could answer; what was answered before is not
   * asked again. A running one is joined; from then on the caller that came last decides whether it is cancelled. One
   * that is finished is returned as it is, unless the cap that ended it is raised. Rejects with a `UserError`, with
   * `conflict` while another process is at it.
   */
  resume(request: ResumeRequest, options?: DeliberateOptions): Promise<DeliberationResult>;
  /** What a deliberation would take; no model is asked. Rejects like `deliberate`. */
  estimate(request: DeliberationRequest, options?: Pick<DeliberateOptions, 'defaultModels'>): Promise<Estimated>;
  /** The participants of a request that names none; no model is asked. */
  defaultPanel(): Promise<{ readonly participants: readonly string[]; readonly notice: string | null }>;
}

export interface Estimated {
  readonly participants: readonly string[];
  readonly rounds: number;
  readonly estimate: Estimate;
  /** What should be known first, such as that a cap cannot be kept; null otherwise. */
  readonly notice: string | null;
}
