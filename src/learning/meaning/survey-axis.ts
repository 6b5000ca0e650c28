import { type Database, readStoredVector } from '../../storage/index.js';
import type { LearningSchema } from '../database/tables.js';
import type { Axis } from '../experiences/axis.js';
import { inTurns } from './in-turns.js';
import { coordinates, MAX_DIRECTIONS, type MeaningSpace } from './meaning-space.js';
import { unpackStatements } from './packed-statements.js';
import { principalDirections, type Rows } from './principal-directions.js';

export interface Survey {
  readonly space: MeaningSpace;
  /** For each experience where its whole text lies, and where each of its statements does. */
  readonly places: ReadonlyMap<string, Places>;
}

export interface Places {
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

/** Finds the space of an axis and puts everything that was said there into it. */
export async function surveyAxis(database: Database<LearningSchema>, request: SurveyRequest): Promise<Survey> {
  const { axis, embeddingId, ids, rows } = request;
  const mean = meanOf(rows);
  const directions = await principalDirections(rows, mean, MAX_DIRECTIONS);
  const places = new Map<string, Places>();
  for (let first = 0; first < ids.length; first += PAGE) {
    const page = ids.slice(first, first + PAGE);
    const found = await database.read((connection) =>
      page.flatMap((id) => connection.first<Row>(SELECT, [id, axis, embeddingId]) ?? []),
    );
    for (const row of found) {
      const place = placesOf(row, directions, rows.dimensions);
      if (place !== undefined) places.set(row.id, place);
    }
    await new Promise(setImmediate);
  }
  const dimensions = directions.length / rows.dimensions;
  const textMiddle = coordinates(directions, mean);
  return {
    space: { dimensions, directions, textMiddle, statementMiddle: await middleOf(places.values(), dimensions) },
    places,
  };
}

/** So many experiences are some milliseconds of work. */
const PAGE = 25;
const SELECT = `SELECT experience_id AS id, vector, statements FROM vectors
  WHERE experience_id = ? AND axis = ? AND embedding_id = ?`;

interface Row {
  readonly id: string;
  readonly vector: Uint8Array;
  readonly statements: Uint8Array | null;
}

/** A text that is one statement is its own. Undefined for a vector that cannot be read. */
function placesOf({ vector, statements }: Row, directions: Float32Array, dimensions: number): Places | undefined {
  const stored = readStoredVector(vector, dimensions);
  if (stored === undefined) return undefined;
  const text = coordinates(directions, stored);
  const vectors = statements === null ? [] : unpackStatements(statements, dimensions).filter(hasOnlyNumbers);
  if (vectors.length === 0) return { text, statements: [text] };
  return { text, statements: vectors.map((each) => coordinates(directions, each)) };
}

const hasOnlyNumbers = (vector: Float32Array) => vector.every(Number.isFinite);

function meanOf({ data, dimensions }: Rows): Float32Array {
  const sum = new Float64Array(dimensions);
  for (let at = 0; at < data.length; at++)
    sum[at % dimensions] = (sum[at % dimensions] as number) + (data[at] as number);
  return Float32Array.from(sum, (value) => (value * dimensions) / data.length);
}

async function middleOf(places: Iterable<Places>, dimensions: number): Promise<Float32Array> {
  const sum = new Float64Array(dimensions);
  let count = 0;
  for await (const { statements } of inTurns(places)) {
    for (const place of statements) {
      for (let at = 0; at < dimensions; at++) sum[at] = (sum[at] as number) + (place[at] as number);
    }
    count += statements.length;
  }
  return Float32Array.from(sum, (value) => value / Math.max(1, count));
}
