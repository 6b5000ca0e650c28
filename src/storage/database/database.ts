import type { Kysely } from 'kysely';
import type { Clock } from '../../kernel/clock.js';
import type { Logger } from '../../kernel/logger.js';
import type { SqliteDriver } from '../drivers/sqlite-driver.js';
import type { Connection, ReadConnection } from './connection.js';
import type { Migration } from './migrate.js';

/**
 * One SQLite file. Other processes may use it at the same time: who finds it taken waits without holding up anything
 * else in this process. Failures of the machine are StorageErrors.
 */
export interface Database<Schema = unknown> {
  readonly file: string;
  readonly driver: { readonly name: string; readonly version: string };
  /** Typed queries, each a transaction of its own; also the builder of queries for `Connection.execute`. */
  readonly queries: Kysely<Schema>;
  /** Several reads of one and the same state. */
  read<Value>(work: (connection: ReadConnection) => Value): Promise<Value>;
  /**
   * Everything in `work` is stored, durably, or nothing; what it throws is thrown on. It may run again when another
   * process was in the way, so it changes nothing but the database. Writes happen in the order in which they are asked for.
   */
  write<Value>(work: (connection: Connection) => Value, options?: WriteOptions): Promise<Value>;
  /** A number that changes when another process has changed the database: cached values may be old then. */
  dataVersion(): Promise<number>;
  /**
   * What is wrong inside the file, as sentences; empty if it is whole. Reads everything and blocks the thread.
   */
  checkIntegrity(): Promise<string[]>;
  /** Waits for the writes that were asked for. Closing twice is closing once. */
  close(): Promise<void>;
}

interface WriteOptions {
  /** False for frequent rows of small worth: they survive the end of the process, but may be lost in a power cut. */
  readonly waitsForDisk?: boolean;
}

export interface DatabaseOptions {
  /** All steps of the schema, oldest first. */
  readonly migrations: readonly Migration[];
  /** Neither creates nor changes anything; the schema must be the program's own. */
  readonly readOnly?: boolean;
  readonly driver?: SqliteDriver;
  readonly clock?: Clock;
  readonly logger?: Logger;
  /** How long to try while another process has the file locked. */
  readonly lockTimeoutMs?: number;
  /** How what was stored can be had again, said where the file is damaged. */
  readonly rebuilding?: string;
}
