import type { ResolvedEntry } from '../../journal/index.js';
import { settleWithin } from '../../kernel/time-limit.js';
import { StorageError } from '../../storage/index.js';
import type { LearningContext } from '../context.js';
import type { Experience } from '../experiences/experience.js';
import { fromEntry } from '../experiences/from-entry.js';
import { storeExperience } from '../experiences/store-experience.js';
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

export interface SavePendingResult {
  readonly saved: number;
  /** These are still in the journal only. */
  readonly remaining: number;
  /** Of the first entry that was not saved. */
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
  const { database, fallback, breaker, journal, logger, closing, storeId } = context;

  const save: EntrySaver['save'] = async (entry, { needsVectors = true } = {}) => {
    const { similarity } = await fallback();
    const experience = fromEntry(entry, await assessQuality(entry, similarity));
    const embedded = await embed(experience).catch((error: unknown) => {
      if (needsVectors || closing.aborted) throw error;
      return { vectors: [], embeddingId: undefined };
    });
    const stored = await settleWithin({ maxMs: MAX_WRITE_MS }, () =>
      storeExperience(database, { experience, ...embedded }),
    );
    // A write that is late may still succeed; the next attempt then finds the entry stored.
    if (!stored.ok) throw new StorageError('busy', BUSY);
    // An entry that is stored but not marked is offered again.
    const marked = await journal?.markSaved(storeId, [entry.id]);
    if (marked?.ok === false)
      logger.log('warn', 'learning.not_marked', { id: entry.id, message: marked.error.message });
    logger.log('info', 'learning.saved', { id: entry.id, tier: experience.confidenceTier });
    return experience;
  };

  async function embed(experience: Experience) {
    const model = await findModel();
    if (model === undefined) return { vectors: [], embeddingId: undefined };
    const [vectors = []] = await breaker.attempt(() => embedExperiences(model, [experience], closing));
    return { vectors, embeddingId: model.id };
  }

  return {
    save,
    async savePending({ beforeEach, needsVectors = true } = {}) {
      const entries = (await journal?.unsavedEntries(storeId)) ?? [];
      let saved = 0;
      let problem: string | undefined;
      let failuresInRow = 0;
      for (const entry of entries) {
        await beforeEach?.();
        // One bad entry must not block the others, but two failures in a row mean that nothing can be saved now.
        if (closing.aborted || failuresInRow === 2) break;
        try {
          await save(entry, { needsVectors });
          saved += 1;
          failuresInRow = 0;
        } catch (error) {
          problem ??= error instanceof Error ? error.message : String(error);
          failuresInRow += 1;
          logger.log('warn', 'learning.not_saved', { id: entry.id, message: String(error) });
        }
      }
      // It only saves reading later.
      if (!closing.aborted) await journal?.noteSavedArchives(storeId);
      return { saved, remaining: entries.length - saved, problem };
    },
  };
}

/** Shorter than the time for which SQLite waits: the caller is answered before that. */
const MAX_WRITE_MS = 1_000;
const BUSY = `experiences.db has been locked for ${MAX_WRITE_MS} ms; let the program that writes to it finish`;
