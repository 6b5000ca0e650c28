import type { SqliteDriver } from '../drivers/sqlite-driver.js';
import { createConnection, type ReadConnection } from './connection.js';
import type { Migration } from './migrate.js';

/** The columns of each table, by the table's name. */
type Columns = ReadonlyMap<string, ReadonlySet<string>>;

/** What the migrations make of an empty database. */
export function columnsAfter(migrations: readonly Migration[], driver: SqliteDriver): Columns {
  const scratch = driver.open(':memory:', { readOnly: false });
  try {
    const connection = createConnection(scratch);
    for (const migration of migrations) migration.apply(connection);
    return columnsOf(connection);
  } finally {
    scratch.close();
  }
}

/** SQLite calls a file whole that lacks what this program will ask for: somebody else may have changed its tables. */
export function missingColumns(connection: ReadConnection, expected: Columns): string[] {
  const found = columnsOf(connection);
  return [...expected].flatMap(([table, columns]) => {
    const there = found.get(table);
    if (there === undefined) return [`the table ${table} is missing`];
    const missing = [...columns].filter((column) => !there.has(column));
    return missing.length === 0 ? [] : [`the table ${table} lacks ${missing.join(', ')}`];
  });
}

function columnsOf(connection: ReadConnection): Columns {
  const columns = new Map<string, Set<string>>();
  for (const row of connection.all<{ table_name: string; column_name: string }>(COLUMNS)) {
    const known = columns.get(row.table_name) ?? new Set();
    columns.set(row.table_name, known.add(row.column_name));
  }
  return columns;
}

const COLUMNS = `
  SELECT tables.name AS table_name, columns.name AS column_name
  FROM sqlite_schema AS tables JOIN pragma_table_info(tables.name) AS columns
  WHERE tables.type = 'table' AND tables.name NOT LIKE 'sqlite~_%' ESCAPE '~'`;
