import { systemClock } from '../../kernel/clock.js';
import type { Database } from '../../storage/index.js';
import { type DashboardState, readDashboardState, type StatsPeriod } from '../dashboard/dashboard-state.js';
import { type MemoryOptions, openMemory } from '../memory/open-memory.js';
import { openCoachingData } from '../open-coaching-data.js';
import type { Session } from '../store/sessions.js';
import { openWorkbench } from '../workspace/workbench.js';
import { type DeletedData, type DeleteFilter, deleteData } from './delete-data.js';
import { exportData } from './export-data.js';

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
