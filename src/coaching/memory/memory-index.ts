import { createVectorIndex, type Embedding, type VectorIndex } from '../../semantics/index.js';
import { innerProduct } from '../../semantics/kernels/inner-product.js';
import { createWordIndex, wordCodes } from '../../semantics/word-index.js';
import { float32ToBlob, readStoredVector } from '../../storage/index.js';
import type { MemoryDatabase, MemoryRow } from './memory-database.js';
import { embeddingId } from './memory-embedding.js';
import { comparedText } from './memory-rows.js';

/** All memories in the working memory, searched by meaning and words. Follows what other processes store. */
export interface MemoryIndex {
  /** Must be called after each change by this process. */
  noteChange(): void;
  /** By words alone if there is no embedding. Numbers of rows with scores from 0 to 1, the highest first. */
  search(query: IndexQuery, embedding: UsedEmbedding | undefined): Promise<readonly ScoredMemory[]>;
  /** Embeds and stores what the embedding has not seen yet. */
  embedMissing(embedding: UsedEmbedding, signal: AbortSignal): Promise<void>;
}

type UsedEmbedding = Omit<Embedding, 'close'>;

interface IndexQuery {
  readonly text: string;
  readonly vector: Float32Array | undefined;
  readonly limit: number;
  readonly project: string | undefined;
}

interface ScoredMemory {
  readonly number: number;
  readonly score: number;
}

export function createMemoryIndex({ database }: Pick<MemoryDatabase, 'database'>): MemoryIndex {
  const texts = createTexts(database);
  const vectors = createVectors(database, texts.projects);

  async function catchUp(embedding: UsedEmbedding | undefined): Promise<VectorIndex | undefined> {
    for (const key of await texts.catchUp()) vectors.remove(key);
    return embedding && vectors.read(embedding);
  }

  return {
    noteChange: () => texts.noteChange(),
    async search({ text, vector, limit, project }, embedding) {
      const index = await catchUp(vector && embedding);
      const { projects } = texts;
      const accepts = (key: string) => {
        const own = projects.get(key);
        return own !== undefined && (project ?? own) === own;
      };
      const byWords = texts.words.search(text);
      const nearest = index && vector ? index.search(vector, limit + MARGIN, accepts) : [];
      const cosines = new Map(nearest.map(({ id, score }) => [id, score]));
      const candidates = new Set([...byWords.best(limit + MARGIN, accepts), ...cosines.keys()]);
      return [...candidates]
        .map((key) => {
          const stored = cosines.has(key) ? undefined : index?.get(key);
          const cosine = cosines.get(key) ?? (stored && vector ? innerProduct(stored, vector, 0) : 0);
          return { number: Number(key), score: combine(byWords.of(key), cosine) };
        })
        .sort((a, b) => b.score - a.score || b.number - a.number)
        .slice(0, limit);
    },
    async embedMissing(embedding, signal) {
      const index = await catchUp(embedding);
      for (const keys of inPages(vectors.missingIn(index), EMBEDDED_AT_ONCE)) {
        signal.throwIfAborted();
        await vectors.make(keys, embedding, signal);
      }
    },
  };
}

/** The words and the project of every memory. */
function createTexts(database: MemoryDatabase['database']) {
  const words = createWordIndex();
  const projects = new Map<string, string>();
  let seenVersion: number | undefined;
  let lastNumber = 0;

  const readPage = () =>
    database.read((connection) =>
      connection.all<MemoryRow>(`SELECT * FROM memories WHERE number > ? ORDER BY number LIMIT ${PAGE}`, [lastNumber]),
    );

  return {
    words,
    projects,
    noteChange() {
      seenVersion = undefined;
    },
    /** Reads what was added since the last time, and returns what was deleted. */
    async catchUp(): Promise<readonly string[]> {
      const version = await database.dataVersion();
      if (version === seenVersion) return [];
      for (let rows = await readPage(); rows.length > 0; rows = await readPage()) {
        for (const row of rows) {
          words.add(String(row.number), wordCodes(comparedText(row)));
          projects.set(String(row.number), row.project);
          lastNumber = row.number;
        }
      }
      const numbers = await database.read((connection) =>
        connection.all<{ number: number }>('SELECT number FROM memories'),
      );
      const existing = new Set(numbers.map(({ number }) => String(number)));
      const deleted = [...projects.keys()].filter((known) => !existing.has(known));
      for (const key of deleted) {
        words.remove(key);
        projects.delete(key);
      }
      seenVersion = version;
      return deleted;
    },
  };
}

/** The vectors of the memories, of one embedding at a time. */
function createVectors(database: MemoryDatabase['database'], projects: ReadonlyMap<string, string>) {
  let current: { readonly embedding: string; readonly index: VectorIndex } | undefined;

  const missingIn = (index: VectorIndex | undefined): readonly string[] =>
    index === undefined || index.size === projects.size ? [] : [...projects.keys()].filter((key) => !index.has(key));

  return {
    missingIn,
    remove: (key: string) => void current?.index.remove(key),
    /** Those of this embedding that are stored. */
    async read(embedding: UsedEmbedding): Promise<VectorIndex> {
      const id = embeddingId(embedding);
      if (current?.embedding !== id) current = { embedding: id, index: createVectorIndex(embedding.dimensions) };
      const { index } = current;
      for (const keys of inPages(missingIn(index), PAGE)) {
        const rows = await database.read((connection) =>
          connection.all<{ number: number; vector: unknown }>(
            `SELECT number, vector FROM memory_vectors WHERE embedding = ? AND number IN (${keys.join()})`,
            [id],
          ),
        );
        for (const { number, vector } of rows) {
          const read = readStoredVector(vector, embedding.dimensions);
          if (read !== undefined) index.add(String(number), read);
        }
      }
      return index;
    },
    async make(keys: readonly string[], embedding: UsedEmbedding, signal: AbortSignal): Promise<void> {
      const rows = await database.read((connection) =>
        connection.all<MemoryRow>(`SELECT * FROM memories WHERE number IN (${keys.join()})`),
      );
      const made = await embedding.embed(rows.map(comparedText), signal);
      await database.write((connection) => {
        for (const [at, { number }] of rows.entries()) {
          // Another process may have forgotten it since.
          connection.run(`INSERT OR REPLACE INTO memory_vectors SELECT number, ?, ? FROM memories WHERE number = ?`, [
            embeddingId(embedding),
            float32ToBlob(made[at] as Float32Array),
            number,
          ]);
        }
      });
      for (const [at, { number }] of rows.entries()) current?.index.add(String(number), made[at] as Float32Array);
    },
  };
}

const PAGE = 500;
/** They stay done if the time is over. */
const EMBEDDED_AT_ONCE = 64;
/** What is best by one of the two measures alone may come after this many that are good by both. */
const MARGIN = 100;
/** Chosen on the tuning half of tests/data/coach-memories.json. */
const WORDS_SHARE = 0.5;

function combine(words: number, cosine: number): number {
  return Math.min(1, WORDS_SHARE * words + (1 - WORDS_SHARE) * Math.max(0, cosine));
}

function inPages(keys: readonly string[], size: number): string[][] {
  return Array.from({ length: Math.ceil(keys.length / size) }, (_, at) => keys.slice(at * size, (at + 1) * size));
}
