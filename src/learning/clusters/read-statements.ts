import type { LearningContext } from '../context.js';
import { unpackVectors } from '../database/packed-vectors.js';
import type { ExperienceRow } from '../database/tables.js';
import type { Axis } from '../experiences/axis.js';
import { axisText } from '../experiences/axis-texts.js';
import { fromRow } from '../experiences/experience-row.js';
import type { EmbeddedStatements } from '../meaning/survey.js';
import type { StoredModel } from '../memory/embedding-model.js';

export interface StatementsRequest {
  readonly axis: Axis;
  readonly model: StoredModel;
  readonly ids: Iterable<string>;
}

/** What was embedded of each experience, a page at a time; those that were deleted are left out. */
export async function* readStatements(
  database: LearningContext['database'],
  { axis, model, ids }: StatementsRequest,
): AsyncGenerator<EmbeddedStatements> {
  const all = [...ids];
  for (let first = 0; first < all.length; first += PAGE) {
    const page = all.slice(first, first + PAGE);
    const rows = await database.read((connection) =>
      page.flatMap((id) => connection.first<Row>(SELECT, [model.id, id]) ?? []),
    );
    for (const row of rows) yield { id: row.id, vectors: statementsOf(row, axis, model.dimensions) };
  }
}

/** A page takes a few milliseconds. */
const PAGE = 25;
const SELECT = `SELECT experiences.*, vectors FROM experiences
  LEFT JOIN statements ON experience_id = id AND embedding_id = ? WHERE id = ?`;

interface Row extends ExperienceRow {
  readonly vectors: Uint8Array | null;
}

/** Everything that is said on an axis is also said on the axis `full`, in whose order the vectors are. */
function statementsOf(row: Row, axis: Axis, dimensions: number): Float32Array[] {
  const experience = fromRow(row);
  if (row.vectors === null || experience === undefined) return [];
  const vectors = unpackVectors(row.vectors, dimensions, 4);
  const all = axisText(experience, 'full')?.statements ?? [];
  return (axisText(experience, axis)?.statements ?? [])
    .flatMap((statement) => vectors[all.indexOf(statement)] ?? [])
    .filter((vector) => vector.every(Number.isFinite));
}
