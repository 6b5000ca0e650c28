import type { Clock } from '../../../kernel/clock.js';
import type { Logger } from '../../../kernel/logger.js';
import { openDatabase, type SqliteDriver } from '../../../storage/index.js';
import { thisProcess } from '../owner.js';
import { insertRun, refuseOwned, takeOver } from './claim-run.js';
import { listRuns, statusOf } from './list-runs.js';
import { readPastCalls } from './past-calls.js';
import { readRun, resolveRun } from './read-run.js';
import type { RunStore } from './run-store.js';
import { createRunWriter } from './run-writer.js';
import { MIGRATIONS, type RunRow } from './tables.js';

export interface RunStoreOptions {
  readonly file: string;
  /** Of this program, kept with each run. */
  readonly version: string;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly driver?: SqliteDriver;
}

export async function openRunStore({ file, version, clock, logger, driver }: RunStoreOptions): Promise<RunStore> {
  const database = await openDatabase(file, {
    migrations: MIGRATIONS,
    clock,
    logger,
    rebuilding: 'what was decided is in the transcripts; only deliberations that were under way are lost with it',
    ...(driver === undefined ? {} : { driver }),
  });
  const owner = thisProcess();
  return {
    begin: (sitting) => database.write((connection) => insertRun(connection, sitting, version, owner)),
    takeOver: (id, request) =>
      database.write((connection) => takeOver(connection, { id, request, owner, now: clock.now() })),
    writer: ({ record, token }, activeMs) =>
      createRunWriter(database, { id: record.sitting.deliberationId, token, activeMs, now: () => clock.now() }),
    resolve: (idOrPrefix) => database.read((connection) => resolveRun(connection, idOrPrefix)),
    read: (id) =>
      database.read((connection) => {
        const record = readRun(connection, id);
        const row = connection.first<RunRow>('SELECT status, owner, updated_at FROM runs WHERE id = ?', [id]);
        return row === undefined ? record : { ...record, status: statusOf(row, clock.now()) };
      }),
    list: (options = {}) => database.read((connection) => listRuns(connection, clock.now(), options)),
    delete: (id) =>
      database.write((connection) => {
        const row = connection.first<RunRow>('SELECT id, status, owner, updated_at FROM runs WHERE id = ?', [id]);
        if (row !== undefined) refuseOwned(row, clock.now());
        connection.run('DELETE FROM runs WHERE id = ?', [id]);
      }),
    prune: (before) =>
      database.write((connection) => {
        const old = connection.all<RunRow>('SELECT id, status, owner, updated_at FROM runs WHERE updated_at < ?', [
          before.toISOString(),
        ]);
        const over = old.filter((row) => statusOf(row, clock.now()) !== 'running');
        for (const { id } of over) connection.run('DELETE FROM runs WHERE id = ?', [id]);
        return over.length;
      }),
    pastCalls: (adapter, model) => database.read((connection) => readPastCalls(connection, adapter, model)),
    isReplaced: () => database.isReplaced(),
    close: () => database.close(),
  };
}
