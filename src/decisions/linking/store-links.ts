import { type Connection, type Database, float32ToBlob } from '../../storage/index.js';
import { readQuestions } from '../memory/embed-question.js';
import type { Memory } from '../memory/open-memory.js';
import { nextRevision } from '../store/tables.js';

/** Embeds the questions of these decisions and stores the vectors with what they were made with. */
export async function storeVectors(
  database: Database,
  { space, spaceNumber, index }: Memory,
  { numbers, signal }: { readonly numbers: readonly number[]; readonly signal: AbortSignal },
): Promise<void> {
  const questions = await readQuestions(database, numbers);
  const unknown = questions.filter(({ number }) => !index.has(number));
  const made =
    unknown.length === 0
      ? []
      : await space.embed(
          unknown.map(({ question }) => question),
          signal,
        );
  const vectors = new Map(unknown.map(({ number }, at) => [number, made[at]]));
  const { dimensions, model } = space.embeddedWith;
  await database.write((connection) => {
    for (const { number } of questions) {
      const vector = vectors.get(number) ?? index.vectorOf(number);
      if (vector?.length !== dimensions) throw new Error(`${model} gave a vector of ${vector?.length} dimensions`);
      insertVector(connection, spaceNumber, { decision: number, vector });
    }
  });
  index.expectChanges();
}

function insertVector(
  connection: Connection,
  space: number,
  { decision, vector }: { readonly decision: number; readonly vector: Float32Array },
): void {
  connection.run(
    `INSERT OR REPLACE INTO embeddings (decision, space, vector, revision)
     SELECT number, ?, ?, ? FROM decisions WHERE number = ?`,
    [space, float32ToBlob(vector), nextRevision(connection), decision],
  );
}

const MAX_NEIGHBORS = 20;

/** A decision is offered to more than it keeps: it can be near to one that is not among its own nearest. */
export const MAX_OFFERED = 60;

export interface FoundNeighbors {
  readonly number: number;
  /** Best first. */
  readonly near: readonly { readonly number: number; readonly score: number }[];
}

/** Both directions. Another process may have deleted any of them since they were found. */
export function storeLinks(connection: Connection, space: number, { number, near }: FoundNeighbors): void {
  if (connection.first('SELECT 1 FROM decisions WHERE number = ?', [number]) === undefined) return;
  connection.run('DELETE FROM similarities WHERE decision = ?', [number]);
  for (const { number: neighbour, score } of near.slice(0, MAX_NEIGHBORS)) {
    connection.run('INSERT INTO similarities SELECT ?, number, ? FROM decisions WHERE number = ?', [
      number,
      score,
      neighbour,
    ]);
  }
  for (const { number: neighbour, score } of near) offer(connection, { decision: neighbour, neighbour: number, score });
  connection.run('UPDATE decisions SET linked_in = ? WHERE number = ?', [space, number]);
}

interface Link {
  readonly decision: number;
  readonly neighbour: number;
  readonly score: number;
}

/** Taken if there is room, or instead of one that is further away. */
function offer(connection: Connection, { decision, neighbour, score }: Link): void {
  const kept = connection.first<{ count: number; worst: number | null }>(
    'SELECT count(*) AS count, min(score) AS worst FROM similarities WHERE decision = ?',
    [decision],
  );
  const isFull = (kept?.count ?? 0) >= MAX_NEIGHBORS;
  if (isFull && score <= (kept?.worst ?? 0)) return;
  connection.run('INSERT OR REPLACE INTO similarities SELECT number, ?, ? FROM decisions WHERE number = ?', [
    neighbour,
    score,
    decision,
  ]);
  if (isFull) connection.run(TRIM, [decision, decision, MAX_NEIGHBORS]);
}

const TRIM = `
  DELETE FROM similarities WHERE decision = ? AND neighbour IN
    (SELECT neighbour FROM similarities WHERE decision = ? ORDER BY score DESC, neighbour LIMIT -1 OFFSET ?)`;
