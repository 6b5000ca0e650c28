import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { chooseDriver } from '../../storage/drivers/choose-driver.js';
import { type Connection, type Database, eraseDeleted, type ReadConnection } from '../../storage/index.js';
import { removeOwnFile } from '../../storage/own-files/own-folder.js';
import { listOwnFolder } from '../../storage/own-files/read-own-file.js';
import type { CoachingDatabase } from '../database/open-coaching-database.js';
import type { MemoryStore } from '../memory/memory-store.js';
import type { Assessed } from '../store/assessments.js';
import type { Workbench } from '../workspace/workbench.js';

/** Without a session, everything. */
export interface DeleteFilter {
  readonly sessionId?: string;
}

export interface DeletedData {
  readonly sessions: number;
  readonly memories: number;
  /** False if another program uses the files: their logs may have some of it until that program ends. */
  readonly isErased: boolean;
}

interface DeleteContext {
  readonly folder: string;
  readonly database: CoachingDatabase;
  readonly workbench: Workbench;
  readonly memory: MemoryStore;
  /** Closes all three. */
  readonly close: () => Promise<void>;
}

/** Deletes rows, then rewrites every file, so that none of them has a byte of what was deleted. */
export async function deleteData(context: DeleteContext, filter: DeleteFilter): Promise<DeletedData> {
  const { folder, database, workbench, memory, close } = context;
  const { sessionId } = filter;
  const owned = sessionId === undefined ? undefined : await getIds(database, sessionId);
  await Promise.all([database, workbench].map(overwriteDeleted));
  // The workbench and the memories first: without the session, a second try would not find what belongs to it.
  await workbench.write((connection) => (owned === undefined ? clear(connection) : deleteOwned(connection, owned)));
  const { forgotten } = await memory.forgetMemories(filter);
  const sessions = await database.write((connection) => {
    const before = count(connection);
    if (sessionId === undefined) clear(connection);
    else deleteSession(connection, sessionId);
    return before - count(connection);
  });
  await close();
  return { sessions, memories: forgotten, isErased: await eraseFiles(folder, { isAll: sessionId === undefined }) };
}

/** From now on this connection overwrites what it deletes. */
async function overwriteDeleted(database: Pick<Database, 'read'>): Promise<void> {
  await database.read((connection) => connection.all('PRAGMA secure_delete = ON'));
}

function count(connection: Connection): number {
  return Number(connection.first('SELECT count(*) AS count FROM sessions')?.count);
}

/** By the columns that refer to them. */
type OwnedIds = Readonly<Record<string, readonly string[]>>;

function getIds(database: CoachingDatabase, sessionId: string): Promise<OwnedIds> {
  const gaps = 'SELECT id FROM knowledge_gaps WHERE session_id = ?';
  const plans = 'SELECT id FROM plans WHERE session_id = ?';
  return database.read((connection) => {
    const ids = (sql: string) => connection.all<{ id: string }>(sql, [sessionId]).map(({ id }) => id);
    return {
      session_id: [sessionId],
      plan_id: ids(plans),
      // What was changed outside of a phase is kept with the id of the session.
      phase_id: [sessionId, ...ids(`SELECT id FROM phases WHERE plan_id IN (${plans})`)],
      gap_id: ids(gaps),
      kata_id: ids(`SELECT id FROM kata_specs WHERE knowledge_gap_id IN (${gaps})`),
    };
  });
}

function deleteOwned(connection: Connection, owned: OwnedIds): void {
  for (const table of tableNames(connection)) {
    const columns = connection.all<{ name: string }>(`SELECT name FROM pragma_table_info('${table}')`);
    for (const { name } of columns) {
      for (const id of owned[name] ?? []) connection.run(`DELETE FROM "${table}" WHERE "${name}" = ?`, [id]);
    }
  }
  // They were written with memories of any session.
  connection.run('DELETE FROM dashboard_answers');
}

function clear(connection: Connection): void {
  for (const table of tableNames(connection)) connection.run(`DELETE FROM "${table}"`);
}

/** With everything below it. A skill keeps what other sessions showed. */
function deleteSession(connection: Connection, sessionId: string): void {
  connection.run('DELETE FROM sessions WHERE id = ?', [sessionId]);
  for (const { id, evidence } of connection.all<{ id: string; evidence: string }>(
    'SELECT id, evidence FROM dreyfus_assessments',
  )) {
    const history = JSON.parse(evidence) as Assessed[];
    const rest = history.filter((assessed) => assessed.sessionId !== sessionId);
    const [newest] = rest;
    if (newest === undefined) connection.run('DELETE FROM dreyfus_assessments WHERE id = ?', [id]);
    else if (rest.length < history.length) {
      connection.run(
        'UPDATE dreyfus_assessments SET stage = ?, confidence = ?, assessed_at = ?, evidence = ? WHERE id = ?',
        [newest.stage, newest.confidence, newest.assessedAt, JSON.stringify(rest), id],
      );
    }
  }
}

const DATABASES = ['paige.db', 'workbench.db', 'memories.db'];

async function eraseFiles(folder: string, { isAll }: { readonly isAll: boolean }): Promise<boolean> {
  const driver = chooseDriver();
  const erased: boolean[] = [];
  for (const name of DATABASES) erased.push(await eraseDeleted(driver, join(folder, name)));
  if (isAll) {
    // Databases that were moved aside, and files that the person removed from projects.
    const aside = listOwnFolder(folder).filter((name) => DATABASES.some((known) => name.startsWith(`${known}.`)));
    for (const name of aside) removeOwnFile(join(folder, name));
    await rm(join(folder, 'removed'), { recursive: true, force: true });
  }
  return !erased.includes(false);
}

/** All tables of a database, so that one that is added later is neither forgotten in an export nor in a deletion. */
export function tableNames(connection: ReadConnection): string[] {
  const rows = connection.all<{ name: string }>(
    `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name`,
  );
  return rows.map(({ name }) => name);
}
