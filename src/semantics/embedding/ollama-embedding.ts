import type { Ollama } from 'ollama';
import type { Embedding } from './embedding.js';
import { EmbeddingError } from './embedding-error.js';
import { unitVector } from './unit-vector.js';

export interface OllamaSettings {
  readonly baseUrl: string;
  readonly model: string;
}

export interface OllamaTimeouts {
  /** To find out whether the server and the model are there. */
  readonly probeMs?: number;
  /** For one batch; the first one includes loading the model. */
  readonly embedMs?: number;
}

/** Rejects with an `EmbeddingError` unless the server answers in time and has the model. */
export async function createOllamaEmbedding(
  settings: OllamaSettings,
  timeouts: OllamaTimeouts = {},
): Promise<Embedding> {
  const { probeMs = 2_000, embedMs = 60_000 } = timeouts;
  const probe = AbortSignal.timeout(probeMs);
  const model = await findModel(settings, probe);
  const dimensions =
    (await knownDimensions(settings, model, probe)) ??
    (await embedBatch(settings, model, ['length'], AbortSignal.timeout(embedMs)))[0]?.length;
  if (dimensions === undefined) throw badAnswer(settings, 'no vector');
  return {
    backend: 'ollama',
    model,
    dimensions,
    embed: async (texts, signal) => {
      const vectors: Float32Array[] = [];
      for (let start = 0; start < texts.length; start += BATCH) {
        const limit = AbortSignal.timeout(embedMs);
        const either = signal === undefined ? limit : AbortSignal.any([signal, limit]);
        const made = await embedBatch(settings, model, texts.slice(start, start + BATCH), either, signal);
        vectors.push(...made);
      }
      const wrong = vectors.find((vector) => vector.length !== dimensions);
      if (wrong !== undefined) throw badAnswer(settings, `${wrong.length} dimensions in place of ${dimensions}`);
      return vectors;
    },
  };
}

const BATCH = 64;

/** The model as the server names it: "nomic-embed-text" is "nomic-embed-text:latest" there. */
async function findModel(settings: OllamaSettings, limit: AbortSignal): Promise<string> {
  const { models } = await call(settings, limit, (ollama) => ollama.list());
  const names = Array.isArray(models) ? models.map(({ name }) => name) : [];
  const found = names.find((name) => name === settings.model || name === `${settings.model}:latest`);
  if (found !== undefined) return found;
  const remedy = `get it with \`ollama pull ${settings.model}\``;
  throw new EmbeddingError('ollama', 'unknown_model', `Ollama has no model ${settings.model}; ${remedy}`);
}

/** What the server says about the model, so that it need not be loaded to learn the length of its vectors. */
async function knownDimensions(
  settings: OllamaSettings,
  model: string,
  limit: AbortSignal,
): Promise<number | undefined> {
  try {
    const { model_info } = await call(settings, limit, (ollama) => ollama.show({ model }));
    const facts = Object.entries((model_info ?? {}) as unknown as Record<string, unknown>);
    const length = facts.find(([name]) => name.endsWith('.embedding_length'))?.[1];
    return typeof length === 'number' ? length : undefined;
  } catch (error) {
    // An old server may not know the request; one that is slow now would be slow to embed as well.
    if (limit.aborted) throw error;
    return undefined;
  }
}

async function embedBatch(
  settings: OllamaSettings,
  model: string,
  texts: readonly string[],
  limit: AbortSignal,
  caller?: AbortSignal,
): Promise<Float32Array[]> {
  const { embeddings } = await call(settings, limit, (ollama) => ollama.embed({ model, input: [...texts] }), caller);
  if (!Array.isArray(embeddings) || embeddings.length !== texts.length) {
    throw badAnswer(settings, `not one vector for each of ${texts.length} texts`);
  }
  return embeddings.map((values) => {
    const vector = Array.isArray(values) ? unitVector(values) : undefined;
    if (vector === undefined) throw badAnswer(settings, 'a vector with something that is no number');
    return vector;
  });
}

/** One exchange through Ollama's package, which offers neither a time limit nor a way to cancel. */
async function call<Answer>(
  { baseUrl }: OllamaSettings,
  limit: AbortSignal,
  ask: (ollama: Ollama) => Promise<Answer>,
  caller?: AbortSignal,
): Promise<Answer> {
  const { Ollama } = await import('ollama');
  const send: typeof fetch = async (url, options) => {
    const response = await fetch(url, { ...options, signal: limit });
    // Checked here, because the package prints refused answers to standard output.
    if (!response.ok) throw new EmbeddingError('ollama', 'bad_answer', await refusal(baseUrl, response));
    return response;
  };
  try {
    return await ask(new Ollama({ host: hostOf(baseUrl), fetch: send }));
  } catch (error) {
    caller?.throwIfAborted();
    if (error instanceof EmbeddingError) throw error;
    if (limit.aborted)
      throw new EmbeddingError('ollama', 'timeout', `Ollama at ${baseUrl} does not answer in time`, error);
    if (error instanceof SyntaxError) throw badAnswer({ baseUrl }, 'no JSON');
    const remedy = 'start it with `ollama serve`';
    throw new EmbeddingError('ollama', 'unreachable', `Ollama cannot be reached at ${baseUrl}; ${remedy}`, error);
  }
}

async function refusal(baseUrl: string, response: Response): Promise<string> {
  const text = (await response.text()).replace(/\s+/g, ' ').slice(0, 200);
  return `Ollama at ${baseUrl} refuses with status ${response.status}: ${text}`;
}

/** People also write the address with the start of its paths. */
function hostOf(baseUrl: string): string {
  return baseUrl.replace(/\/+$/, '').replace(/\/(api|v1)$/, '');
}

function badAnswer({ baseUrl }: Pick<OllamaSettings, 'baseUrl'>, what: string): EmbeddingError {
  return new EmbeddingError('ollama', 'bad_answer', `Ollama at ${baseUrl} answers with ${what}`);
}
