import type { Journal } from '../journal/index.js';
import type { Clock } from '../kernel/clock.js';
import type { Breaker } from '../kernel/create-breaker.js';
import type { Logger } from '../kernel/logger.js';
import type { Semantics } from '../semantics/index.js';
import type { Database, SqliteDriver } from '../storage/index.js';
import type { LearningSchema } from './database/tables.js';
import type { LearningSettings } from './settings.js';

/** What learning asks of whoever compares texts. */
export type LearningSemantics = Pick<Semantics, 'embeddedWith' | 'embed' | 'builtinScale' | 'similarity' | 'cluster'>;

/** What it asks of the journal: which entries it has not taken over yet. */
export type PendingEntries = Pick<Journal, 'unsavedEntries' | 'hasResolved' | 'markSaved' | 'noteSavedArchives'>;

/** What every operation works with. */
export interface LearningContext {
  readonly database: Database<LearningSchema>;
  /** Of the database file: another one in its place has another. */
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
