import { innerProduct } from '../../semantics/kernels/inner-product.js';
import type { ReadConnection } from '../../storage/index.js';
import type { LearningContext, LearningSemantics } from '../context.js';
import type { ValueRow } from '../database/tables.js';
import type { UseModel } from '../memory/use-model.js';
import { readValueVectors } from './revalidate.js';
import { toValue, type Value } from './value.js';

export interface NearestValueParts extends Pick<LearningContext, 'database'> {
  readonly useModel: UseModel;
}

export interface NearestValueRequest {
  readonly text: string;
  /** Ids of experiences like it: a value of their cluster is about the same, however it is worded. */
  readonly similar: readonly string[];
}

/** The value that is most likely to help with something new; undefined if none is about it. */
export async function findNearestValue(
  { database, useModel }: NearestValueParts,
  { text, similar }: NearestValueRequest,
): Promise<Value | undefined> {
  const rows = await database.read((connection) => readCandidates(connection, similar));
  if (rows.length === 0) return undefined;
  const { value: best } = await useModel({
    async primary(model, { similarity }) {
      const [vector = new Float32Array(model.dimensions)] = await model.embed([text]);
      const vectors = await database.read((connection) => readValueVectors(connection, model));
      return findClose({ text, rows, similarity, cosineOf: ({ id }) => cosine(vector, vectors.get(id)) });
    },
    async fallback({ embed, similarity }) {
      const [vector = new Float32Array(), ...vectors] = await embed([text, ...rows.map((row) => row.text)]);
      return findClose({ text, rows, similarity, cosineOf: (row) => cosine(vector, vectors[rows.indexOf(row)]) });
    },
  });
  return best && toValue(best);
}

interface Comparison {
  readonly text: string;
  readonly rows: readonly Candidate[];
  readonly similarity: LearningSemantics['similarity'];
  readonly cosineOf: (row: Candidate) => number;
}

/** Values of the clusters of similar experiences first, then by vector. */
async function findClose({ text, rows, similarity, cosineOf }: Comparison): Promise<ValueRow | undefined> {
  const cosines = new Map(rows.map((row) => [row, cosineOf(row)]));
  const nearest = rows
    .toSorted((a, b) => b.shared - a.shared || (cosines.get(b) ?? 0) - (cosines.get(a) ?? 0))
    .slice(0, MAX_COMPARED);
  const compared = await Promise.all(nearest.map((row) => similarity(text, row.text, 'experiences')));
  return nearest.find(
    ({ shared }, at) => (compared[at] as number) >= (shared === 1 ? MIN_SHARED_SIMILARITY : MIN_SIMILARITY),
  );
}

function cosine(one: Float32Array, other: Float32Array | undefined): number {
  return other === undefined ? 0 : innerProduct(one, other, 0);
}

/** Of the values from here on, five in six have the theme of the hypothesis (tuning half of tests/data/second). */
const MIN_SIMILARITY = 0.7;
/** For a value of a cluster that a similar experience belongs to. */
const MIN_SHARED_SIMILARITY = 0.6;
const MAX_COMPARED = 5;

interface Candidate extends ValueRow {
  /** 1 for a value of a cluster that a similar experience belongs to. */
  readonly shared: number;
}

function readCandidates(connection: ReadConnection, similar: readonly string[]): Candidate[] {
  return connection.all<Candidate>(
    `SELECT learned_values.*, EXISTS (SELECT 1 FROM cluster_members AS member
       WHERE member.axis = learned_values.axis AND member.label = learned_values.label
         AND experience_id IN (SELECT value FROM json_each(?))) AS shared
     FROM learned_values WHERE drift IS NULL ORDER BY created_at DESC LIMIT ${MAX_READ}`,
    [JSON.stringify(similar)],
  );
}

const MAX_READ = 1_000;
