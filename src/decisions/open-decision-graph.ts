import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Clock, systemClock } from '../kernel/clock.js';
import { silentLogger } from '../kernel/logger.js';
import type { Connection, Database, ReadConnection } from '../storage/index.js';
import { createLinker, type Linker } from './linking/create-linker.js';
import { createQuestionEmbedder, type QuestionEmbedder } from './memory/embed-question.js';
import { createLeastRecentlyUsed } from './memory/least-recently-used.js';
import { createMemorySource, type MemorySource } from './memory/open-memory.js';
import { getName, readVectors, searchDecisions } from './memory/search-decisions.js';
import type { Decision } from './model/decision.js';
import type { DecisionGraph, Recall } from './model/decision-graph.js';
import type { DecisionGraphOptions } from './model/decision-graph-options.js';
import { deliberationRecordSchema, isDecision } from './model/deliberation-record.js';
import { createRecall } from './recall/create-recall.js';
import { archiveDecisions, deleteDecision, restoreDecisions, storeOutcome } from './store/change-decisions.js';
import { draftDecision, keepQuestion } from './store/draft-decision.js';
import { countDecisions, type DecisionPage, findNumber, readPage, resolveNumber } from './store/find-decisions.js';
import { insertDecision } from './store/insert-decision.js';
import { openDatabaseInTurns } from './store/open-database-in-turns.js';
import { readDecisions } from './store/read-decisions.js';
import { neighborsOf, predecessorsOf, readLinks } from './store/read-links.js';
import { readAwaitingOutcome, readStats } from './store/read-stats.js';
import { readJudgedTopics, readTitles, storeTopics } from './store/topics.js';

/** Rejects with a `StorageError` when the database cannot be used; its message says why and what helps. */
export async function openDecisionGraph(options: DecisionGraphOptions): Promise<DecisionGraph> {
  const { file, clock = systemClock, logger = silentLogger, redact = async (text) => text, readOnly = false } = options;
  const database = await openDatabaseInTurns(file, { ...storageOptions(options), rebuilding: REBUILDING });
  const memory = createMemorySource(database, { ...options, clock, onStrangeLinks: () => linker.wake() });
  const linker = createLinker({ database, openMemory: () => memory.open(), clock, logger });
  const fallback = createMemorySource(database, {
    ...options,
    embedding: async () => options.fallbackEmbedding?.().catch(() => undefined),
    // Nothing is stored or linked in its space.
    readOnly: true,
    clock,
    onStrangeLinks: () => undefined,
  });
  const embedder = createQuestionEmbedder({ database, primary: memory, fallback, logger });
  const parts = { database, memory, fallback, embedder, linker, clock, redact };
  // Continues what an earlier process left; no caller waits for it.
  if (!readOnly && (await hasUnlinked(database))) linker.wake();
  return {
    recall: recallIn(parts, options),
    search: (text, request = {}) => searchDecisions({ database, embedder }, text, request),
    vectors: async ({ archived = 'without' } = {}) => readVectors({ database, embedder }, archived),
    ...createReading(parts),
    ...createChanging(parts),
    drain: ({ maxMs = 60_000 } = {}) => linker.drain(maxMs),
    async stats() {
      const stored = await readStats(database);
      const { opened, embeddings } = memory;
      const queries = opened?.recalls.counters ?? { hits: 0, misses: 0, size: 0 };
      return {
        ...stored,
        caches: { queries, embeddings: embeddings.counters },
        driver: database.driver,
        embeddedWith: opened === undefined ? undefined : getName(opened),
      };
    },
    check: () => database.checkIntegrity(),
    async close() {
      await linker.drain(CLOSING_MS);
      await linker.stop();
      await database.close();
    },
  };
}

interface GraphParts {
  readonly database: Database;
  readonly memory: MemorySource;
  readonly fallback: MemorySource;
  readonly embedder: QuestionEmbedder;
  readonly linker: Linker;
  readonly clock: Clock;
  readonly redact: (text: string) => Promise<string>;
}

async function hasUnlinked(database: Database): Promise<boolean> {
  return (await database.read((connection) => connection.first(ANY_UNLINKED))) !== undefined;
}

function recallIn(
  { database, memory, embedder, linker, redact }: GraphParts,
  { settings, readOnly = false }: DecisionGraphOptions,
): DecisionGraph['recall'] {
  const onBacklog = readOnly ? () => undefined : () => linker.wake();
  const recall = createRecall({ database, embedder, settings, onBacklog });
  const storedForms = createLeastRecentlyUsed<string>(settings.queryCacheSize);

  /** Cleans a question as it was stored: a long one, or one with a secret, differs there; the same question must still be found. */
  async function asStored(question: string): Promise<string> {
    const known = storedForms.get(question);
    if (known !== undefined) return known;
    const stored = await keepQuestion(question, redact);
    storedForms.set(question, stored);
    return stored;
  }

  /** Without stored decisions there is nothing to compare with, so no embedding is loaded. */
  async function isEmpty(): Promise<boolean> {
    return (await database.read((connection) => connection.first('SELECT 1 FROM decisions LIMIT 1'))) === undefined;
  }

  return async (question, request) =>
    memory.opened === undefined && (await isEmpty()) ? NOTHING : recall(await asStored(question), request);
}

function createReading(parts: GraphParts) {
  const { database } = parts;
  return {
    neighborsOf: (id) =>
      database.read((connection) => {
        const number = findNumber(connection, id);
        return number === undefined ? [] : neighborsOf(connection, number);
      }),
    predecessorsOf: (id) => read(parts, (connection) => predecessorsOf(connection, id)),
    links: (request = {}) => readLinks(database, request),
    async get(id) {
      const [decision] = await read(parts, (connection) => findNumber(connection, id) ?? []);
      return decision ?? null;
    },
    resolve: async (idOrPrefix) =>
      decisionAt(parts, await database.read((connection) => resolveNumber(connection, idOrPrefix))),
    async list({ limit = 50, ...request } = {}) {
      return (await database.read((connection) => readPage(connection, { ...request, limit }))).decisions;
    },
    all: (request = {}) => readAllPages(database, request),
    titles: ({ archived = 'without' } = {}) => database.read((connection) => readTitles(connection, archived)),
    awaitingOutcome: (decidedBefore) => database.read((connection) => readAwaitingOutcome(connection, decidedBefore)),
    judgedTopics: () => database.read(readJudgedTopics),
    count: (request = {}) => database.read((connection) => countDecisions(connection, request)),
  } satisfies Partial<DecisionGraph>;
}

function createChanging(parts: GraphParts) {
  const { database, linker, clock, redact } = parts;
  return {
    async remember(record, { isRenewed = false } = {}) {
      const parsed = deliberationRecordSchema.parse(record);
      if (!isDecision(parsed)) return null;
      // The first record takes long to be read: not in one turn with everything else that is done the first time.
      await nextTurn();
      const draft = await draftDecision(parsed, redact, clock.now());
      const insert = (connection: Connection) => insertDecision(connection, draft, isRenewed);
      const { number, isNew, isRelinkDue } = await change(parts, insert);
      if (isNew) linker.wake(number);
      if (isRelinkDue) linker.wake();
      // Nothing above waited for anything: without this, a series of calls would block other work.
      await nextTurn();
      return decisionAt(parts, number);
    },
    keepTopics: (topics) => database.write((connection) => storeTopics(connection, topics)),
    async delete(id) {
      const isDeleted = await change(parts, (connection) => deleteDecision(connection, id));
      if (isDeleted) linker.wake();
      return isDeleted;
    },
    async archive(which) {
      let archived = 0;
      for (;;) {
        const numbers = await change(parts, (connection) =>
          archiveDecisions(connection, which, { now: which.at ?? clock.now(), limit: ARCHIVED_AT_ONCE }),
        );
        archived += numbers.length;
        if (numbers.length < ARCHIVED_AT_ONCE) return archived;
      }
    },
    restore: (ids) => change(parts, (connection) => restoreDecisions(connection, ids)),
    async setOutcome(id, record) {
      const note = record.note === undefined ? undefined : await redact(record.note);
      const outcome = { ...record, note, recordedAt: record.recordedAt ?? clock.now() };
      return decisionAt(parts, await change(parts, (connection) => storeOutcome(connection, id, outcome)));
    },
  } satisfies Partial<DecisionGraph>;
}

/** A change, and a notice to everything in this process that depends on it. */
async function change<Value>(
  { database, memory, fallback }: GraphParts,
  work: (connection: Connection) => Value,
): Promise<Value> {
  const value = await database.write(work);
  for (const each of [memory, fallback]) each.opened?.index.expectChanges();
  return value;
}

function read(
  { database }: GraphParts,
  find: (connection: ReadConnection) => number | readonly number[],
): Promise<Decision[]> {
  return database.read((connection) => readDecisions(connection, [find(connection)].flat()));
}

async function decisionAt(parts: GraphParts, number: number): Promise<Decision> {
  const [decision] = await read(parts, () => number);
  if (decision === undefined) throw new Error('a decision that was just found is not there');
  return decision;
}

const REBUILDING = '`witan decisions import transcripts` then reads the decisions back';
const NOTHING: Recall = { matches: [], text: '', fromCache: false, warnings: [] };
const ANY_UNLINKED = 'SELECT 1 FROM decisions WHERE linked_in IS NULL LIMIT 1';
const ARCHIVED_AT_ONCE = 500;
const CLOSING_MS = 2_000;
const PAGE = 200;

function storageOptions({ clock, logger, driver, lockTimeoutMs, readOnly }: DecisionGraphOptions) {
  return {
    ...(clock !== undefined && { clock }),
    ...(logger !== undefined && { logger }),
    ...(driver !== undefined && { driver }),
    ...(lockTimeoutMs !== undefined && { lockTimeoutMs }),
    ...(readOnly !== undefined && { readOnly }),
  };
}

async function* readAllPages(
  database: Database,
  options: Parameters<DecisionGraph['list']>[0],
): AsyncGenerator<Decision> {
  let after: DecisionPage['end'];
  do {
    const page = await database.read((connection) => readPage(connection, { ...options, limit: PAGE, after }));
    yield* page.decisions;
    after = page.end;
    // Reading waits for nothing: without this, all pages would be one turn.
    if (after !== undefined) await nextTurn();
  } while (after !== undefined);
}
