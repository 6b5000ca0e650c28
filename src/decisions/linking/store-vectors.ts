import { type Connection, type Database, float32ToBlob } from '../../storage/index.js';
import { readQuestions } from '../memory/embed-unsearchable.js';
import type { Memory } from '../memory/open-memory.js';
import { nextRevision } from '../store/revision.js';

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
