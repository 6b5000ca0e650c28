import type { ResolvedEntry } from '../../journal/index.js';
import { settleWithin } from '../../kernel/time-limit.js';
import { StorageError } from '../../storage/index.js';
import type { LearningContext } from '../context.js';
import type { Experience } from '../experiences/experience.js';
import { fromEntry } from '../experiences/from-entry.js';
import { type EmbeddedExperience, storeExperience } from '../experiences/store-experience.js';
import { embedExperiences } from '../memory/embed-experiences.js';
import type { FindModel } from '../memory/embedding-model.js';
import { assessQuality } from './assess-quality.js';

export interface SaveOptions {
  /** False: stores the text alone, if the embedding service does not answer. Its vectors are made when it does. */
  readonly needsVectors?: boolean;
}

export interface SavePendingOptions extends SaveOptions {
  /** Awaited before each entry. */
  readonly beforeEach?: () => Promise<void>;
}

interface SavePendingResult {
  readonly saved: number;
  /** These are still in the journal only. */
  readonly remaining: number;
  /** The problem of the first entry that was not saved. */
  readonly problem: string | undefined;
}

/** Makes experiences of resolved entries. */
export interface EntrySaver {
  /** One attempt; throws if it fails. Saving the same entry again changes nothing. */
  save(entry: ResolvedEntry, options?: SaveOptions): Promise<Experience>;
  /** One attempt for each entry of the journal that is not saved yet. */
  savePending(options?: SavePendingOptions): Promise<SavePendingResult>;
}

export function createEntrySaver(context: LearningContext, findModel: FindModel): EntrySaver {
  const { database, fallback, journal, logger, closing, storeId } = context;
  const embedder = createEmbedder(context, findModel);

  async function makeExperience(entry: ResolvedEntry): Promise<Experience> {
    const { similarity } = await fallback();
    return fromEntry(entry, await assessQuality(entry, similarity));
  }

  async function store(experience: Experience, embedded: Embedded): Promise<void> {
    const { id, confidenceTier: tier } = experience;
    const stored = await settleWithin({ maxMs: MAX_WRITE_MS }, () =>
      storeExperience(database, { experience, ...embedded }),
    );
    // A write that is late may still succeed; the next attempt then finds the entry stored.
    if (!stored.ok) throw new StorageError('busy', BUSY);
    // An entry that is stored but not marked is offered again.
    const marked = await journal?.markSaved(storeId, [id]);
    if (marked?.ok === false) logger.log('warn', 'learning.not_marked', { id, message: marked.error.message });
    logger.log('info', 'learning.saved', { id, tier });
  }

  /** Says whether the entry was still in the journal: a user may have deleted it since it was read. */
  async function savePendingEntry(entry: ResolvedEntry, needsVectors: boolean): Promise<boolean> {
    const experience = await makeExperience(entry);
    const embedded = await (needsVectors ? embedder.embedInBackground(experience) : embedder.embed(experience, false));
    if ((await journal?.hasResolved(entry.id)) === false) return false;
    await store(experience, embedded);
    return true;
  }

  return {
    async save(entry, { needsVectors = true } = {}) {
      const experience = await makeExperience(entry);
      await store(experience, await embedder.embed(experience, needsVectors));
      return experience;
    },
    async savePending({ beforeEach, needsVectors = true } = {}) {
      const entries = (await journal?.unsavedEntries(storeId)) ?? [];
      let saved = 0;
      let deleted = 0;
      let problem: string | undefined;
      for (const entry of entries) {
        await beforeEach?.();
        if (closing.aborted) break;
        try {
          if (await savePendingEntry(entry, needsVectors)) saved += 1;
          else deleted += 1;
        } catch (error) {
          problem ??= error instanceof Error ? error.message : String(error);
          logger.log('warn', 'learning.not_saved', { id: entry.id, message: String(error) });
          if (error instanceof StorageError || (needsVectors && (await embedder.isDown()))) break;
        }
      }
      // It only saves reading later.
      if (!closing.aborted) await journal?.noteSavedArchives(storeId);
      return { saved, remaining: entries.length - saved - deleted, problem };
    },
  };
}

interface Embedder {
  /** For a user that waits. If the service fails: without vectors, unless they are needed. */
  embed(experience: Experience, needsVectors: boolean): Promise<Embedded>;
  embedInBackground(experience: Experience): Promise<Embedded>;
  /** True if other entries would fail too. */
  isDown(): Promise<boolean>;
}

function createEmbedder({ breaker, closing }: LearningContext, findModel: FindModel): Embedder {
  async function embed(experience: Experience): Promise<Embedded> {
    const model = await findModel();
    if (model === undefined) return WITHOUT_VECTORS;
    const [vectors = []] = await embedExperiences(model, [experience], closing);
    return { vectors, embeddingId: model.id };
  }

  return {
    async embed(experience, needsVectors) {
      try {
        return await breaker.attempt(() => embed(experience));
      } catch (error) {
        if (needsVectors || closing.aborted) throw error;
        return WITHOUT_VECTORS;
      }
    },
    embedInBackground: (experience) => breaker.attemptInBackground(() => embed(experience)),
    isDown: () =>
      breaker
        .attemptInBackground(async () => (await findModel())?.embed(['ready'], { signal: closing }))
        .then(
          () => false,
          () => true,
        ),
  };
}

type Embedded = Omit<EmbeddedExperience, 'experience'>;

const WITHOUT_VECTORS: Embedded = { vectors: [], embeddingId: undefined };

/** Shorter than the time for which SQLite waits: the caller is answered before that. */
const MAX_WRITE_MS = 1_000;
const BUSY = `experiences.db has been locked for ${MAX_WRITE_MS} ms; let the program that writes to it finish`;
