import type { Connection, ReadConnection } from '../../storage/index.js';

/** The state of the experiences: a copy in memory or in a clustering shows whether what was made from them is old. */
export interface Counters {
  readonly revision: number;
  readonly removals: number;
}

export function readCounters(connection: ReadConnection): Counters {
  const rows = connection.all<{ name: string; value: number }>('SELECT name, value FROM counters');
  const counted = (name: string) => rows.find((row) => row.name === name)?.value ?? 0;
  return { revision: counted('revision'), removals: counted('removals') };
}

/** The number of the change that is being made. */
export function nextRevision(connection: Connection): number {
  connection.run("UPDATE counters SET value = value + 1 WHERE name = 'revision'");
  return readCounters(connection).revision;
}

export function countRemoval(connection: Connection): void {
  connection.run("UPDATE counters SET value = value + 1 WHERE name = 'removals'");
}
