import { setImmediate as nextTurn } from 'node:timers/promises';
import { createBreaker } from '../../kernel/create-breaker.js';
import type { Logger } from '../../kernel/logger.js';
import { describeFallback } from '../../semantics/index.js';
import { type Database, StorageError } from '../../storage/index.js';
import { withoutSharedPreamble } from '../store/shared-preamble.js';
import type { Memory, MemorySource } from './open-memory.js';

export interface QuestionEmbedder {
  /** The vector of a question, and the decisions that were embedded by the same model. */
  embed(question: string, signal?: AbortSignal): Promise<EmbeddedQuestion>;
  /** The decisions alone. */
  open(): Promise<OpenedMemory>;
}

interface OpenedMemory {
  readonly memory: Memory;
  /** Why the configured embedding was not used; undefined if it was. */
  readonly notice: string | undefined;
}

export interface EmbeddedQuestion extends OpenedMemory {
  readonly vector: Float32Array;
  /** The question without the sentences that several stored ones begin with. */
  readonly subject: string;
}

export interface QuestionEmbedderOptions {
  readonly database: Database;
  readonly primary: MemorySource;
  /** Used while `primary` does not answer. Its vectors stay in memory. */
  readonly fallback: MemorySource;
  readonly logger: Logger;
}

export function createQuestionEmbedder(options: QuestionEmbedderOptions): QuestionEmbedder {
  const { database, primary, fallback, logger } = options;
  const breaker = createBreaker({ maxMs: 4_000, pauseMs: 15_000 });

  async function openMemory(signal?: AbortSignal): Promise<OpenedMemory> {
    try {
      const memory = await breaker.attempt(() => primary.open(), signal);
      await memory.index.refresh();
      await breaker.attempt(() => embedUnsearchable(database, memory, { max: MAX_EMBEDDED_AT_ONCE, signal }), signal);
      return { memory, notice: undefined };
    } catch (error) {
      return openFallback(error, signal);
    }
  }

  async function openFallback(error: unknown, signal?: AbortSignal): Promise<OpenedMemory> {
    signal?.throwIfAborted();
    // A database that does not answer is not a failure of the embedding, and would not answer now either.
    if (error instanceof StorageError) throw error;
    logger.log('warn', 'decisions.fallback_embedding', { message: String(error) });
    const memory = await fallback.open();
    await memory.index.refresh();
    await embedUnsearchable(database, memory, { max: MAX_FALLBACK, signal });
    return { memory, notice: describeFallback(error, memory.space.comparesWords ? 'words' : 'builtin') };
  }

  return {
    async embed(question, signal) {
      const subject = await database.read((connection) => withoutSharedPreamble(connection, question));
      const opened = await openMemory(signal);
      const embedIn = ({ space }: Memory) => space.embedOne(subject, signal);
      if (opened.notice !== undefined) return { ...opened, subject, vector: await embedIn(opened.memory) };
      try {
        return { ...opened, subject, vector: await breaker.attempt(() => embedIn(opened.memory), signal) };
      } catch (error) {
        const instead = await openFallback(error, signal);
        return { ...instead, subject, vector: await embedIn(instead.memory) };
      }
    },
    open: () => openMemory(),
  };
}

/** Takes about a second. */
const MAX_FALLBACK = 20_000;

/**
 * A decision that was just stored, here or by another process, is found immediately: its question is embedded in memory
 * if its vector is not stored yet. Only the latest `max`; the background work embeds the rest.
 */
async function embedUnsearchable(
  database: Database,
  { space, index }: Memory,
  { max, signal }: { readonly max: number; readonly signal?: AbortSignal | undefined },
): Promise<void> {
  if (index.unstored.size === 0) return;
  const unsearchable = [...index.unstored].filter((number) => !index.has(number));
  const missing = [...Float64Array.from(unsearchable).sort()].slice(-max);
  for (let start = 0; start < missing.length; start += PAGE) {
    const questions = await readQuestions(database, missing.slice(start, start + PAGE));
    const vectors = await space.embed(
      questions.map(({ question }) => question),
      signal,
    );
    for (const [at, { number }] of questions.entries()) {
      const vector = vectors[at];
      if (vector !== undefined) index.add(number, vector);
    }
    await nextTurn();
  }
}

const PAGE = 64;

/** Embedded by recall itself; more than this is a backlog, of a new model or of a process that was killed. */
export const MAX_EMBEDDED_AT_ONCE = 64;

interface StoredQuestion {
  readonly number: number;
  /** Without the sentences that it shares with several others. */
  readonly question: string;
}

export function readQuestions(database: Database, numbers: readonly number[]): Promise<StoredQuestion[]> {
  return database.read((connection) =>
    connection
      .all<StoredQuestion>('SELECT number, question FROM decisions WHERE number IN (SELECT value FROM json_each(?))', [
        JSON.stringify(numbers),
      ])
      .map(({ number, question }) => ({ number, question: withoutSharedPreamble(connection, question) })),
  );
}
