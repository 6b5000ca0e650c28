import { type Clock, systemClock } from '../kernel/clock.js';
import { createBreaker } from '../kernel/create-breaker.js';
import { type Logger, silentLogger } from '../kernel/logger.js';
import { openOnce } from '../kernel/open-once.js';
import { chooseDriver } from '../storage/drivers/choose-driver.js';
import { type Database, type DatabaseOptions, openDatabase } from '../storage/index.js';
import {
  DEFAULT_LEARNING_SETTINGS,
  type LearningContext,
  type LearningSemantics,
  type LearningSettings,
  type PendingEntries,
} from './context.js';
import { createLearning, type OnValuesChanged } from './create-learning.js';
import type { IdentityRow, LearningSchema } from './database/tables.js';
import type { Learning } from './learning.js';
import { LEARNING_MIGRATIONS } from './migrations.js';

export interface LearningOptions {
  /** `experiences.db` in the data folder. */
  readonly file: string;
  /** Called by the first operation that compares texts, and again if it fails. It stays its owner's to close. */
  readonly semantics: () => Promise<LearningSemantics>;
  /** Takes over while `semantics` does not answer. Default: `semantics` itself. */
  readonly fallback?: () => Promise<LearningSemantics>;
  /** The source of entries; without it nothing is marked and nothing is pending. */
  readonly journal?: PendingEntries;
  readonly settings?: LearningSettings;
  readonly driver?: DatabaseOptions['driver'];
  /** Called after values were stored, deleted or compared with new clusters; it must not fail. */
  readonly onValuesChanged?: OnValuesChanged;
  readonly clock?: Clock;
  readonly logger?: Logger;
}

export async function openLearning(options: LearningOptions): Promise<Learning> {
  const { file, settings = DEFAULT_LEARNING_SETTINGS, clock = systemClock, logger = silentLogger } = options;
  const { driver = chooseDriver() } = options;
  const database = await openDatabase<LearningSchema>(file, {
    migrations: LEARNING_MIGRATIONS,
    clock,
    logger,
    driver,
  });
  const closing = new AbortController();
  const context: LearningContext = {
    database,
    storeId: await prepare(database),
    semantics: openOnce(options.semantics).open,
    fallback: openOnce(options.fallback ?? options.semantics).open,
    breaker: createBreaker(EMBEDDING_LIMITS),
    journal: options.journal,
    settings,
    driver,
    clock,
    logger,
    closing: closing.signal,
  };
  const learning = createLearning(context, options.onValuesChanged);
  let closed: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    closing.abort(new DOMException('The program ends.', 'AbortError'));
    await learning.drain();
    await database.close();
  };
  return {
    ...learning,
    close() {
      closed ??= close();
      return closed;
    },
  };
}

/** The time that an agent waits for another program, and how long that is left alone after it did not answer. */
const EMBEDDING_LIMITS = { maxMs: 2_000, pauseMs: 15_000 };

/** Returns the id of the file. Deleted rows are overwritten, so that no deleted text can be recovered. */
function prepare(database: Database<LearningSchema>): Promise<string> {
  return database.read((connection) => {
    connection.all('PRAGMA secure_delete = ON');
    return connection.first<IdentityRow>('SELECT store_id FROM identity')?.store_id ?? '';
  });
}
