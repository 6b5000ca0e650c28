import { type Clock, systemClock } from '../../kernel/clock.js';
import { type Logger, silentLogger } from '../../kernel/logger.js';
import { chooseDriver } from '../drivers/choose-driver.js';
import type { SqliteDriver } from '../drivers/sqlite-driver.js';
import type { KnownDatabases } from '../known-databases.js';
import type { DatabaseOptions } from './database.js';
import type { Migration } from './migrate.js';

/** The options of one database, with everything that was left out. */
export interface OpenContext {
  readonly file: string;
  readonly migrations: readonly Migration[];
  readonly readOnly: boolean;
  readonly known: KnownDatabases | undefined;
  readonly driver: SqliteDriver;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly lockTimeoutMs: number;
  readonly rebuilding: string | undefined;
}

export function openContext(file: string, options: DatabaseOptions): OpenContext {
  const { migrations, readOnly = false, driver = chooseDriver(), lockTimeoutMs = 5_000, rebuilding, known } = options;
  const { clock = systemClock, logger = silentLogger } = options;
  return { file, migrations, readOnly, known, driver, clock, logger, lockTimeoutMs, rebuilding };
}
