import { isUtf8 } from 'node:buffer';
import { type Clock, systemClock } from '../../kernel/clock.js';
import type { Database, Row, SqlValue } from '../../storage/index.js';
import { type DashboardState, readDashboardState, type StatsPeriod } from '../dashboard/dashboard-state.js';
import type { MemoryStore } from '../memory/memory-store.js';
import { type MemoryOptions, openMemory } from '../memory/open-memory.js';
import { openCoachingData } from '../open-coaching-data.js';
import type { Session } from '../store/sessions.js';
import { openWorkbench } from '../workspace/workbench.js';
import { type DeletedData, type DeleteFilter, deleteData, tableNames } from './delete-data.js';

/** Everything that the coach keeps about the person, for the person. */
export interface OwnData {
  stats(period: StatsPeriod): Promise<DashboardState>;
  /** The newest first. */
  sessions(limit?: number): Promise<readonly Session[]>;
  memoryCount(): Promise<number>;
  /** One JSON value, in parts. */
  export(): AsyncIterable<string>;
  /** No coach may run. Afterwards everything is closed, and nothing else can be asked. */
  delete(filter: DeleteFilter): Promise<DeletedData>;
  close(): Promise<void>;
}

interface OwnDataOptions extends MemoryOptions {
  readonly dailyCapUsd: number;
}

export async function openOwnData(options: OwnDataOptions): Promise<OwnData> {
  const { folder, dailyCapUsd, clock = systemClock } = options;
  const opened: Pick<Database, 'close'>[] = [];
  const open = async <Part extends Pick<Database, 'close'>>(opening: Promise<Part>): Promise<Part> => {
    const part = await opening;
    opened.push(part);
    return part;
  };
  const close = async () => {
    for (const part of opened.splice(0).reverse()) await part.close();
  };
  try {
    const data = await open(openCoachingData(options));
    const workbench = await open(openWorkbench(options));
    const memory = await open(openMemory(options));
    return {
      stats: (period) => readDashboardState({ ...data, clock, dailyCapUsd }, { period }),
      sessions: (limit) => data.store.sessions.list(limit === undefined ? {} : { limit }),
      memoryCount: async () => (await memory.exportMemories()).length,
      export: () => exportData({ databases: { paige: data.database, workbench }, memory, clock }),
      delete: (filter) => deleteData({ folder, database: data.database, workbench, memory, close }, filter),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

interface ExportContext {
  readonly databases: Readonly<Record<string, Pick<Database, 'read'>>>;
  readonly memory: Pick<MemoryStore, 'exportMemories'>;
  readonly clock: Clock;
}

/** One JSON value, in parts: a long history does not fit into memory at once. */
async function* exportData({ databases, memory, clock }: ExportContext): AsyncGenerator<string> {
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
