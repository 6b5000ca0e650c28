import { errorMessage } from '../../kernel/error-code.js';
import { oneAtATime } from '../../kernel/one-at-a-time.js';
import { settleWithin, withinTime } from '../../kernel/time-limit.js';
import { StorageError } from '../../storage/index.js';
import { COLLECTION, createPaigeCollection, expectAnswer, getModel } from './chroma-collection.js';
import type { ChromaCollection, ChromaServer } from './chroma-server.js';
import type { StoreContext } from './embedded-store.js';
import { DEFAULT_RESULTS, type Memory, type MemoryStore } from './memory-store.js';
import { newMemories } from './new-memories.js';

export interface ChromaStoreContext extends StoreContext {
  readonly server: ChromaServer;
}

/**
 * Keeps memories in a ChromaDB server that may come and go. Each is stored in `memories.db` first: what the server does
 * not have is sent when it answers again, even if its collection was deleted.
 */
export function createChromaStore(context: ChromaStoreContext): MemoryStore {
  const { server, rows, embedding, logger } = context;
  const paige = createPaigeCollection(context);
  const { attempt, send, disconnect, close } = createAttempts(context, paige);

  // Its result is what the log says: the program does not wait for a server at its start.
  const started = attempt(send);

  return {
    async addMemories(request) {
      if (request.memories.length === 0) return { added: 0 };
      const memories = await newMemories(context, request);
      try {
        await rows.put(memories);
      } catch (error) {
        if (!(error instanceof StorageError)) throw error;
        logger.log('warn', 'memory.unavailable', { message: error.message });
        return { added: 0 };
      }
      const collection = await attempt(async (opened, signal) => {
        await send(opened, signal);
        return opened;
      });
      const ids = memories.map(({ id }) => id);
      return { added: collection === undefined ? 0 : await rows.countSent(ids, collection.id) };
    },
    async queryMemories({ queryText, nResults = DEFAULT_RESULTS, project }) {
      const found = await attempt(async (collection, signal) => {
        // Thousands may wait after a change of servers: the query continues with those that were sent.
        await settleWithin({ maxMs: LIMIT_MS / 2, signal }, (inner) => send(collection, inner));
        const [vector] = await (await getModel(embedding)).embed([queryText], signal);
        if (vector === undefined || nResults === 0) return [];
        return expectAnswer(await server.query(collection.id, { vector, nResults, project }, signal));
      });
      return found ?? [];
    },
    async isMemoryAvailable() {
      // Not after the start: both would wait for a server that hangs, one after the other.
      const checked = await attempt(async ({ id }, signal) => expectAnswer(await server.get(id, FIRST, signal)));
      return checked !== undefined;
    },
    async exportMemories() {
      const there = (await attempt((collection, signal) => paige.readAll(collection, undefined, signal))) ?? [];
      return mergeMemories(there, await rows.all());
    },
    async forgetMemories(filter) {
      const there = await attempt((collection, signal) => paige.readAll(collection, filter.sessionId, signal));
      const forgotten = await rows.forget(filter, true);
      disconnect();
      // Opening the collection makes it forget; if that fails now, the next operation does it.
      await attempt(async () => undefined);
      return { forgotten: new Set([...forgotten, ...(there ?? []).map(({ id }) => id)]).size };
    },
    async close() {
      close();
      await started;
      await context.database.database.close();
    },
  };
}

/** Connects to the server for each operation that needs it, and sends what waits. */
function createAttempts({ server, logger }: ChromaStoreContext, paige: ReturnType<typeof createPaigeCollection>) {
  const inOrder = oneAtATime();
  const closing = new AbortController();
  let connected: ChromaCollection | undefined;
  let wasLost = false;

  const connect = (signal: AbortSignal): Promise<ChromaCollection> =>
    inOrder(async () => {
      // The caller before may have used up this caller's time.
      signal.throwIfAborted();
      if (connected !== undefined) return connected;
      connected = await paige.open(signal);
      logger.log('info', `ChromaDB connected — collection ${COLLECTION} ready`, { url: server.url, again: wasLost });
      wasLost = false;
      return connected;
    });

  const send = (collection: ChromaCollection, signal: AbortSignal) =>
    inOrder(() => paige.sendPending(collection, signal));

  /** Undefined if the server fails or takes too long: the next operation connects again. */
  async function attempt<Value>(
    work: (collection: ChromaCollection, signal: AbortSignal) => Promise<Value>,
  ): Promise<Value | undefined> {
    try {
      const limit = { maxMs: LIMIT_MS, signal: closing.signal };
      return await withinTime(limit, async (signal) => work(await connect(signal), signal));
    } catch (error) {
      connected = undefined;
      wasLost = true;
      if (closing.signal.aborted) return undefined;
      const line = `ChromaDB unavailable at ${server.url} — memory features disabled`;
      logger.log('warn', line, { message: errorMessage(error) });
      return undefined;
    }
  }

  return {
    attempt,
    send,
    disconnect: () => {
      connected = undefined;
    },
    close: () => closing.abort(new Error('the memory was closed')),
  };
}

/** For each operation, with connecting and sending what waits. */
const LIMIT_MS = 1_500;
const FIRST = { limit: 1, offset: 0 };

/** The oldest first; the text in `memories.db` is the newer one. */
function mergeMemories(there: readonly Memory[], here: readonly Memory[]): Memory[] {
  const known = new Set(here.map(({ id }) => id));
  const others = there.filter(({ id }) => !known.has(id));
  return [...others, ...here].toSorted((a, b) =>
    a.metadata.created_at < b.metadata.created_at ? -1 : a.metadata.created_at > b.metadata.created_at ? 1 : 0,
  );
}
