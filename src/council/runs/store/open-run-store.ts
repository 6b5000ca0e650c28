import type { Clock } from '../../../kernel/clock.js';
import type { Logger } from '../../../kernel/logger.js';
import { thisProcess } from '../../../kernel/process-identity.js';
import { chooseDriver } from '../../../storage/drivers/choose-driver.js';
import { type Database, openDatabase, type ReadConnection, type SqliteDriver } from '../../../storage/index.js';
import { insertRun, takeOver } from './claim-run.js';
import { listRuns, statusOf } from './list-runs.js';
import { moveRuns } from './move-runs.js';
import { readPastCalls } from './past-calls.js';
import { readPrompt } from './prompt-pieces.js';
import { readRun, resolveRun } from './read-run.js';
import { makeShrinkable, reclaimSpace } from './reclaim-space.js';
import { deleteRun, pruneRuns } from './remove-runs.js';
import type { RunStore } from './run-store.js';
import { createPendingEnds, createRunWriter } from './run-writer.js';
import { readRunsVersion } from './runs-version.js';
import { readSpending } from './spending.js';
import { MIGRATIONS, type RunRow } from './tables.js';

export interface RunStoreOptions {
  readonly file: string;
  /** Of this program, kept with each run. */
  readonly version: string;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly driver?: SqliteDriver;
  /** A project that was moved: its deliberations follow it. */
  readonly moved?: { readonly from: readonly string[]; readonly to: string };
}

export async function openRunStore(options: RunStoreOptions): Promise<RunStore> {
  const { file, version, clock, logger, driver = chooseDriver() } = options;
  const database = await openDatabase(file, {
    migrations: MIGRATIONS,
    clock,
    logger,
    rebuilding: 'what was decided is in the transcripts; only running deliberations are lost with it',
    driver,
  });
  const space = { database, driver, logger };
  await makeShrinkable(space);
  await followMove(database, options.moved);
  const owner = thisProcess();
  const ends = createPendingEnds();
  const now = () => clock.now();

  return {
    begin: (setup) => database.write((connection) => insertRun(connection, setup, { version, owner })),
    takeOver: (id, request) => database.write((connection) => takeOver(connection, { id, request, owner, now: now() })),
    writer({ record, token }, activeMs) {
      const id = record.setup.deliberationId;
      const writer = createRunWriter(database, { id, token, activeMs, now });
      return { ...writer, finish: (ending) => ends.store(id, () => writer.finish(ending), token) };
    },
    settle: (id) => (id === undefined ? ends.settleAll() : ends.settle(id)),
    resolve: (idOrPrefix) => database.read((connection) => resolveRun(connection, idOrPrefix)),
    questionOf: (id) =>
      database.read(
        (connection) =>
          connection.first<{ question: string }>('SELECT question FROM runs WHERE id = ?', [id])?.question ?? '',
      ),
    read: (id) =>
      database.read((connection) => {
        const record = readRun(connection, id);
        const row = connection.first<RunRow>('SELECT status, owner, updated_at FROM runs WHERE id = ?', [id]);
        return row === undefined ? record : { ...record, status: statusOf(row, now()) };
      }),
    prompt: (id, call) => readPrompt(database, id, call),
    list: (request = {}) => listRuns(database, now(), request),
    async delete(id) {
      await ends.settle(id);
      await database.write((connection) => deleteRun(connection, id, now()));
      await reclaimSpace(space);
    },
    async prune(before) {
      const removed = await pruneRuns(database, before, now);
      await reclaimSpace(space);
      return removed;
    },
    pastCalls: (adapter, model) => database.read((connection) => readPastCalls(connection, adapter, model)),
    version: () => readRunsVersion(database, now()),
    spending: (since) => database.read((connection) => readSpending(connection, since)),
    bytes: () => database.read(bytesOf),
    check: () => database.checkIntegrity(),
    async close() {
      await ends.settleAll();
      await database.close();
    },
  };
}

async function followMove(database: Database, moved: RunStoreOptions['moved']): Promise<void> {
  if (moved === undefined || moved.from.length === 0) return;
  await database.write((connection) => {
    for (const from of moved.from) moveRuns(connection, { from, to: moved.to });
  });
}

function bytesOf(connection: ReadConnection): number {
  const pages = connection.first<{ page_count: number }>('PRAGMA page_count')?.page_count ?? 0;
  return pages * (connection.first<{ page_size: number }>('PRAGMA page_size')?.page_size ?? 0);
}
