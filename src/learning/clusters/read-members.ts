import { UserError } from '../../kernel/user-error.js';
import type { LearningContext } from '../context.js';
import type { Experience } from '../experiences/experience.js';
import { readExperiences } from '../experiences/read-experiences.js';
import type { ReadVectors } from '../memory/axis-vectors.js';
import { type ClusterName, clusterId } from './cluster-id.js';
import type { ClusterMeasure } from './clustering.js';
import { readClustering, readClusters, readMeasure } from './read-clusters.js';

export interface ClusterMembers {
  readonly clusterId: string;
  readonly axis: ClusterName['axis'];
  /** All members; `members` may be fewer. */
  readonly size: number;
  readonly members: readonly Experience[];
}

/** A part of the members, counted from the most typical one. */
export interface Page {
  readonly limit: number;
  readonly offset: number;
}

export interface ReadMembersParts {
  readonly database: LearningContext['database'];
  readonly readVectors: ReadVectors;
}

/** Reads the stored clusters; needs no embedding. The members that say best what the cluster is about come first. */
export async function readMembers(
  { database, readVectors }: ReadMembersParts,
  name: ClusterName,
  { limit, offset }: Page,
): Promise<ClusterMembers> {
  const { axis, label } = name;
  const cluster = await findCluster(database, name);
  const rows = await database.read((connection) =>
    connection.all<{ id: string }>(
      'SELECT experience_id AS id FROM cluster_members WHERE axis = ? AND label = ? ORDER BY experience_id',
      [axis, label],
    ),
  );
  if (rows.length === 0) {
    throw new UserError(
      'not_found',
      `the experiences of ${clusterId(name)} were deleted; get_clusters shows what there is now`,
    );
  }
  const { index } = await readVectors(axis, cluster.embedding);
  const towardsCluster = getDirection(cluster, index.dimensions);
  const nearest = rows
    .map(({ id }) => ({ id, typicality: along(towardsCluster, index.get(id)) }))
    .sort((a, b) => b.typicality - a.typicality)
    .slice(offset, offset + limit);
  const members = await readExperiences(
    database,
    nearest.map(({ id }) => id),
  );
  return { clusterId: clusterId(name), axis, size: rows.length, members };
}

/** The centroid among the model's own vectors: thousands of members are measured along one direction, not along many. */
function getDirection({ space, centroid }: ClusterMeasure, dimensions: number): Float32Array {
  const direction = new Float32Array(dimensions);
  for (const [row, share] of centroid.entries()) {
    for (let at = 0; at < dimensions; at++) {
      direction[at] = (direction[at] as number) + share * (space.directions[row * dimensions + at] as number);
    }
  }
  return direction;
}

function along(direction: Float32Array, vector: Float32Array | undefined): number {
  let sum = 0;
  for (let at = 0; at < direction.length; at++) sum += (direction[at] as number) * (vector?.[at] ?? 0);
  return sum;
}

export function findCluster(database: LearningContext['database'], name: ClusterName): Promise<ClusterMeasure> {
  return database.read((connection) => {
    const cluster = readMeasure(connection, name.axis, name.label);
    if (cluster !== undefined) return cluster;
    const clustering = readClustering(connection, name.axis);
    const known = clustering === undefined ? [] : readClusters(connection, clustering).clusters;
    const names = known.map(({ clusterId: id }) => id).slice(0, 10);
    const fix =
      names.length === 0 ? 'there are no clusters on this axis yet; see get_clusters' : `there are ${names.join(', ')}`;
    throw new UserError('not_found', `there is no cluster ${clusterId(name)}; ${fix}`);
  });
}
