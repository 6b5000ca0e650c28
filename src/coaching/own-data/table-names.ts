import type { ReadConnection } from '../../storage/index.js';

/** All tables of a database, so that one that is added later is neither forgotten in an export nor in a deletion. */
export function tableNames(connection: ReadConnection): string[] {
  const rows = connection.all<{ name: string }>(
    `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name`,
  );
  return rows.map(({ name }) => name);
}
