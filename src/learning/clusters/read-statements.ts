import type { LearningContext } from '../context.js';
import type { ExperienceRow } from '../database/tables.js';
import type { Axis } from '../experiences/axis.js';
import { axisText } from '../experiences/axis-texts.js';
import { fromRow } from '../experiences/experience-row.js';
import { unpackVector, unpackVectors } from '../meaning/packed-vectors.js';
import type { EmbeddedStatements } from '../meaning/survey.js';
import type { StoredModel } from '../memory/embedding-model.js';

export interface StatementsRequest {
  readonly axis: Axis;
  readonly model: StoredModel;
  readonly ids: readonly string[];
}

/** What was embedded of each experience; those whose vector cannot be read are left out. Others have turns in between. */
export async function* readStatements(
  database: LearningContext['database'],
  { axis, model, ids }: StatementsRequest,
): AsyncGenerator<EmbeddedStatements> {
  for (let first = 0; first < ids.length; first += PAGE) {
    const page = ids.slice(first, first + PAGE);
    const rows = await database.read((connection) =>
      page.flatMap((id) => connection.first<Row>(SELECT, [id, axis, model.id]) ?? []),
    );
    for (const row of rows) {
      const text = new Float32Array(model.dimensions);
      if (!unpackVector(row.vector, text)) continue;
      yield { id: row.id, text, statements: statementsOf(row, axis, model.dimensions) };
    }
    await new Promise(setImmediate);
  }
}

/** Some milliseconds of work. */
const PAGE = 25;
const SELECT = `SELECT experiences.*, vectors.vector, statements.vectors AS statements FROM experiences
  JOIN vectors ON vectors.experience_id = experiences.id
  LEFT JOIN statements ON statements.experience_id = experiences.id AND statements.embedding_id = vectors.embedding_id
  WHERE experiences.id = ? AND axis = ? AND vectors.embedding_id = ?`;

interface Row extends ExperienceRow {
  readonly vector: Uint8Array;
  readonly statements: Uint8Array | null;
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
