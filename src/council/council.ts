import type { Clock } from '../kernel/clock.js';
import type { Logger } from '../kernel/logger.js';
import type { ModelDirectory } from '../models/index.js';
import type { Similarity } from '../semantics/index.js';
import type { CouncilMemory } from './memory/council-memory.js';
import type { OnProgress } from './progress.js';
import type { TextRedactor } from './redact.js';
import type { DeliberationRequest } from './request.js';
import type { DeliberationResult } from './result.js';
import type { CouncilSettings } from './settings.js';

/** What the council needs from the rest of the program. */
export interface CouncilDependencies {
  readonly directory: ModelDirectory;
  readonly settings: CouncilSettings;
  /** Compares whole answers. */
  readonly similarity: Similarity;
  /** Compares the wordings of options. */
  readonly optionSimilarity: Similarity;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Everything that is stored, sent to a participant or shown passes it first. */
  readonly redactor: TextRedactor;
  /** This process serves a participant of a council that is under way. */
  readonly isInsideCouncil: boolean;
  /** Where decisions are remembered; absent where they are not. */
  readonly memory?: CouncilMemory;
}

export interface DeliberateOptions {
  /**
   * Ends every call under way. The promise then resolves with what was said so far (status partial or failed, with a
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
  /** Who would sit if nobody were named, without asking anyone anything. */
  defaultPanel(): Promise<{ readonly participants: readonly string[]; readonly notice: string | null }>;
}
