import { float32ToBlob } from '../../storage/index.js';
import type { LearningContext } from '../context.js';
import { nextRevision } from '../database/counters.js';
import type { ExperienceRow, ValueRow } from '../database/tables.js';
import { fromRow } from '../experiences/experience-row.js';
import { addVectors } from '../experiences/store-experience.js';
import { embedExperiences } from './embed-experiences.js';
import type { EmbeddingModel } from './embedding-model.js';

/**
 * Gives vectors of the present model to everything that has none: what was stored without a model or with another one.
 * Vectors of another model stay, because it may come back (a server that was down), but are never compared with these.
 */
export async function backfill(context: LearningContext, model: EmbeddingModel): Promise<number> {
  const { closing, logger } = context;
  const experiences = await inPages<ExperienceRow>(context, model, LACKING_EXPERIENCES, embedPage);
  const values = await inPages<ValueRow>(context, model, LACKING_VALUES, embedValues);
  if (experiences > 0 && !closing.aborted) logger.log('info', 'learning.embedded_again', { experiences, values });
  return experiences;
}

const PAGE = 64;

const LACKING_EXPERIENCES = `SELECT experiences.*, experiences.rowid AS row_id FROM experiences WHERE NOT EXISTS
  (SELECT 1 FROM vectors WHERE experience_id = experiences.id AND embedding_id = ?)`;
const LACKING_VALUES = `SELECT learned_values.*, learned_values.rowid AS row_id FROM learned_values WHERE NOT EXISTS
  (SELECT 1 FROM value_vectors WHERE value_id = learned_values.id AND embedding_id = ?)`;

type EmbedPage<Row> = (context: LearningContext, model: EmbeddingModel, rows: readonly Row[]) => Promise<void>;

/** Ordered by row id, so that a text for which the model has no vector is skipped instead of tried forever. */
async function inPages<Row>(
  context: LearningContext,
  model: EmbeddingModel,
  select: string,
  embedPageOf: EmbedPage<Row>,
): Promise<number> {
  let lastRowId = 0;
  let count = 0;
  while (!context.closing.aborted) {
    const rows = await context.database.read((connection) =>
      connection.all<Row & { row_id: number }>(`${select} AND row_id > ? ORDER BY row_id LIMIT ${PAGE}`, [
        model.id,
        lastRowId,
      ]),
    );
    if (rows.length === 0) break;
    await embedPageOf(context, model, rows);
    lastRowId = rows.at(-1)?.row_id ?? lastRowId;
    count += rows.length;
  }
  return count;
}

async function embedPage(
  { database, closing }: LearningContext,
  model: EmbeddingModel,
  rows: readonly ExperienceRow[],
): Promise<void> {
  const experiences = rows.flatMap((row) => fromRow(row) ?? []);
  const embedded = await embedExperiences(model, experiences, closing);
  const vectorsOf = new Map(experiences.map(({ id }, index) => [id, embedded[index] ?? []]));
  // A revision that brings nothing would make every clustering look old.
  if (embedded.every((found) => found.length === 0)) return;
  await database.write((connection) => {
    const revision = nextRevision(connection);
    for (const { id, revision: read } of rows) {
      // It may have been deleted or stored in other words while it was embedded.
      const now = connection.first<{ revision: number }>('SELECT revision FROM experiences WHERE id = ?', [id]);
      if (now?.revision === read) addVectors(connection, id, model.id, vectorsOf.get(id) ?? [], revision);
    }
  });
}

async function embedValues({ database, closing }: LearningContext, model: EmbeddingModel, rows: readonly ValueRow[]) {
  const vectors = await model.embed(
    rows.map(({ text }) => text),
    { signal: closing },
  );
  await database.write((connection) => {
    for (const [index, { id }] of rows.entries()) {
      const vector = vectors[index];
      if (vector === undefined) continue;
      connection.run(`INSERT OR REPLACE INTO value_vectors SELECT id, ?, ? FROM learned_values WHERE id = ?`, [
        model.id,
        float32ToBlob(vector),
        id,
      ]);
    }
  });
}
