import { type Connection, type ReadConnection, readStoredVector } from '../../storage/index.js';
import type { SavedClustering } from '../clusters/cluster-axis.js';
import { readMeasure } from '../clusters/read-clusters.js';
import type { ValueRow } from '../database/tables.js';
import type { StoredModel } from '../memory/embedding-model.js';
import { judgeValue } from './judge-value.js';

/** Measures every value of an axis by the clusters as they are now, and notes which no longer fit. */
export function revalidate(connection: Connection, { axis, model, computedAt }: SavedClustering): void {
  const values = connection.all<Pick<ValueRow, 'id' | 'label'>>('SELECT id, label FROM learned_values WHERE axis = ?', [
    axis,
  ]);
  const vectors = values.length === 0 ? NONE : readValueVectors(connection, model);
  for (const { id, label } of values) {
    const cluster = readMeasure(connection, axis, label);
    const vector = vectors.get(id);
    if (cluster === undefined) {
      connection.run('UPDATE learned_values SET cluster_size = 0, drift = ?, checked_at = ? WHERE id = ?', [
        GONE,
        computedAt,
        id,
      ]);
    } else if (vector !== undefined) {
      const { valid, distance, reason } = judgeValue(vector, cluster);
      connection.run(
        'UPDATE learned_values SET cluster_size = ?, similarity = ?, drift = ?, checked_at = ? WHERE id = ?',
        [cluster.size, 1 - distance, valid ? null : reason, computedAt, id],
      );
    }
  }
}

const GONE = 'its cluster no longer exists: the experiences that it was drawn from have joined others or were deleted';

const NONE: ReadonlyMap<string, Float32Array> = new Map();

/** By the value's id. */
export function readValueVectors(connection: ReadConnection, model: StoredModel): Map<string, Float32Array> {
  const rows = connection.all<{ id: string; vector: Uint8Array }>(
    'SELECT value_id AS id, vector FROM value_vectors WHERE embedding_id = ?',
    [model.id],
  );
  const vectors = new Map<string, Float32Array>();
  for (const { id, vector } of rows) {
    const stored = readStoredVector(vector, model.dimensions);
    if (stored !== undefined) vectors.set(id, stored.slice());
  }
  return vectors;
}
