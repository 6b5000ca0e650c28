import type { Clock } from '../../kernel/clock.js';
import type { Logger } from '../../kernel/logger.js';
import type { Embedding } from '../../semantics/index.js';
import type { SqliteDriver } from '../../storage/index.js';

export interface DecisionGraphOptions {
  /** Made with its folder if it does not exist. */
  readonly file: string;
  readonly settings: DecisionGraphSettings;
  /**
   * Called at the first use; if it rejects, it is called again at the next one. Undefined if there is no embedding:
   * questions are then compared by their words. The caller closes it.
   */
  readonly embedding: () => Promise<Embedding | undefined>;
  /** Takes over while `embedding` does not answer. Without it, questions are then compared by their words. */
  readonly fallbackEmbedding?: () => Promise<Embedding | undefined>;
  /** Takes secrets out of texts before they are stored. */
  readonly redact?: (text: string) => Promise<string>;
  readonly clock?: Clock;
  readonly logger?: Logger;
  readonly driver?: SqliteDriver;
  /** The time to try while another process has the file locked. */
  readonly lockTimeoutMs?: number;
  /** Looks and changes nothing: no background work, `remember` and its like are refused by the database. */
  readonly readOnly?: boolean;
}

export interface DecisionGraphSettings {
  /** Less similar decisions are not recalled. On the calibrated scale of questions. */
  readonly similarityThreshold: number;
  readonly maxContextDecisions: number;
  /** A token is counted as four characters. */
  readonly contextTokenBudget: number;
  /** From here on a decision is shown in full. */
  readonly strongMatch: number;
  readonly queryCacheSize: number;
  readonly embeddingCacheSize: number;
  readonly queryTtlMs: number;
}
