import { setImmediate as nextTurn } from 'node:timers/promises';
import { createVectorIndex, type VectorIndex } from '../../semantics/index.js';
import { type Database, type ReadConnection, readStoredVector } from '../../storage/index.js';
import { currentRevision } from '../store/tables.js';

/**
 * The questions' vectors in memory, searched exactly. Several processes change the database: before a search, what
 * changed since the last one is loaded, also changes by other processes.
 */
export interface QuestionIndex {
  readonly size: number;
  /** Loads what is new. In slices: others have their turn in between. */
  refresh(): Promise<void>;
  /** To be called after a write of this process, of which the database says nothing. */
  expectChanges(): void;
  search(vector: Float32Array, count: number, accept?: (number: number) => boolean): readonly Near[];
  vectorOf(number: number): Float32Array | undefined;
  isArchived(number: number): boolean;
  has(number: number): boolean;
  /** Decisions without a stored vector. */
  readonly unstored: ReadonlySet<number>;
  /** A new vector; it is searched from now on. */
  add(number: number, vector: Float32Array): void;
  /** The numbers of all decisions that can be found. */
  numbers(): Iterable<number>;
}

interface Near {
  readonly number: number;
  readonly cosine: number;
}

export interface QuestionIndexOptions {
  readonly database: Database;
  /** The space of the vectors, as the database numbers it. */
  readonly space: number;
  readonly dimensions: number;
  /** Called for every decision that is new, changed or gone. Its vector is read only if the listener asks for it. */
  readonly onChange: (number: number, vectorOf: () => Float32Array | undefined) => void;
}

export function createQuestionIndex(options: QuestionIndexOptions): QuestionIndex {
  const { database, space, dimensions, onChange } = options;
  const index: VectorIndex<number> = createVectorIndex(dimensions);
  const changed = (number: number) => onChange(number, () => index.get(number));
  const loaded: Loaded = {
    index,
    archived: new Set(),
    withoutStored: new Set(),
    known: new Set(),
    seen: { vectors: 0, decisions: 0, deletions: -1, dataVersion: Number.NaN },
  };
  const { archived, withoutStored, known, seen } = loaded;
  let isOwnWriteUnseen = true;
  let refreshing: Promise<void> | undefined;

  async function load(): Promise<void> {
    const isCurrent = !isOwnWriteUnseen && (await database.dataVersion()) === seen.dataVersion;
    if (isCurrent) return;
    isOwnWriteUnseen = false;
    const next = () => database.read((connection) => readPage(connection, space, seen));
    try {
      while (takePage(loaded, await next(), { dimensions, changed })) await nextTurn();
    } catch (error) {
      isOwnWriteUnseen = true;
      throw error;
    }
  }

  return {
    get size() {
      return index.size;
    },
    async refresh() {
      // One after the other: two that load the same pages would report each change twice.
      while (refreshing !== undefined) await refreshing.catch(() => undefined);
      refreshing = load();
      try {
        await refreshing;
      } finally {
        refreshing = undefined;
      }
    },
    expectChanges() {
      isOwnWriteUnseen = true;
    },
    search: (vector, count, accept) =>
      index.search(vector, count, accept).map(({ id, score }) => ({ number: id, cosine: score })),
    vectorOf: (number) => index.get(number),
    has: (number) => index.has(number),
    isArchived: (number) => archived.has(number),
    unstored: withoutStored,
    add(number, vector) {
      if (!known.has(number)) return;
      index.add(number, vector);
      changed(number);
    },
    *numbers() {
      for (const number of known) if (index.has(number)) yield number;
    },
  };
}

/** The decisions in memory, and the revision up to which they were loaded. */
interface Loaded {
  readonly index: VectorIndex<number>;
  readonly archived: Set<number>;
  readonly withoutStored: Set<number>;
  readonly known: Set<number>;
  readonly seen: { vectors: number; decisions: number; deletions: number; dataVersion: number };
}

function readPage(connection: ReadConnection, space: number, seen: Loaded['seen']): Page {
  if (seen.deletions < 0) seen.deletions = currentRevision(connection);
  return {
    dataVersion: connection.dataVersion(),
    vectors: connection.all(VECTORS, [space, seen.vectors, VECTORS_PER_PAGE]),
    decisions: connection.all(DECISIONS, [seen.decisions, ROWS_PER_PAGE]),
    deletions: connection.all(DELETIONS, [seen.deletions, ROWS_PER_PAGE]),
  };
}

/** True if there may be more. */
function takePage(
  { index, archived, withoutStored, known, seen }: Loaded,
  { vectors, decisions, deletions, dataVersion }: Page,
  { dimensions, changed }: { readonly dimensions: number; readonly changed: (number: number) => void },
): boolean {
  // First: a decision whose vector was dropped comes again among the changed ones.
  for (const { decision, revision } of deletions) {
    seen.deletions = revision;
    index.remove(decision);
    for (const numbers of [archived, withoutStored, known]) numbers.delete(decision);
    changed(decision);
  }
  for (const { decision, vector, revision } of vectors) {
    seen.vectors = revision;
    const stored = readStoredVector(vector, dimensions);
    // Embedded again when it is needed, like a decision without a vector.
    if (stored === undefined) continue;
    const isNew = !index.has(decision);
    index.add(decision, stored);
    withoutStored.delete(decision);
    if (isNew) changed(decision);
  }
  for (const { number, archived_at, revision } of decisions) {
    seen.decisions = revision;
    if (!known.has(number) && !index.has(number)) withoutStored.add(number);
    known.add(number);
    if (archived_at === null) archived.delete(number);
    else archived.add(number);
    changed(number);
  }
  seen.dataVersion = dataVersion;
  return (
    vectors.length === VECTORS_PER_PAGE || decisions.length === ROWS_PER_PAGE || deletions.length === ROWS_PER_PAGE
  );
}

// A page takes a few milliseconds.
const VECTORS_PER_PAGE = 200;
const ROWS_PER_PAGE = 2_000;

const VECTORS = `
  SELECT decision, vector, revision FROM embeddings WHERE space = ? AND revision > ? ORDER BY revision LIMIT ?`;
const DECISIONS = 'SELECT number, archived_at, revision FROM decisions WHERE revision > ? ORDER BY revision LIMIT ?';
const DELETIONS = 'SELECT decision, revision FROM deletions WHERE revision > ? ORDER BY revision LIMIT ?';

interface Page {
  readonly dataVersion: number;
  readonly vectors: readonly { readonly decision: number; readonly vector: unknown; readonly revision: number }[];
  readonly decisions: readonly {
    readonly number: number;
    readonly archived_at: string | null;
    readonly revision: number;
  }[];
  readonly deletions: readonly { readonly decision: number; readonly revision: number }[];
}
