import { isUtf8 } from 'node:buffer';
import type { Clock } from '../../kernel/clock.js';
import type { Database, Row, SqlValue } from '../../storage/index.js';
import type { MemoryStore } from '../memory/memory-store.js';
import { tableNames } from './table-names.js';

interface ExportContext {
  readonly databases: Readonly<Record<string, Pick<Database, 'read'>>>;
  readonly memory: Pick<MemoryStore, 'exportMemories'>;
  readonly clock: Clock;
}

/** One JSON value, in parts: a long history does not fit into memory at once. */
export async function* exportData({ databases, memory, clock }: ExportContext): AsyncGenerator<string> {
  const head = { format: 'witan-coach', version: 1, exportedAt: clock.now().toISOString() };
  yield JSON.stringify(head).slice(0, -1);
  for (const [name, database] of Object.entries(databases)) {
    yield `,\n"${name}":{`;
    for (const [index, table] of (await database.read(tableNames)).entries()) {
      yield `${index === 0 ? '' : ','}\n"${table}":[`;
      yield* exportRows(database, table);
      yield ']';
    }
    yield '}';
  }
  yield `,\n"memories":${JSON.stringify(await memory.exportMemories())}}\n`;
}

const ROWS_AT_ONCE = 500;
/** No table has a column of this name. */
const ROW_NUMBER = 'row_number_of_export';

async function* exportRows(database: Pick<Database, 'read'>, table: string): AsyncGenerator<string> {
  const query = `SELECT rowid AS ${ROW_NUMBER}, * FROM "${table}" WHERE rowid > ? ORDER BY rowid LIMIT ${ROWS_AT_ONCE}`;
  for (let last = -1; ; ) {
    const rows = await database.read((connection) => connection.all<Row>(query, [last]));
    if (rows.length === 0) return;
    const texts = rows.map((row) => {
      const columns = Object.entries(row).filter(([column]) => column !== ROW_NUMBER);
      return JSON.stringify(Object.fromEntries(columns.map(([column, value]) => [column, toJson(value)])));
    });
    yield `${last === -1 ? '' : ','}\n${texts.join(',\n')}`;
    last = Number(rows.at(-1)?.[ROW_NUMBER]);
  }
}

/** Texts of files are stored as bytes. */
function toJson(value: SqlValue): unknown {
  if (!(value instanceof Uint8Array)) return value;
  const bytes = Buffer.from(value);
  return isUtf8(bytes) ? bytes.toString('utf8') : { base64: bytes.toString('base64') };
}
