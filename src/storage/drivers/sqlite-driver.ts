/** A value of a column. Integers are plain numbers: a program that needs more than 2^53 of something stores text. */
export type SqlValue = null | number | string | Uint8Array;

export type Row = Record<string, SqlValue>;

export interface Changes {
  readonly changes: number;
  readonly lastInsertRowid: number;
}

/** A prepared statement; `values` fill its question marks from left to right. */
export interface DriverStatement {
  readonly returnsRows: boolean;
  run(values: readonly SqlValue[]): Changes;
  all(values: readonly SqlValue[]): Row[];
  iterate(values: readonly SqlValue[]): IterableIterator<Row>;
}

export interface DriverConnection {
  prepare(sql: string): DriverStatement;
  /** Runs a script of any number of statements. */
  exec(sql: string): void;
  close(): void;
}

/** A way into SQLite. Everything it does is synchronous; who calls it sees to it that nothing takes long. */
export interface SqliteDriver {
  readonly name: string;
  /** The version of SQLite inside. */
  readonly version: string;
  /** The file must exist: who creates it decides about its permissions. */
  open(file: string, options: { readonly readOnly: boolean }): DriverConnection;
  /** SQLite's primary result code, such as `SQLITE_BUSY`, if the error came from SQLite. */
  resultCode(error: unknown): string | undefined;
}

/**
 * The first statement on every connection. A schema may have come with a file of another user: its functions and virtual
 * tables are not trusted, and a page whose cells do not fit is reported instead of read. Neither setting reads the file.
 */
export const DISTRUST = 'PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON';

/** How long SQLite itself may wait for a lock: the thread is blocked for this time and a little longer. */
export const BUSY_TIMEOUT_MS = 50;
