import type { LearningContext } from '../context.js';
import type { EmbeddingRow } from '../database/tables.js';
import type { Axis } from '../experiences/axis.js';
import type { ReadMembersParts } from './read-members.js';

/** The experiences of an axis with their vectors, for a map of them. */
export interface ExperiencePoints {
  readonly points: readonly ExperiencePoint[];
  vectors(): Promise<PointVectors>;
}

interface ExperiencePoint {
  readonly id: string;
  readonly goal: string;
  /** The label of its cluster; null if it is in none. */
  readonly label: number | null;
}

interface PointVectors {
  readonly ids: readonly string[];
  /** One after the other. */
  readonly data: Float32Array;
  readonly dimensions: number;
  readonly backend: string;
}

/** With the model of the stored clusters, so that no model is asked; nothing before the first clusters. */
export async function readPoints({ database, readVectors }: ReadMembersParts, axis: Axis): Promise<ExperiencePoints> {
  const model = await findClusterModel(database, axis);
  if (model === undefined) return { points: [], vectors: async () => NOTHING };
  const points = await database.read((connection) => connection.all<ExperiencePoint>(POINTS, [axis, axis, model.id]));
  return {
    points,
    async vectors() {
      const { index } = await readVectors(axis, model);
      const ids = points.map(({ id }) => id).filter((id) => index.get(id) !== undefined);
      const data = new Float32Array(ids.length * model.dimensions);
      for (const [at, id] of ids.entries()) data.set(index.get(id) ?? [], at * model.dimensions);
      return { ids, data, dimensions: model.dimensions, backend: `${model.backend} ${model.model}` };
    },
  };
}

const NOTHING: PointVectors = { ids: [], data: new Float32Array(0), dimensions: 0, backend: '' };

const POINTS = `SELECT experiences.id, goal, label FROM experiences
  JOIN vectors ON vectors.experience_id = experiences.id AND vectors.axis = ?
  LEFT JOIN cluster_members ON cluster_members.experience_id = experiences.id AND cluster_members.axis = ?
  WHERE vectors.embedding_id = ? ORDER BY experiences.id`;

function findClusterModel(database: LearningContext['database'], axis: Axis): Promise<EmbeddingRow | undefined> {
  return database.read((connection) =>
    connection.first<EmbeddingRow>(
      'SELECT * FROM embeddings WHERE id = (SELECT embedding_id FROM clusterings WHERE axis = ?)',
      [axis],
    ),
  );
}
