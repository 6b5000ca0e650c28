import type { Database } from '../../storage/index.js';
import type { ExperienceRow, LearningSchema } from '../database/tables.js';
import type { Axis } from '../experiences/axis.js';
import { axisText } from '../experiences/axis-texts.js';
import { fromRow } from '../experiences/experience-row.js';
import { inTurns } from './in-turns.js';
import { coordinates, MAX_DIRECTIONS, type MeaningSpace } from './meaning-space.js';
import { unpackVector, unpackVectors } from './packed-vectors.js';
import { meanOf, principalDirections, type Rows } from './principal-directions.js';

export interface Survey {
  readonly space: MeaningSpace;
  /** For each experience: its whole text and each of its statements, projected into the space. */
  readonly projections: ReadonlyMap<string, Projection>;
}

interface Projection {
  readonly text: Float32Array;
  readonly statements: readonly Float32Array[];
}

export interface SurveyRequest {
  readonly axis: Axis;
  readonly embeddingId: number;
  readonly ids: readonly string[];
  /** The vectors of the ids, in their order. */
  readonly rows: Rows;
}

/** Finds the space of an axis and projects everything that its experiences say into it. */
export async function surveyAxis(database: Database<LearningSchema>, request: SurveyRequest): Promise<Survey> {
  const { axis, embeddingId, ids, rows } = request;
  const mean = meanOf(rows);
  const directions = await principalDirections(rows, mean, MAX_DIRECTIONS);
  const projections = new Map<string, Projection>();
  for (let first = 0; first < ids.length; first += PAGE) {
    const page = ids.slice(first, first + PAGE);
    const found = await database.read((connection) =>
      page.flatMap((id) => connection.first<Row>(SELECT, [id, axis, embeddingId]) ?? []),
    );
    for (const row of found) {
      const projection = project(row, axis, { data: directions, dimensions: rows.dimensions });
      if (projection !== undefined) projections.set(row.id, projection);
    }
    await new Promise(setImmediate);
  }
  const dimensions = directions.length / rows.dimensions;
  const textMiddle = coordinates(directions, mean);
  return {
    space: { dimensions, directions, textMiddle, statementMiddle: await middleOf(projections.values(), dimensions) },
    projections,
  };
}

/** A page takes a few milliseconds. */
const PAGE = 25;
const SELECT = `SELECT experiences.*, vectors.vector, statements.vectors AS statements FROM experiences
  JOIN vectors ON vectors.experience_id = experiences.id
  LEFT JOIN statements ON statements.experience_id = experiences.id AND statements.embedding_id = vectors.embedding_id
  WHERE experiences.id = ? AND axis = ? AND vectors.embedding_id = ?`;

interface Row extends ExperienceRow {
  readonly vector: Uint8Array;
  readonly statements: Uint8Array | null;
}

/** An experience without statements counts by its whole text. Undefined for a vector that cannot be read. */
function project(row: Row, axis: Axis, { data, dimensions }: Rows): Projection | undefined {
  const stored = new Float32Array(dimensions);
  if (!unpackVector(row.vector, stored)) return undefined;
  const text = coordinates(data, stored);
  const statements = statementsOf(row, axis, dimensions).map((each) => coordinates(data, each));
  return { text, statements: statements.length === 0 ? [text] : statements };
}

/** Everything that is said on an axis is also said on the axis `full`, in whose order the vectors are. */
function statementsOf(row: Row, axis: Axis, dimensions: number): Float32Array[] {
  const experience = fromRow(row);
  if (row.statements === null || experience === undefined) return [];
  const vectors = unpackVectors(row.statements, dimensions, 4);
  const all = axisText(experience, 'full')?.statements ?? [];
  return (axisText(experience, axis)?.statements ?? [])
    .flatMap((statement) => vectors[all.indexOf(statement)] ?? [])
    .filter((vector) => vector.every(Number.isFinite));
}

async function middleOf(projections: Iterable<Projection>, dimensions: number): Promise<Float32Array> {
  const sum = new Float64Array(dimensions);
  let count = 0;
  for await (const { statements } of inTurns(projections)) {
    for (const statement of statements) {
      for (let at = 0; at < dimensions; at++) sum[at] = (sum[at] as number) + (statement[at] as number);
    }
    count += statements.length;
  }
  return Float32Array.from(sum, (value) => value / Math.max(1, count));
}
