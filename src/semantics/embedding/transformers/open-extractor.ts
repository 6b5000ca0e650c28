import { EmbeddingError } from '../embedding-error.js';
import { type Extract, loadTransformers, PACKAGE } from './find-package.js';
import type { LoadSettings } from './messages.js';

/** A loaded model. */
export interface Extractor {
  readonly dimensions: number;
  /** The vectors of the texts, one after the other. */
  readonly extract: (texts: readonly string[]) => Promise<Float32Array>;
}

export async function openExtractor({ model, localOnly, from }: LoadSettings): Promise<Extractor> {
  const { pipeline, env } = loadTransformers(from);
  // In version 4 the option `local_files_only` alone does not prevent network requests.
  if (localOnly) env.allowRemoteModels = false;
  const run = await pipeline('feature-extraction', model, { dtype: 'q8', local_files_only: localOnly }).catch(
    (error: unknown) => {
      const message = `the model ${model} cannot be loaded: ${error instanceof Error ? error.message : String(error)}`;
      throw new EmbeddingError('transformers', 'unknown_model', message, error);
    },
  );
  const { length: dimensions } = await extractWith(run, ['length']);
  return { dimensions, extract: (texts) => extractWith(run, texts) };
}

async function extractWith(run: Extract, texts: readonly string[]): Promise<Float32Array> {
  const { data, dims } = await run([...texts], { pooling: 'mean', normalize: true });
  const [count = 0, dimensions = 0] = dims;
  if (dims.length !== 2 || dimensions === 0 || count !== texts.length || data.length !== count * dimensions) {
    const message = `${PACKAGE} answers with a tensor of ${dims.join(' x ')} for ${texts.length} texts`;
    throw new EmbeddingError('transformers', 'bad_answer', message);
  }
  return Float32Array.from(data);
}
