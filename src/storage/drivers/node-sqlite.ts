import type { Changes, DriverConnection, DriverStatement, Row, SqliteDriver, SqlValue } from './sqlite-driver.js';
import { BUSY_TIMEOUT_MS, DISTRUST } from './sqlite-driver.js';

/** The SQLite that Node brings, where it does; undefined elsewhere. */
export function loadNodeSqlite(): SqliteDriver | undefined {
  const sqlite = withoutExperimentalWarning(() => process.getBuiltinModule('node:sqlite'));
  if (sqlite === undefined || !hasDatabase(sqlite)) return undefined;
  const { DatabaseSync } = sqlite;
  return {
    name: 'node:sqlite',
    version: versionOf(new DatabaseSync(':memory:')),
    open(file, { readOnly }) {
      const database = new DatabaseSync(file, { readOnly });
      database.exec(`${DISTRUST}; PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
      return connectionOver(database);
    },
    resultCode: (error) =>
      error instanceof Error && 'errcode' in error && typeof error.errcode === 'number'
        ? (RESULT_CODES[error.errcode & 0xff] ?? 'SQLITE_ERROR')
        : undefined,
  };
}

function connectionOver(database: NodeDatabase): DriverConnection {
  return {
    prepare: (sql) => statementOver(database.prepare(sql), sql),
    exec: (sql) => database.exec(sql),
    close: () => database.close(),
  };
}

function statementOver(statement: NodeStatement, sql: string): DriverStatement {
  return {
    returnsRows: statement.columns === undefined ? READS.test(sql) : statement.columns().length > 0,
    run: (values) => statement.run(...values),
    all: (values) => statement.all(...values),
    iterate: (values) => statement.iterate(...values),
  };
}

// Node before 22.16 does not tell which columns a statement has.
const READS = /^\s*(select|with|values|pragma|explain)\b|\breturning\b/i;

// Node says once per process that its SQLite is new. A user can do nothing about it, and a
// server's standard error is shown to people.
function withoutExperimentalWarning<Value>(load: () => Value): Value {
  const original = Object.getOwnPropertyDescriptor(process, 'emitWarning') ?? {};
  Object.defineProperty(process, 'emitWarning', { ...original, value: () => undefined });
  try {
    return load();
  } finally {
    Object.defineProperty(process, 'emitWarning', original);
  }
}

function versionOf(database: NodeDatabase): string {
  const [row] = database.prepare('SELECT sqlite_version() AS version').all();
  database.close();
  return String(row?.version);
}

/** The part of `node:sqlite` that is used here; the types of Node 20 do not know it. */
interface NodeSqlite {
  readonly DatabaseSync: new (file: string, options?: { readonly readOnly: boolean }) => NodeDatabase;
}

interface NodeDatabase {
  prepare(sql: string): NodeStatement;
  exec(sql: string): void;
  close(): void;
}

interface NodeStatement {
  run(...values: readonly SqlValue[]): Changes;
  all(...values: readonly SqlValue[]): Row[];
  iterate(...values: readonly SqlValue[]): IterableIterator<Row>;
  columns?(): readonly unknown[];
}

// Node 22.5 to 22.12 have the module only with a flag, and then without parts that are needed here.
function hasDatabase(sqlite: object): sqlite is NodeSqlite {
  const { DatabaseSync, StatementSync } = sqlite as Record<string, { readonly prototype?: object } | undefined>;
  return DatabaseSync !== undefined && 'iterate' in (StatementSync?.prototype ?? {});
}

const RESULT_CODES: Readonly<Record<number, string>> = {
  3: 'SQLITE_PERM',
  5: 'SQLITE_BUSY',
  6: 'SQLITE_LOCKED',
  8: 'SQLITE_READONLY',
  10: 'SQLITE_IOERR',
  11: 'SQLITE_CORRUPT',
  13: 'SQLITE_FULL',
  14: 'SQLITE_CANTOPEN',
  15: 'SQLITE_PROTOCOL',
  19: 'SQLITE_CONSTRAINT',
  26: 'SQLITE_NOTADB',
};
