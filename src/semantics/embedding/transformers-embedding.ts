import { createRequire } from 'node:module';
import type { Embedding } from './embedding.js';
import { EmbeddingError } from './embedding-error.js';
import { unitVector } from './unit-vector.js';

export interface TransformersSettings {
  readonly model?: string;
  /** Only a model that is on this machine already; otherwise the library fetches it. */
  readonly localOnly?: boolean;
  /** The file from whose place the package is looked up. */
  readonly from?: string | URL;
}

/** A sentence transformer run by @huggingface/transformers, if the user has installed that package. */
export async function createTransformersEmbedding(settings: TransformersSettings = {}): Promise<Embedding> {
  const { model = DEFAULT_MODEL, localOnly = false, from = import.meta.url } = settings;
  const { pipeline } = loadPackage(from);
  const extract = await pipeline('feature-extraction', model, { dtype: 'q8', local_files_only: localOnly }).catch(
    (error: unknown) => {
      const message = `the model ${model} cannot be loaded: ${error instanceof Error ? error.message : String(error)}`;
      throw new EmbeddingError('transformers', 'unknown_model', message, error);
    },
  );
  const embed = (texts: readonly string[]) => embedBatch(extract, texts);
  const [example] = await embed(['length']);
  if (example === undefined) throw badAnswer('no vector');
  return {
    backend: 'transformers',
    model,
    dimensions: example.length,
    embed: async (texts, signal) => {
      const vectors: Float32Array[] = [];
      for (let start = 0; start < texts.length; start += BATCH) {
        signal?.throwIfAborted();
        vectors.push(...(await embed(texts.slice(start, start + BATCH))));
      }
      signal?.throwIfAborted();
      return vectors;
    },
  };
}

export function isTransformersInstalled(from: string | URL = import.meta.url): boolean {
  try {
    createRequire(from).resolve(PACKAGE);
    return true;
  } catch {
    return false;
  }
}

const PACKAGE = '@huggingface/transformers';
const DEFAULT_MODEL = 'Xenova/all-MiniLM-L6-v2';
// A batch is padded to its longest text: larger ones cost memory and cancel later.
const BATCH = 16;

/** The part of the package that is used here. */
interface Transformers {
  readonly pipeline: (task: 'feature-extraction', model: string, options: object) => Promise<Extract>;
}
type Extract = (texts: string[], options: { pooling: 'mean'; normalize: boolean }) => Promise<Tensor>;
interface Tensor {
  readonly data: ArrayLike<number>;
  readonly dims: readonly number[];
}

/** By require: the built program is run as a script, where a package outside of it cannot be had by import. */
function loadPackage(from: string | URL): Transformers {
  if (!isTransformersInstalled(from)) {
    const message = `${PACKAGE} is not installed; install it beside witan with \`npm install ${PACKAGE}\``;
    throw new EmbeddingError('transformers', 'not_installed', message);
  }
  try {
    return createRequire(from)(PACKAGE) as Transformers;
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    throw new EmbeddingError('transformers', 'not_installed', `${PACKAGE} cannot be loaded: ${cause}`, error);
  }
}

async function embedBatch(extract: Extract, texts: readonly string[]): Promise<Float32Array[]> {
  if (texts.length === 0) return [];
  const { data, dims } = await extract([...texts], { pooling: 'mean', normalize: true });
  const [count = 0, dimensions = 0] = dims;
  if (dims.length !== 2 || count !== texts.length || data.length !== count * dimensions) {
    throw badAnswer(`a tensor of ${dims.join(' x ')} for ${texts.length} texts`);
  }
  const values = Float32Array.from(data);
  return texts.map((_, index) => {
    const vector = unitVector(values.subarray(index * dimensions, (index + 1) * dimensions));
    if (vector === undefined) throw badAnswer('a vector with something that is no number');
    return vector;
  });
}

function badAnswer(what: string): EmbeddingError {
  return new EmbeddingError('transformers', 'bad_answer', `${PACKAGE} answers with ${what}`);
}
