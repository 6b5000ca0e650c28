import type { ReadConnection } from '../../storage/index.js';
import type { CoachingDatabase } from './open-coaching-database.js';

/** Asked in the transaction that stores a row of the session. */
export function hasSession(
  connection: ReadConnection,
  { queries }: Pick<CoachingDatabase, 'queries'>,
  sessionId: string,
): boolean {
  return connection.execute(queries.selectFrom('sessions').select('id').where('id', '=', sessionId)).length > 0;
}
