import type { Connection, Database } from '../../storage/index.js';
import { countRemoval, nextRevision } from '../database/counters.js';
import { packVectors } from '../database/packed-vectors.js';
import type { ExperienceRow, LearningSchema } from '../database/tables.js';
import type { Axis } from './axis.js';
import type { Experience } from './experience.js';
import { toRow } from './experience-row.js';
import { packWords } from './experience-words.js';

export interface AxisVector {
  readonly axis: Axis;
  readonly vector: Float32Array;
  /** All statements of the experience, packed; only on the axis that has them all. */
  readonly statements: Uint8Array | undefined;
}

export interface EmbeddedExperience {
  readonly experience: Experience;
  /** Empty where there is no model to embed with; they are added when there is one. */
  readonly vectors: readonly AxisVector[];
  readonly embeddingId: number | undefined;
}

/** Inserts it, or replaces the one with the same id. Nothing changes if the same text is stored already. */
export async function storeExperience(database: Database<LearningSchema>, embedded: EmbeddedExperience): Promise<void> {
  const { experience, vectors, embeddingId } = embedded;
  await database.write((connection) => {
    if (isStored(connection, experience)) {
      if (embeddingId === undefined || hasVectors(connection, experience.id, embeddingId)) return;
      addVectors(connection, vectors, { id: experience.id, embeddingId, revision: nextRevision(connection) });
      return;
    }
    const revision = nextRevision(connection);
    const row = toRow(experience, revision);
    const columns = Object.keys(row) as (keyof ExperienceRow)[];
    const changes = columns.map((column) => `${column} = excluded.${column}`).join(', ');
    connection.run(
      `INSERT INTO experiences (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})
       ON CONFLICT (id) DO UPDATE SET ${changes}`,
      columns.map((column) => row[column]),
    );
    saveWords(connection, experience);
    // Those of other models belong to the old text; they are computed again when their model is back.
    const removed = connection.run('DELETE FROM vectors WHERE experience_id = ?', [experience.id]);
    connection.run('DELETE FROM statements WHERE experience_id = ?', [experience.id]);
    if (removed.changes > 0) countRemoval(connection);
    if (embeddingId !== undefined) addVectors(connection, vectors, { id: experience.id, embeddingId, revision });
  });
}

export function saveWords(connection: Connection, experience: Experience): void {
  connection.run('INSERT OR REPLACE INTO words VALUES (?, ?)', [experience.id, packWords(experience)]);
}

export function addVectors(
  connection: Connection,
  vectors: readonly AxisVector[],
  { id, embeddingId, revision }: { readonly id: string; readonly embeddingId: number; readonly revision: number },
): void {
  for (const { axis, vector, statements } of vectors) {
    const packed = packVectors([vector], 8);
    connection.run('INSERT OR REPLACE INTO vectors VALUES (?, ?, ?, ?, ?)', [id, axis, embeddingId, packed, revision]);
    if (statements === undefined) continue;
    connection.run('INSERT OR REPLACE INTO statements VALUES (?, ?, ?)', [id, embeddingId, statements]);
  }
}

/** From every table; says whether there was one. */
export async function deleteExperience(database: Database<LearningSchema>, id: string): Promise<boolean> {
  return database.write((connection) => {
    const { changes } = connection.run('DELETE FROM experiences WHERE id = ?', [id]);
    if (changes === 0) return false;
    nextRevision(connection);
    countRemoval(connection);
    return true;
  });
}

function isStored(connection: Connection, experience: Experience): boolean {
  const stored = connection.first<ExperienceRow>('SELECT * FROM experiences WHERE id = ?', [experience.id]);
  if (stored === undefined) return false;
  const row = toRow(experience, stored.revision);
  return (Object.keys(row) as (keyof ExperienceRow)[]).every((column) => row[column] === stored[column]);
}

function hasVectors(connection: Connection, id: string, embeddingId: number): boolean {
  const found = 'SELECT 1 AS found FROM vectors WHERE experience_id = ? AND embedding_id = ? LIMIT 1';
  return connection.first(found, [id, embeddingId]) !== undefined;
}
