// The program of a worker thread. It only imports semantics, so that it starts fast.
import { cluster } from '../clustering/cluster.js';
import { findCommunities } from '../communities/find-communities.js';
import { type BuiltinEmbedding, loadBuiltinEmbedding } from '../embedding/builtin/load-builtin-embedding.js';
import { readBuiltinAsset } from '../embedding/builtin/read-builtin-asset.js';
import { layOutPoints } from '../layout/lay-out-points.js';
import { serveTasks, type TaskRunners } from './serve-tasks.js';
import type { SemanticTasks } from './tasks.js';

export default serveTasks(createTaskRunners());

function createTaskRunners(): TaskRunners<SemanticTasks> {
  // Loaded by the first task that embeds, for the lifetime of the thread.
  let model: Promise<BuiltinEmbedding> | undefined;
  return {
    cluster: ({ data, dimensions, method = 'eom', ...options }, onProgress) =>
      method === 'communities'
        ? findCommunities({ data, dimensions }, { ...options, onProgress })
        : cluster({ data, dimensions }, { ...options, method, onProgress }),
    layout: ({ data, dimensions, ...options }, onProgress) => ({
      positions: layOutPoints({ data, dimensions }, { ...options, onProgress }),
    }),
    'embed-batch': async ({ texts }) => {
      model ??= readBuiltinAsset().then(loadBuiltinEmbedding);
      return embedBatch(await model, texts);
    },
  };
}

function embedBatch(model: BuiltinEmbedding, texts: readonly string[]): SemanticTasks['embed-batch']['output'] {
  const { dimensions } = model;
  const data = new Float32Array(texts.length * dimensions);
  for (const [index, text] of texts.entries()) data.set(model.embed(text), index * dimensions);
  return { data, dimensions };
}
