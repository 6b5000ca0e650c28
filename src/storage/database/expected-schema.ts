import { cutText } from '../../kernel/cut-text.js';
import { plainLine } from '../../kernel/plain-text.js';
import type { SqliteDriver } from '../drivers/sqlite-driver.js';
import { createConnection, type ReadConnection } from './connection.js';
import type { Migration } from './migrate.js';

/** Everything in a schema by its type and name, with the SQL that made it. */
export type Schema = ReadonlyMap<string, string>;

/** What the first `version` migrations make of an empty database. Kept for the life of the process. */
export function expectedSchema(migrations: readonly Migration[], version: number, driver: SqliteDriver): Schema {
  const known = KNOWN.get(migrations) ?? new Map<number, Schema>();
  KNOWN.set(migrations, known);
  const schema = known.get(version) ?? schemaAfter(migrations.slice(0, version), driver);
  known.set(version, schema);
  return schema;
}

const KNOWN = new WeakMap<readonly Migration[], Map<number, Schema>>();

/** What is in the file and not made by the migrations, or the other way around. Runs nothing of it. */
export function schemaDifferences(connection: ReadConnection, expected: Schema): string[] {
  const found = readSchema(connection);
  const unexpected = [...found].flatMap(([name, sql]) => {
    const known = expected.get(name);
    if (known === undefined) return [`it has a ${shown(name)} that Witan did not make`];
    return known === sql ? [] : [`the ${shown(name)} is not as Witan made it`];
  });
  const missing = [...expected.keys()]
    .filter((name) => !found.has(name))
    .map((name) => `the ${shown(name)} is missing`);
  return [...unexpected, ...missing];
}

function schemaAfter(migrations: readonly Migration[], driver: SqliteDriver): Schema {
  const scratch = driver.open(':memory:', { readOnly: false });
  try {
    const connection = createConnection(scratch);
    for (const migration of migrations) migration.apply(connection);
    return readSchema(connection);
  } finally {
    scratch.close();
  }
}

function readSchema(connection: ReadConnection): Schema {
  const rows = connection.all<SchemaRow>('SELECT type, name, tbl_name, sql FROM sqlite_schema');
  const schema = new Map<string, string>();
  for (const { type, name, tbl_name, sql } of rows) {
    const key = `${type} ${name}`;
    // Only a file that was written by hand has the same name twice.
    schema.set(schema.has(key) ? `second ${key}` : key, `${tbl_name}\n${sql}`);
  }
  return schema;
}

interface SchemaRow {
  readonly type: string;
  readonly name: string;
  readonly tbl_name: string;
  readonly sql: string | null;
}

const shown = (name: string) => cutText(plainLine(name), 80);
