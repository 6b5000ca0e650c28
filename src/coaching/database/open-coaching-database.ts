import path from 'node:path';
import { type Database, type DatabaseOptions, openDatabase } from '../../storage/index.js';
import { COACHING_MIGRATIONS } from './migrations.js';
import type { CoachingSchema } from './tables.js';

export type CoachingDatabase = Database<CoachingSchema>;

export interface CoachingDatabaseOptions extends Pick<DatabaseOptions, 'driver' | 'clock' | 'logger'> {
  /** A real folder; it is made if it is missing. */
  readonly folder: string;
}

/**
 * Throws a `StorageError` with one line for the user if the file is damaged or another program's; the file stays as it is.
 */
export function openCoachingDatabase({ folder, ...options }: CoachingDatabaseOptions): Promise<CoachingDatabase> {
  return openDatabase<CoachingSchema>(path.join(folder, 'paige.db'), { ...options, migrations: COACHING_MIGRATIONS });
}
