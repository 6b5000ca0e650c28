import type { Result } from '../../kernel/result.js';
import type { ChromaCollection, ChromaServer } from './chroma-server.js';
import { embeddingId, type MemoryEmbedding } from './memory-embedding.js';
import { comparedText, EVERYTHING, type MemoryRows, toMemory } from './memory-rows.js';
import type { Memory } from './memory-store.js';

/** The collection of the coach, kept equal to `memories.db`. Everything here throws a `ChromaFailure` if the server fails. */
export interface PaigeCollection {
  /** Opens it and makes it forget what was forgotten while the server was away. */
  open(signal: AbortSignal): Promise<ChromaCollection>;
  /** Sends what it does not have, in batches: those that were sent stay sent if the time is over. */
  sendPending(collection: ChromaCollection, signal: AbortSignal): Promise<void>;
  readAll(collection: ChromaCollection, sessionId: string | undefined, signal: AbortSignal): Promise<readonly Memory[]>;
}

export const COLLECTION = 'paige_memories';

class ChromaFailure extends Error {
  override readonly name = 'ChromaFailure';
}

export function expectAnswer<Value>(answer: Result<Value, string>): Value {
  if (answer.ok) return answer.value;
  throw new ChromaFailure(answer.error);
}

export interface CollectionContext {
  readonly server: ChromaServer;
  readonly rows: MemoryRows;
  readonly embedding: MemoryEmbedding;
}

export function createPaigeCollection({ server, rows, embedding }: CollectionContext): PaigeCollection {
  const openWith = async (id: string, signal: AbortSignal) =>
    expectAnswer(await server.openCollection(COLLECTION, { embedding: id }, signal));

  /** Before anything in it is changed or deleted. */
  async function expectOwn({ id, embedding: madeWith }: ChromaCollection, signal: AbortSignal): Promise<void> {
    if (madeWith !== undefined) return;
    const stored = expectAnswer(await server.get(id, { limit: 1, offset: 0 }, signal));
    if (stored.length === 0) return;
    throw new ChromaFailure(`another program made the collection ${COLLECTION}; give the coach a server of its own`);
  }

  async function forgetThere(collection: ChromaCollection, signal: AbortSignal): Promise<ChromaCollection> {
    const sessions = await rows.toForget();
    const isEverything = sessions.includes(EVERYTHING);
    if (isEverything) expectAnswer(await server.deleteCollection(COLLECTION, signal));
    else for (const session of sessions) expectAnswer(await server.deleteSession(collection.id, session, signal));
    await rows.markForgotten(sessions);
    return isEverything ? openWith(embeddingId(await getModel(embedding)), signal) : collection;
  }

  /** Vectors of another embedding cannot be compared, and may have another length: the collection is made again. */
  async function renew(collection: ChromaCollection, id: string, signal: AbortSignal): Promise<ChromaCollection> {
    const memories = await readAll(collection, undefined, signal);
    // Stored here first, so that nothing is lost if the server fails in between.
    await rows.adopt(memories);
    expectAnswer(await server.deleteCollection(COLLECTION, signal));
    return openWith(id, signal);
  }

  async function readAll(collection: ChromaCollection, sessionId: string | undefined, signal: AbortSignal) {
    const memories: Memory[] = [];
    for (let page: readonly Memory[] = []; ; ) {
      const range = { sessionId, limit: PAGE, offset: memories.length };
      page = expectAnswer(await server.get(collection.id, range, signal));
      memories.push(...page);
      if (page.length < PAGE) return memories;
    }
  }

  return {
    async open(signal) {
      const id = embeddingId(await getModel(embedding));
      const opened = await openWith(id, signal);
      await expectOwn(opened, signal);
      const current = await forgetThere(opened, signal);
      return current.embedding === id ? current : renew(current, id, signal);
    },
    async sendPending(collection, signal) {
      for (;;) {
        const waiting = await rows.pending(collection.id, BATCH);
        if (waiting.length === 0) return;
        signal.throwIfAborted();
        const vectors = await (await getModel(embedding)).embed(waiting.map(comparedText), signal);
        const records = waiting.map((row, at) => ({ ...toMemory(row), vector: vectors[at] as Float32Array }));
        expectAnswer(await server.upsert(collection.id, records, signal));
        await rows.markSent(
          waiting.map(({ number }) => number),
          collection.id,
        );
      }
    },
    readAll,
  };
}

const PAGE = 500;
const BATCH = 100;

export async function getModel(embedding: MemoryEmbedding) {
  const model = await embedding();
  if (model === undefined) throw new ChromaFailure('ChromaDB needs vectors, and semantics.embedding is none');
  return model;
}
