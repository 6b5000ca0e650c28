import type { ReadConnection } from './connection.js';

/** Everything that is wrong inside the file, as sentences; none if it is whole. Reads all of it. */
export function findDamage(connection: ReadConnection): string[] {
  const structure = connection
    .all<{ integrity_check: string }>('PRAGMA integrity_check')
    .map(({ integrity_check }) => integrity_check)
    .filter((line) => line !== 'ok');
  const orphans = connection
    .all<{ table: string; rowid: number; parent: string }>('PRAGMA foreign_key_check')
    .map(({ table, rowid, parent }) => `row ${rowid} of ${table} refers to a row of ${parent} that is not there`);
  return [...structure, ...orphans];
}
