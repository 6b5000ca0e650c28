import { sql } from 'kysely';
import type { SqliteDriver } from '../../src/storage/index.js';
import { coachingIn, startSession } from './coaching-fixture.js';

/** An action log over a real `paige.db`, with a session. */
export async function actionLogIn(driver?: SqliteDriver) {
  const fixture = await coachingIn(driver && { driver });
  const { database, store, actionLog: log } = fixture;
  const { id: sessionId } = await startSession(store);
  const rows = () => database.queries.selectFrom('action_log').selectAll().orderBy(sql`rowid`).execute();
  const actions = async () =>
    (await rows()).map(({ action_type, data }) => [action_type, data === null ? null : (JSON.parse(data) as unknown)]);
  return { ...fixture, log, sessionId, rows, actions };
}
