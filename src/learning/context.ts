import type { Journal } from '../journal/index.js';
import type { Clock } from '../kernel/clock.js';
import type { Breaker } from '../kernel/create-breaker.js';
import type { Logger } from '../kernel/logger.js';
import type { Semantics } from '../semantics/index.js';
import type { Database, SqliteDriver } from '../storage/index.js';
import type { LearningSchema } from './database/tables.js';
/** The part of semantics that learning uses. */
export type LearningSemantics = Pick<Semantics, 'embeddedWith' | 'embed' | 'builtinScale' | 'similarity' | 'cluster'>;

/** The part of the journal that learning uses: the entries that it has not stored yet. */
export type PendingEntries = Pick<Journal, 'unsavedEntries' | 'hasResolved' | 'markSaved' | 'noteSavedArchives'>;

/** Shared by all operations. */
export interface LearningContext {
  readonly database: Database<LearningSchema>;
  /** The id of the database file: a file that replaces it has another id. */
  readonly storeId: string;
  /** Opened by the first operation that compares texts. */
  readonly semantics: () => Promise<LearningSemantics>;
  /** Works without another program. Its vectors are neither stored nor compared with those of `semantics`. */
  readonly fallback: () => Promise<LearningSemantics>;
  /** Guards calls of `semantics` that a user waits for. */
  readonly breaker: Breaker;
  readonly journal: PendingEntries | undefined;
  readonly settings: LearningSettings;
  readonly driver: SqliteDriver;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Aborted when learning is closed. */
  readonly closing: AbortSignal;
}

export interface LearningSettings {
  /** Clusters are looked for only among as many experiences as this. */
  readonly minExperiences: number;
  /** `auto` goes by the number of experiences. */
  readonly minClusterSize: number | 'auto';
  /** Counts the point itself. */
  readonly minSamples: number | 'auto';
}

export const DEFAULT_LEARNING_SETTINGS: LearningSettings = {
  minExperiences: 20,
  minClusterSize: 'auto',
  minSamples: 'auto',
};
