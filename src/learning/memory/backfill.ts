import { float32ToBlob } from '../../storage/index.js';
import type { LearningContext } from '../context.js';
import { nextRevision, readCounters } from '../database/counters.js';
import type { ExperienceRow, ValueRow } from '../database/tables.js';
import { fromRow } from '../experiences/experience-row.js';
import { addVectors } from '../experiences/store-experience.js';
import { embedExperiences } from './embed-experiences.js';
import type { EmbeddingModel } from './embedding-model.js';

/** Makes the missing vectors of a model, one run at a time. Resolves when there are none left. */
export type Backfill = (model: EmbeddingModel) => Promise<void>;

export function createBackfill(context: LearningContext): Backfill {
  const running = new Map<number, Promise<void>>();
  /** At which revision each model was found to have made all vectors: looking through thousands takes a while. */
  const complete = new Map<number, number>();
  return async (model) => {
    const isLacking = await context.database.read((connection) => {
      const { revision } = readCounters(connection);
      if (connection.first(lacking('learned_values'), [model.id, 0, 1]) !== undefined) return true;
      if (complete.get(model.id) === revision) return false;
      const found = connection.first(lacking('experiences'), [model.id, 0, 1]);
      if (found === undefined) complete.set(model.id, revision);
      return found !== undefined;
    });
    const begun = running.get(model.id);
    if ((!isLacking && begun === undefined) || context.closing.aborted) return;
    const run = begun ?? embedLacking(context, model).finally(() => running.delete(model.id));
    running.set(model.id, run);
    await run;
  };
}

/**
 * Gives vectors of the present model to everything that has none: what was stored without a model or with another one.
 * Vectors of another model stay, because it may come back (a server that was down), but are never compared with these.
 */
async function embedLacking(context: LearningContext, model: EmbeddingModel): Promise<void> {
  let experiences = 0;
  for await (const rows of readLacking<ExperienceRow>(context, model, 'experiences')) {
    await embedPage(context, model, rows);
    experiences += rows.length;
  }
  let values = 0;
  for await (const rows of readLacking<ValueRow>(context, model, 'learned_values')) {
    await embedValues(context, model, rows);
    values += rows.length;
  }
  if (experiences + values === 0 || context.closing.aborted) return;
  context.logger.log('info', 'learning.embedded_again', { experiences, values });
}

/** In pages, ordered by row id, so that a text for which the model has no vector is skipped instead of tried forever. */
async function* readLacking<Row>(
  { database, closing }: LearningContext,
  model: EmbeddingModel,
  table: LackingTable,
): AsyncGenerator<readonly Row[]> {
  let lastRowId = 0;
  while (!closing.aborted) {
    const rows = await database.read((connection) =>
      connection.all<Row & { row_id: number }>(lacking(table), [model.id, lastRowId, PAGE]),
    );
    if (rows.length === 0) return;
    yield rows;
    lastRowId = rows.at(-1)?.row_id ?? lastRowId;
  }
}

const PAGE = 64;

type LackingTable = 'experiences' | 'learned_values';

function lacking(table: LackingTable): string {
  const vectors =
    table === 'experiences' ? 'vectors WHERE experience_id = own.id' : 'value_vectors WHERE value_id = own.id';
  return `SELECT own.*, own.rowid AS row_id FROM ${table} AS own
    WHERE NOT EXISTS (SELECT 1 FROM ${vectors} AND embedding_id = ?) AND row_id > ? ORDER BY row_id LIMIT ?`;
}

async function embedPage(
  { database, closing }: LearningContext,
  model: EmbeddingModel,
  rows: readonly ExperienceRow[],
): Promise<void> {
  const experiences = rows.map(fromRow);
  const embedded = await embedExperiences(model, experiences, closing);
  const vectorsOf = new Map(experiences.map(({ id }, index) => [id, embedded[index] ?? []]));
  // A revision that brings nothing would make every clustering look old.
  if (embedded.every((found) => found.length === 0)) return;
  await database.write((connection) => {
    const revision = nextRevision(connection);
    for (const { id, revision: read } of rows) {
      // It may have been deleted or stored in other words while it was embedded.
      const now = connection.first<{ revision: number }>('SELECT revision FROM experiences WHERE id = ?', [id]);
      if (now?.revision === read)
        addVectors(connection, vectorsOf.get(id) ?? [], { id, embeddingId: model.id, revision });
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
