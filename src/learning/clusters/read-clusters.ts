import { type ReadConnection, readStoredVector } from '../../storage/index.js';
import type { ClusteringRow, ClusterRow, EmbeddingRow, ExperienceRow } from '../database/tables.js';
import type { Axis } from '../experiences/axis.js';
import { unpackSpace } from '../meaning/meaning-space.js';
import { clusterId } from './cluster-id.js';
import { type AxisClusters, type ClusterMeasure, type ClusterSummary, explainNoise } from './clustering.js';

export function readClustering(connection: ReadConnection, axis: Axis): ClusteringRow | undefined {
  return connection.first<ClusteringRow>('SELECT * FROM clusterings WHERE axis = ?', [axis]);
}

export function readClusters(connection: ReadConnection, clustering: ClusteringRow): AxisClusters {
  const { axis, noise_count: noise, experience_count: count, min_cluster_size: minClusterSize } = clustering;
  const rows = connection.all<SummaryRow>(
    `SELECT clusters.*, one.${SAID[axis]} AS first_text, two.${SAID[axis]} AS second_text,
       coalesce(taught.lesson_takeaway, taught.lesson_what_worked) AS lesson
     FROM clusters LEFT JOIN experiences AS one ON one.id = first_example
     LEFT JOIN experiences AS two ON two.id = second_example LEFT JOIN experiences AS taught ON taught.id = lesson_of
     WHERE axis = ? AND retired_at IS NULL ORDER BY size DESC, label`,
    [axis],
  );
  return {
    axis,
    clusters: rows.map((row) => toSummary(axis, row)),
    experienceCount: count,
    noiseCount: noise,
    noiseReason: explainNoise(noise, count, minClusterSize),
    minClusterSize,
    minSamples: clustering.min_samples,
    computedAt: clustering.computed_at,
    stale: false,
  };
}

/** The field that shows an experience on each axis. */
const SAID: Readonly<Record<Axis, keyof ExperienceRow>> = {
  full: 'goal',
  strategy: 'action',
  surprise: 'surprise',
  root_cause: 'root_cause_description',
};

interface SummaryRow extends ClusterRow {
  readonly first_text: string | null;
  readonly second_text: string | null;
  readonly lesson: string | null;
}

function toSummary(axis: Axis, row: SummaryRow): ClusterSummary {
  const { label, size, confirmed, falsified, abandoned } = row;
  const examples = [
    { id: row.first_example, text: row.first_text },
    { id: row.second_example, text: row.second_text },
  ];
  return {
    clusterId: clusterId({ axis, label }),
    label,
    size,
    averageWeight: row.avg_weight,
    title: row.title,
    examples: examples.flatMap(({ id, text }) => (id === null || text === null ? [] : [{ id, text }])),
    outcomes: { confirmed, falsified, abandoned },
    lesson: row.lesson,
  };
}

/** Undefined if there is no such cluster, none any more, or none that can be read. */
export function readMeasure(connection: ReadConnection, axis: Axis, label: number): ClusterMeasure | undefined {
  const row = connection.first<MeasureRow>(
    `SELECT size, centroid, mean_distance, deviation, space, embeddings.id AS model, dimensions FROM clusters
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
    embedding: { id: row.model, dimensions: row.dimensions },
    space,
    centroid,
    threshold: row.mean_distance + row.deviation,
  };
}

type MeasureRow = Pick<ClusterRow, 'size' | 'centroid' | 'mean_distance' | 'deviation'> &
  Pick<ClusteringRow, 'space'> &
  Pick<EmbeddingRow, 'dimensions'> & { readonly model: number };
