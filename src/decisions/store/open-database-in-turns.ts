import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Database, type DatabaseOptions, openDatabase } from '../../storage/index.js';
import { MIGRATIONS } from './tables.js';

/** The database of decisions, so that several processes can write to it and none of them blocks. */
export async function openDatabaseInTurns(
  file: string,
  options: Omit<DatabaseOptions, 'migrations'>,
): Promise<Database> {
  const database = await openDatabase(file, { ...options, migrations: MIGRATIONS });
  // SQLite waits for another process by stopping the thread. A short while saves a second attempt; for the rest of its
  // timeout the database waits without blocking the event loop.
  await database.read((connection) => connection.all(`PRAGMA busy_timeout = ${STANDSTILL_MS}`));
  return oneTurnEach(database);
}

const STANDSTILL_MS = 10;

/**
 * Each write has a turn of the event loop to itself. Writes that wait for one another would else follow in one turn,
 * each with its own wait for the lock and the disk, and everything else would wait for all of them.
 */
function oneTurnEach(database: Database): Database {
  let last: Promise<unknown> = Promise.resolve();
  const anotherTurn = () => nextTurn();
  return {
    ...database,
    write(work) {
      const result = last.then(() => database.write(work));
      last = result.then(anotherTurn, anotherTurn);
      return result;
    },
    // What was asked for before is stored before the file is closed.
    close: () => last.then(() => database.close()),
  };
}
