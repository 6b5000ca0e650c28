import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database } from '../../storage/index.js';

/** Vectors of a model that nobody has used for a month are given up; its next use makes them again. */
export async function forgetOldSpaces(database: Database, current: number, now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEPT_MS).toISOString();
  const old = await database.read((connection) =>
    connection.all<{ number: number }>('SELECT number FROM spaces WHERE used_at < ? AND number <> ?', [
      before,
      current,
    ]),
  );
  for (const { number } of old) {
    while (await database.write((connection) => connection.run(DELETE_SOME, [number, PER_SLICE]).changes > 0)) {
      await nextTurn();
    }
    await database.write((connection) => connection.run('DELETE FROM spaces WHERE number = ?', [number]));
  }
}

const KEPT_MS = 30 * 86_400_000;
const PER_SLICE = 500;
const DELETE_SOME =
  'DELETE FROM embeddings WHERE number IN (SELECT number FROM embeddings WHERE space = ? ORDER BY revision LIMIT ?)';
