import { innerProduct } from '../../semantics/kernels/inner-product.js';
import { type ReadConnection, readStoredVector } from '../../storage/index.js';
import type { LearningContext } from '../context.js';
import type { ValueRow } from '../database/tables.js';
import type { EmbeddingModel, FindModel } from '../memory/embedding-model.js';
import { toValue, type Value } from './value.js';

export interface NearestValueParts extends Pick<LearningContext, 'database' | 'semantics'> {
  readonly findModel: FindModel;
}

export interface NearestValueRequest {
  readonly text: string;
  /** Ids of experiences like it: a value of their cluster is about the same, however it is worded. */
  readonly similar: readonly string[];
}

/** The value that is most likely to help with something new; undefined if none is about it. */
export async function findNearestValue(
  { database, semantics, findModel }: NearestValueParts,
  { text, similar }: NearestValueRequest,
): Promise<Value | undefined> {
  const model = await findModel();
  if (model === undefined || (await database.read(hasNoValue))) return undefined;
  const [vector] = await model.embed([text]);
  if (vector === undefined) return undefined;
  const rows = await database.read((connection) => readCandidates(connection, { model, vector, similar }));
  const { similarity } = await semantics();
  const compared = await Promise.all(
    rows.map(async (row) => ({
      row,
      isClose:
        (await similarity(text, row.text, 'experiences')) >= (row.isShared ? MIN_SHARED_SIMILARITY : MIN_SIMILARITY),
    })),
  );
  const best = compared.find(({ isClose }) => isClose);
  return best === undefined ? undefined : toValue(best.row);
}

/** Of the values from here on, five in six have the theme of the hypothesis (tuning half of tests/data/second). */
const MIN_SIMILARITY = 0.7;
/** For a value of a cluster that a similar experience belongs to. */
const MIN_SHARED_SIMILARITY = 0.6;
const MAX_COMPARED = 5;

interface Candidate extends ValueRow {
  readonly isShared: boolean;
}

interface CandidateRequest {
  readonly model: EmbeddingModel;
  readonly vector: Float32Array;
  readonly similar: readonly string[];
}

/** Values of the clusters of similar experiences first, then by vector. */
function readCandidates(connection: ReadConnection, { model, vector, similar }: CandidateRequest): Candidate[] {
  const marks = similar.map(() => '?').join(', ');
  return connection
    .all<ValueRow & { vector: Uint8Array; shared: number }>(
      `SELECT learned_values.*, vector, EXISTS (SELECT 1 FROM cluster_members AS member
         WHERE member.axis = learned_values.axis AND member.label = learned_values.label
           AND experience_id IN (${marks})) AS shared
       FROM learned_values JOIN value_vectors ON value_id = id AND embedding_id = ? WHERE drift IS NULL`,
      [...similar, model.id],
    )
    .map(({ vector: stored, shared, ...row }) => {
      const own = readStoredVector(stored, model.dimensions);
      return { ...row, isShared: shared === 1, cosine: own === undefined ? 0 : innerProduct(vector, own, 0) };
    })
    .sort((a, b) => Number(b.isShared) - Number(a.isShared) || b.cosine - a.cosine)
    .slice(0, MAX_COMPARED);
}

function hasNoValue(connection: ReadConnection): boolean {
  return connection.first('SELECT 1 AS found FROM learned_values LIMIT 1') === undefined;
}
