// The process that runs @huggingface/transformers, separate so that a crash of the package does not end the main process.
import { errorMessage } from '../../../kernel/error-code.js';
import { EmbeddingError } from '../embedding-error.js';
import { type ExtractFeatures, loadTransformers, PACKAGE } from './find-package.js';
import type { EmbedMessage, LoadSettings, WorkerAnswer } from './messages.js';

// The parent process has ended.
process.once('disconnect', () => process.exit());

const extractor = openExtractor(JSON.parse(process.argv[2] ?? '{}') as LoadSettings);
extractor.then(
  ({ dimensions }) => answer({ kind: 'ready', dimensions }),
  (error: unknown) => answer(toFailure(error)),
);

let last: Promise<void> = Promise.resolve();
process.on('message', (message: EmbedMessage) => {
  last = last.then(() => embed(message));
});

async function embed({ id, texts }: EmbedMessage): Promise<void> {
  try {
    const { extract } = await extractor;
    answer({ kind: 'embedded', id, data: await extract(texts) });
  } catch (error) {
    answer({ ...toFailure(error), id });
  }
}

function toFailure(error: unknown): Extract<WorkerAnswer, { kind: 'failed' }> {
  const message = errorMessage(error);
  return { kind: 'failed', failure: error instanceof EmbeddingError ? error.kind : 'bad_answer', message };
}

function answer(message: WorkerAnswer): void {
  process.send?.(message);
}

/** A loaded model. */
interface Extractor {
  readonly dimensions: number;
  /** The vectors of the texts, one after the other. */
  readonly extract: (texts: readonly string[]) => Promise<Float32Array>;
}

async function openExtractor({ model, localOnly, from }: LoadSettings): Promise<Extractor> {
  const { pipeline, env } = loadTransformers(from);
  // In version 4 the option `local_files_only` alone does not prevent network requests.
  if (localOnly) env.allowRemoteModels = false;
  const run = await pipeline('feature-extraction', model, { dtype: 'q8', local_files_only: localOnly }).catch(
    (error: unknown) => {
      const message = `the model ${model} cannot be loaded: ${errorMessage(error)}`;
      throw new EmbeddingError('transformers', 'unknown_model', message, error);
    },
  );
  const { length: dimensions } = await extractWith(run, ['length']);
  return { dimensions, extract: (texts) => extractWith(run, texts) };
}

async function extractWith(run: ExtractFeatures, texts: readonly string[]): Promise<Float32Array> {
  const { data, dims } = await run([...texts], { pooling: 'mean', normalize: true });
  const [count = 0, dimensions = 0] = dims;
  if (dims.length !== 2 || dimensions === 0 || count !== texts.length || data.length !== count * dimensions) {
    const message = `${PACKAGE} answers with a tensor of ${dims.join(' x ')} for ${texts.length} texts`;
    throw new EmbeddingError('transformers', 'bad_answer', message);
  }
  return Float32Array.from(data);
}
