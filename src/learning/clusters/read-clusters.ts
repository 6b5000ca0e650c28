import { type ReadConnection, readStoredVector } from '../../storage/index.js';
import type { ClusteringRow, ClusterRow, EmbeddingRow } from '../database/tables.js';
import type { Axis } from '../experiences/axis.js';
import { unpackSpace } from '../meaning/meaning-space.js';
import { clusterId } from './cluster-id.js';
import { type AxisClusters, type ClusterMeasure, explainNoise } from './clustering.js';

export function readClustering(connection: ReadConnection, axis: Axis): ClusteringRow | undefined {
  return connection.first<ClusteringRow>('SELECT * FROM clusterings WHERE axis = ?', [axis]);
}

export function readClusters(connection: ReadConnection, clustering: ClusteringRow): AxisClusters {
  const { axis, noise_count: noise, experience_count: count, min_cluster_size: minClusterSize } = clustering;
  const rows = connection.all<Pick<ClusterRow, 'label' | 'size' | 'avg_weight'>>(
    'SELECT label, size, avg_weight FROM clusters WHERE axis = ? AND retired_at IS NULL ORDER BY size DESC, label',
    [axis],
  );
  return {
    axis,
    clusters: rows.map(({ label, size, avg_weight }) => ({
      clusterId: clusterId({ axis, label }),
      label,
      size,
      averageWeight: avg_weight,
    })),
    experienceCount: count,
    noiseCount: noise,
    noiseReason: explainNoise(noise, count, minClusterSize),
    minClusterSize,
    minSamples: clustering.min_samples,
    computedAt: clustering.computed_at,
  };
}

/** Undefined if there is no such cluster, none any more, or none that can be read. */
export function readMeasure(connection: ReadConnection, axis: Axis, label: number): ClusterMeasure | undefined {
  const row = connection.first<MeasureRow>(
    `SELECT size, centroid, mean_distance, deviation, space, embeddings.dimensions FROM clusters
     JOIN clusterings USING (axis) JOIN embeddings ON embeddings.id = clusterings.embedding_id
     WHERE axis = ? AND label = ? AND retired_at IS NULL`,
    [axis, label],
  );
  if (row === undefined) return undefined;
  const space = unpackSpace(row.space, row.dimensions);
  const centroid = readStoredVector(row.centroid, space?.dimensions ?? 0)?.slice();
  if (space === undefined || centroid === undefined) return undefined;
  return {
    axis,
    label,
    size: row.size,
    space,
    centroid,
    threshold: row.mean_distance + row.deviation,
  };
}

type MeasureRow = Pick<ClusterRow, 'size' | 'centroid' | 'mean_distance' | 'deviation'> &
  Pick<ClusteringRow, 'space'> &
  Pick<EmbeddingRow, 'dimensions'>;
