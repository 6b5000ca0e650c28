import { isRecord } from '../../kernel/is-record.js';
import { parseJson } from '../../kernel/parse-json.js';
import type { Embedding } from './embedding.js';
import { EmbeddingError } from './embedding-error.js';
import type { OutgoingRequest, SendRequest } from './send-request.js';
import { unitVector } from './unit-vector.js';

export interface OllamaSettings {
  readonly baseUrl: string;
  readonly model: string;
}

export interface OllamaOptions {
  /** Without it Ollama cannot be used. */
  readonly send: SendRequest | undefined;
  /** The time limit to find the server and the model. */
  readonly probeMs?: number;
  /** The time limit for one batch; the first one includes loading the model. */
  readonly embedMs?: number;
}

/** Rejects with an `EmbeddingError` unless the server answers in time and has the model. */
export async function createOllamaEmbedding(settings: OllamaSettings, options: OllamaOptions): Promise<Embedding> {
  const { send, probeMs = 2_000, embedMs = 60_000 } = options;
  if (send === undefined) throw new EmbeddingError('ollama', 'unreachable', 'Ollama cannot be used: no HTTP client');
  const server: Server = { ...settings, send };
  const probe = AbortSignal.timeout(probeMs);
  const model = await findModel(server, probe);
  const dimensions =
    (await knownDimensions(server, model, probe)) ??
    (await measureDimensions(server, model, AbortSignal.timeout(embedMs)));
  return {
    backend: 'ollama',
    model,
    dimensions,
    embed: async (texts, signal) => {
      const vectors: Float32Array[] = [];
      for (let start = 0; start < texts.length; start += BATCH) {
        const limit = AbortSignal.timeout(embedMs);
        const either = signal === undefined ? limit : AbortSignal.any([signal, limit]);
        const batch = texts.slice(start, start + BATCH);
        const rows = await embedBatch(server, { model, input: batch }, either).catch((error: unknown) => {
          signal?.throwIfAborted();
          throw error;
        });
        vectors.push(...rows.map((row) => toVector(server, row, dimensions)));
      }
      return vectors;
    },
  };
}

interface Server extends OllamaSettings {
  readonly send: SendRequest;
}

const BATCH = 64;
/** Several times the longest vectors of any model; a longer one is an error of the server. */
const MAX_DIMENSIONS = 65_536;

/** The model's name on the server: "nomic-embed-text" is "nomic-embed-text:latest" there. */
async function findModel(server: Server, limit: AbortSignal): Promise<string> {
  const { models } = await exchange(server, { method: 'GET', url: toUrl(server, 'tags') }, limit);
  const names = Array.isArray(models) ? models.map((entry: unknown) => (isRecord(entry) ? entry.name : undefined)) : [];
  const found = [server.model, `${server.model}:latest`].find((name) => names.includes(name));
  if (found !== undefined) return found;
  const fix = `get it with \`ollama pull ${server.model}\``;
  throw new EmbeddingError('ollama', 'unknown_model', `Ollama has no model ${server.model}; ${fix}`);
}

/** The length of the vectors from the model's description, without loading the model. */
async function knownDimensions(server: Server, model: string, limit: AbortSignal): Promise<number | undefined> {
  try {
    const { model_info } = await exchange(server, post(server, 'show', { model }), limit);
    const entries = Object.entries(isRecord(model_info) ? model_info : {});
    const length = entries.find(([name]) => name.endsWith('.embedding_length'))?.[1];
    return isDimensions(length) ? length : undefined;
  } catch (error) {
    // An old server may not know the request, but a slow one would be slow to embed as well.
    if (limit.aborted) throw error;
    return undefined;
  }
}

async function measureDimensions(server: Server, model: string, limit: AbortSignal): Promise<number> {
  const [{ length } = []] = await embedBatch(server, { model, input: ['length'] }, limit);
  if (isDimensions(length)) return length;
  throw badAnswer(server, 'a vector that is empty or longer than that of any model');
}

function isDimensions(length: unknown): length is number {
  return Number.isInteger(length) && Number(length) >= 1 && Number(length) <= MAX_DIMENSIONS;
}

async function embedBatch(
  server: Server,
  question: { readonly model: string; readonly input: readonly string[] },
  limit: AbortSignal,
): Promise<readonly unknown[][]> {
  const { embeddings } = await exchange(server, post(server, 'embed', question), limit);
  const wanted = question.input.length;
  if (!Array.isArray(embeddings) || embeddings.length !== wanted || !embeddings.every(Array.isArray)) {
    throw badAnswer(server, `not one vector for each of ${wanted} texts`);
  }
  return embeddings;
}

/** JSON may contain `null` or a text, which typed arrays would convert to a number. */
function toVector(server: Server, values: readonly unknown[], dimensions: number): Float32Array {
  if (values.length !== dimensions) throw badAnswer(server, `${values.length} dimensions instead of ${dimensions}`);
  const numbers = values.filter((value) => typeof value === 'number');
  const vector = numbers.length === dimensions ? unitVector(numbers) : undefined;
  if (vector === undefined) throw badAnswer(server, 'a vector with a value that is not a number');
  return vector;
}

async function exchange(
  server: Server,
  request: OutgoingRequest,
  limit: AbortSignal,
): Promise<Readonly<Record<string, unknown>>> {
  const answer = await server.send(request, limit);
  if (!answer.ok) {
    const { kind, message } = answer.error;
    throw new EmbeddingError('ollama', kind, `Ollama at ${server.baseUrl}: ${message}`);
  }
  const json = parseJson(answer.value);
  if (!isRecord(json)) throw badAnswer(server, 'no JSON object');
  return json;
}

function post(server: Server, path: string, content: object): OutgoingRequest {
  return { method: 'POST', url: toUrl(server, path), body: JSON.stringify(content) };
}

/** People also write the address with the start of its paths. */
function toUrl({ baseUrl }: Server, path: string): string {
  return `${baseUrl.replace(/\/+$/, '').replace(/\/(api|v1)$/, '')}/api/${path}`;
}

function badAnswer({ baseUrl }: Server, what: string): EmbeddingError {
  return new EmbeddingError('ollama', 'bad_answer', `Ollama at ${baseUrl} answers with ${what}`);
}
