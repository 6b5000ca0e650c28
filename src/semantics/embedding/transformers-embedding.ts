import { withinTime } from '../../kernel/time-limit.js';
import type { Embedding } from './embedding.js';
import { EmbeddingError } from './embedding-error.js';
import { expectTransformers, PACKAGE } from './transformers/find-package.js';
import { type StartOptions, startProcess, type TransformersProcess } from './transformers/start-process.js';
import { unitVector } from './unit-vector.js';

export interface TransformersSettings {
  readonly model?: string;
  /** Only a model on this machine; otherwise the library downloads it. */
  readonly localOnly?: boolean;
  /** The package is resolved from this file. */
  readonly from?: string | URL;
  /** The time that loading may take. Default: 20 seconds for what is on this machine, else three minutes. */
  readonly loadMs?: number;
  /** The time that one batch may take. */
  readonly embedMs?: number;
  readonly workerFile?: string;
}

/**
 * A sentence transformer in a separate process with @huggingface/transformers, if the user has installed that package.
 * If the process dies, its calls are rejected, and the next call starts it again.
 */
export async function createTransformersEmbedding(
  settings: TransformersSettings = {},
  signal?: AbortSignal,
): Promise<Embedding> {
  const { model = DEFAULT_MODEL, localOnly = false, from = import.meta.url, embedMs = 60_000, workerFile } = settings;
  const loadMs = settings.loadMs ?? (localOnly ? LOCAL_LOAD_MS : DOWNLOAD_MS);
  expectTransformers(from);
  const closing = new AbortController();
  const start = (options: Pick<StartOptions, 'signal'>) =>
    startProcess({ model, localOnly, from: String(from) }, { loadMs, workerFile, ...options });
  let running = await start({ signal });
  let starting: Promise<TransformersProcess> | undefined;
  let idle: NodeJS.Timeout | undefined;
  const { dimensions } = running;

  /** A model takes hundreds of megabytes, but only a second to load. */
  const endWhenIdle = () => {
    clearTimeout(idle);
    idle = setTimeout(() => void running.end(closed()), IDLE_MS).unref();
  };

  const restart = async () => {
    try {
      running = await start({ signal: closing.signal });
      if (running.dimensions === dimensions) return running;
      throw badAnswer(`${running.dimensions} dimensions, before ${dimensions}`);
    } finally {
      starting = undefined;
    }
  };

  return {
    backend: 'transformers',
    model,
    dimensions,
    embed: async (texts, caller) => {
      const vectors: Float32Array[] = [];
      for (let first = 0; first < texts.length; first += BATCH) {
        caller?.throwIfAborted();
        closing.signal.throwIfAborted();
        endWhenIdle();
        if (running.isEnded) starting ??= restart();
        const batch = texts.slice(first, first + BATCH);
        const begun = starting;
        const worker = begun === undefined ? running : await withinTime({ signal: caller }, () => begun);
        const data = await withinTime({ signal: caller }, () => worker.embed(batch, embedMs));
        vectors.push(...unitVectors(data, batch.length, dimensions));
      }
      caller?.throwIfAborted();
      endWhenIdle();
      return vectors;
    },
    close: async () => {
      clearTimeout(idle);
      closing.abort(closed());
      await starting?.catch(() => undefined);
      await running.end(closed());
    },
  };
}

const closed = () => new EmbeddingError('transformers', 'closed', 'the embedding is closed');

const DEFAULT_MODEL = 'Xenova/all-MiniLM-L6-v2';
// A batch is padded to its longest text, so larger ones take more memory and longer to cancel.
const BATCH = 16;
const IDLE_MS = 600_000;
const LOCAL_LOAD_MS = 20_000;
const DOWNLOAD_MS = 180_000;

function unitVectors(data: Float32Array, count: number, dimensions: number): Float32Array[] {
  return Array.from({ length: count }, (_, index) => {
    const vector = unitVector(data.subarray(index * dimensions, (index + 1) * dimensions));
    if (vector === undefined) throw badAnswer('a vector with a value that is not a number');
    if (vector.length !== dimensions) throw badAnswer(`${vector.length} dimensions instead of ${dimensions}`);
    return vector;
  });
}

function badAnswer(what: string): EmbeddingError {
  return new EmbeddingError('transformers', 'bad_answer', `${PACKAGE} answers with ${what}`);
}
