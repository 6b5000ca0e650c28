import type { Clock } from '../../kernel/clock.js';
import { openOnce } from '../../kernel/open-once.js';
import type { EmbeddedWith } from '../../semantics/index.js';
import { innerProduct } from '../../semantics/kernels/inner-product.js';
import type { Database } from '../../storage/index.js';
import type { CacheCounters, Recall } from '../model/decision-graph.js';
import type { DecisionGraphOptions } from '../model/decision-graph-options.js';
import { createLeastRecentlyUsed } from './least-recently-used.js';
import { createQuestionIndex, type QuestionIndex } from './question-index.js';
import { type EmbeddingCache, openQuestionSpace, type QuestionSpace } from './question-space.js';

/** The part of the database that is kept in memory, in one space of vectors. */
export interface Memory {
  readonly space: QuestionSpace;
  /** The number of the space in the database. */
  readonly spaceNumber: number;
  readonly index: QuestionIndex;
  readonly recalls: RecallCache;
}

export interface MemorySource {
  /** Opened at the first need; after a failure, at the next one. */
  open(): Promise<Memory>;
  /** The open memory; asks for nothing. */
  readonly opened: Memory | undefined;
  readonly embeddings: EmbeddingCache;
}

type Options = Pick<DecisionGraphOptions, 'embedding' | 'settings' | 'readOnly'> & {
  readonly clock: Clock;
  /** Called if the stored neighbors were found in another space, by another model or an earlier version. */
  readonly onStrangeLinks: () => void;
};

export function createMemorySource(database: Database, options: Options): MemorySource {
  const { settings, clock } = options;
  const embeddings: EmbeddingCache = createLeastRecentlyUsed(settings.embeddingCacheSize);
  let opened: Memory | undefined;

  async function open(): Promise<Memory> {
    const space = await openQuestionSpace(await options.embedding(), embeddings);
    const spaceNumber = await registerSpace(database, space.embeddedWith, {
      clock,
      readOnly: options.readOnly === true,
    });
    const { queryCacheSize: maxSize, queryTtlMs: ttlMs } = settings;
    const recalls = createRecallCache({ maxSize, ttlMs, clock, score: (cosine) => space.score(cosine) });
    const { dimensions } = space.embeddedWith;
    const index = createQuestionIndex({
      database,
      space: spaceNumber,
      dimensions,
      onChange: (number, vectorOf) => recalls.changed(number, vectorOf),
    });
    if (options.readOnly !== true && (await hasStrangeLinks(database, spaceNumber))) options.onStrangeLinks();
    opened = { space, spaceNumber, index, recalls };
    return opened;
  }

  return {
    open: openOnce(open).open,
    get opened() {
      return opened;
    },
    embeddings,
  };
}

/** Its number. Written only when there is something new to say: a recall should not wait for a writer. */
async function registerSpace(
  database: Database,
  { backend, model, dimensions }: EmbeddedWith,
  { clock, readOnly }: { readonly clock: Clock; readonly readOnly: boolean },
): Promise<number> {
  const now = clock.now();
  const values = [backend, model, dimensions];
  const find = 'SELECT number, used_at FROM spaces WHERE backend = ? AND model = ? AND dimensions = ?';
  const known = await database.read((connection) =>
    connection.first<{ number: number; used_at: string }>(find, values),
  );
  if (readOnly) return known?.number ?? NO_SPACE;
  if (known !== undefined && now.getTime() - Date.parse(known.used_at) < DAY_MS) return known.number;
  return database.write((connection) => {
    const upsert = `INSERT INTO spaces (backend, model, dimensions, used_at) VALUES (?, ?, ?, ?)
      ON CONFLICT (backend, model, dimensions) DO UPDATE SET used_at = excluded.used_at`;
    connection.run(upsert, [...values, now.toISOString()]);
    return Number(connection.first(find, values)?.number);
  });
}

async function hasStrangeLinks(database: Database, space: number): Promise<boolean> {
  const found = await database.read((connection) => connection.first(STRANGE, [space, space]));
  return found?.strange === 1;
}

// Two ranges of an index; "other than" would read the whole table.
const STRANGE = `
  SELECT EXISTS (SELECT 1 FROM decisions WHERE linked_in < ?) OR EXISTS (SELECT 1 FROM decisions WHERE linked_in > ?)
    AS strange`;

const NO_SPACE = -1;
const DAY_MS = 86_400_000;

/**
 * Answers that were given. A change drops those that it could alter and no others: otherwise every deliberation, which
 * ends with a new decision, would make all of them worthless.
 */
interface RecallCache {
  get(key: string): Recall | undefined;
  set(key: string, answer: CachedRecall): void;
  /** A decision is new, changed or gone. */
  changed(number: number, vectorOf: () => Float32Array | undefined): void;
  readonly counters: CacheCounters;
}

interface CachedRecall {
  readonly recall: Recall;
  /** The decisions that the answer speaks of. */
  readonly numbers: ReadonlySet<number>;
  /** A decision whose vector is so near to this one changes the answer. */
  readonly reach: { readonly vector: Float32Array; readonly minScore: number };
}

interface RecallCacheOptions {
  readonly maxSize: number;
  readonly ttlMs: number;
  readonly clock: Clock;
  /** From a cosine to the calibrated scale. */
  readonly score: (cosine: number) => number;
}

function createRecallCache({ maxSize, ttlMs, clock, score }: RecallCacheOptions): RecallCache {
  const answers = createLeastRecentlyUsed<CachedRecall & { readonly expiresAt: number }>(maxSize);
  return {
    get(key) {
      answers.drop(({ expiresAt }) => expiresAt <= clock.elapsed());
      return answers.get(key)?.recall;
    },
    set(key, answer) {
      answers.set(key, { ...answer, expiresAt: clock.elapsed() + ttlMs });
    },
    changed(number, vectorOf) {
      if (answers.counters.size === 0) return;
      const vector = vectorOf();
      answers.drop(
        ({ numbers, reach }) =>
          numbers.has(number) ||
          (vector !== undefined && score(innerProduct(reach.vector, vector, 0)) >= reach.minScore),
      );
    },
    get counters() {
      return answers.counters;
    },
  };
}
