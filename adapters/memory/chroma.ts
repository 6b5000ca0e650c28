import { z } from 'zod';
import type { ChromaServer, Memory } from '../../src/coaching/index.js';
import { parseJson } from '../../src/kernel/parse-json.js';
import { failure, type Result, success } from '../../src/kernel/result.js';
import { getAddress } from '../http/call/open-network.js';
import { sendOnce } from '../http/send-once.js';

/**
 * A ChromaDB server by its HTTP interface, version 2. Its own client is not used: it imports a package whose name the
 * server sends (docs/decisions/0025-chromadb-without-its-client.md).
 */
export function createChromaServer(url: string): ChromaServer {
  const isAddress = URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
  const base = `${url.replace(/\/+$/, '')}/api/v2/tenants/default_tenant/databases/default_database/collections`;

  async function send<Value>(request: ChromaRequest<Value>, signal: AbortSignal): Promise<Result<Value, string>> {
    if (!isAddress) return failure(WRONG_ADDRESS);
    const { method = 'POST', path, body, schema } = request;
    const call = { method, url: `${base}${path}`, headers: JSON_HEADERS };
    const sent = await sendOnce(body === undefined ? call : { ...call, body: JSON.stringify(body) }, SERVER, signal);
    if (!sent.ok) return failure(sent.error.message);
    const read = schema.safeParse(parseJson(sent.value.body));
    return read.success ? success(read.data) : failure('the server does not answer like ChromaDB; check its address');
  }

  return {
    url: isAddress ? getAddress(url) : WRONG_ADDRESS,
    openCollection: (name, metadata, signal) => {
      const configuration = { hnsw: { space: 'cosine' } };
      const body = { name, metadata, configuration, get_or_create: true };
      return send({ path: '', body, schema: COLLECTION }, signal);
    },
    deleteCollection: (name, signal) => send({ method: 'DELETE', path: `/${name}`, schema: ANY }, signal),
    upsert: (id, memories, signal) => {
      const body = {
        ids: memories.map((memory) => memory.id),
        documents: memories.map(({ content }) => content),
        metadatas: memories.map(({ metadata }) => metadata),
        embeddings: memories.map(({ vector }) => [...vector]),
      };
      return send({ path: `/${id}/upsert`, body, schema: ANY }, signal);
    },
    query: (id, { vector, nResults, project }, signal) => {
      const where = project === undefined ? {} : { where: { project } };
      const include = ['documents', 'metadatas', 'distances'];
      const body = { query_embeddings: [[...vector]], n_results: nResults, include, ...where };
      return send({ path: `/${id}/query`, body, schema: MATCHES }, signal);
    },
    get: (id, { sessionId, limit, offset }, signal) => {
      const where = sessionId === undefined ? {} : { where: { session_id: sessionId } };
      const body = { include: ['documents', 'metadatas'], limit, offset, ...where };
      return send({ path: `/${id}/get`, body, schema: RECORDS }, signal);
    },
    deleteSession: (id, sessionId, signal) =>
      send({ path: `/${id}/delete`, body: { where: { session_id: sessionId } }, schema: ANY }, signal),
  };
}

interface ChromaRequest<Value> {
  readonly method?: 'POST' | 'DELETE';
  readonly path: string;
  readonly body?: object;
  readonly schema: z.ZodType<Value>;
}

const JSON_HEADERS = { accept: 'application/json', 'content-type': 'application/json' };
/** The value is not shown, because it may contain a password. */
const WRONG_ADDRESS = 'CHROMADB_URL, which is not an address like http://127.0.0.1:8000';
const SERVER = { name: 'ChromaDB', unreachableHint: 'start it with `chroma run`' };

/** Nothing of the answer is needed, but it must be one of ChromaDB. */
const ANY = z.record(z.string(), z.unknown()).transform(() => undefined);

const COLLECTION = z
  .object({ id: z.uuid(), metadata: z.record(z.string(), z.unknown()).nullish() })
  .transform(({ id, metadata }) => {
    const embedding = metadata?.embedding;
    return { id, embedding: typeof embedding === 'string' ? embedding : undefined };
  });

/** Other programs may have stored records without some of the fields. */
const METADATA = z
  .object({
    session_id: z.string().catch(''),
    project: z.string().catch(''),
    created_at: z.string().catch(''),
    importance: z.string().catch('medium'),
    tags: z.string().catch(''),
  })
  .nullable()
  .transform((metadata) => metadata ?? NO_METADATA);

const NO_METADATA = { session_id: '', project: '', created_at: '', importance: 'medium', tags: '' };

const TEXTS = z.array(z.string().nullable());

const RECORDS = z
  .object({ ids: z.array(z.string()), documents: TEXTS, metadatas: z.array(METADATA) })
  .transform(toMemories);

const MATCHES = z
  .object({
    ids: z.tuple([z.array(z.string())]),
    documents: z.tuple([TEXTS]),
    metadatas: z.tuple([z.array(METADATA)]),
    distances: z.tuple([z.array(z.number().nullable())]),
  })
  .transform(({ ids, documents, metadatas, distances }) =>
    toMemories({ ids: ids[0], documents: documents[0], metadatas: metadatas[0] }).map((memory, at) => ({
      ...memory,
      distance: distances[0][at] ?? 1,
    })),
  );

interface Records {
  readonly ids: readonly string[];
  readonly documents: readonly (string | null)[];
  readonly metadatas: readonly Memory['metadata'][];
}

function toMemories({ ids, documents, metadatas }: Records): Memory[] {
  return ids.map((id, at) => ({ id, content: documents[at] ?? '', metadata: metadatas[at] ?? NO_METADATA }));
}
