import { cluster } from '../clustering/cluster.js';
import { type BuiltinEmbedding, loadBuiltinEmbedding } from '../embedding/builtin/load-builtin-embedding.js';
import { readBuiltinAsset } from '../embedding/builtin/read-builtin-asset.js';
import { createVectorIndex } from '../vector-index/create-vector-index.js';
import type { TaskRunners } from './serve-tasks.js';
import type { SemanticTasks } from './tasks.js';

export function createTaskRunners(): TaskRunners<SemanticTasks> {
  // Loaded by the first task that embeds; the thread keeps it as long as it lives.
  let model: Promise<BuiltinEmbedding> | undefined;
  return {
    cluster: ({ data, dimensions, ...options }, onProgress) =>
      cluster({ data, dimensions }, { ...options, onProgress }),
    'embed-batch': async ({ texts }) => {
      model ??= readBuiltinAsset().then(loadBuiltinEmbedding);
      return embedBatch(await model, texts);
    },
    nearest,
  };
}

function embedBatch(model: BuiltinEmbedding, texts: readonly string[]): SemanticTasks['embed-batch']['output'] {
  const { dimensions } = model;
  const data = new Float32Array(texts.length * dimensions);
  for (const [index, text] of texts.entries()) data.set(model.embed(text), index * dimensions);
  return { data, dimensions };
}

function nearest(input: SemanticTasks['nearest']['input']): SemanticTasks['nearest']['output'] {
  const { dimensions, k } = input;
  const queries = rowsOf(input.queries, dimensions);
  const index = createVectorIndex<number>(dimensions);
  for (const [row, vector] of rowsOf(input.rows, dimensions).entries()) index.add(row, vector);
  const rows = new Int32Array(queries.length * k).fill(-1);
  const scores = new Float32Array(queries.length * k);
  for (const [query, vector] of queries.entries()) {
    for (const [place, { id, score }] of index.search(vector, k).entries()) {
      rows[query * k + place] = id;
      scores[query * k + place] = score;
    }
  }
  return { rows, scores };
}

function rowsOf(data: Float32Array, dimensions: number): Float32Array[] {
  if (data.length % dimensions !== 0) {
    throw new RangeError(`${data.length} numbers are no whole vectors of ${dimensions} dimensions`);
  }
  return Array.from({ length: data.length / dimensions }, (_, row) =>
    data.subarray(row * dimensions, (row + 1) * dimensions),
  );
}
