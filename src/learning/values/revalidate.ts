import type { Connection } from '../../storage/index.js';
import { readMeasure } from '../clusters/read-clusters.js';
import type { ValueRow } from '../database/tables.js';
import type { Axis } from '../experiences/axis.js';
import { judgeValue } from './judge-value.js';

/** By the value's id; made with the same model as the clustering. */
export type ValueVectors = ReadonlyMap<string, Float32Array>;

interface Checked {
  readonly axis: Axis;
  readonly values: ValueVectors;
  readonly computedAt: string;
}

/** Measures every value of an axis by the clusters as they are now, and notes which no longer fit. */
export function revalidate(connection: Connection, { axis, values: vectors, computedAt }: Checked): void {
  const values = connection.all<Pick<ValueRow, 'id' | 'label'>>('SELECT id, label FROM learned_values WHERE axis = ?', [
    axis,
  ]);
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
