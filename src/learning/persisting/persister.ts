import type { ResolvedEntry } from '../../journal/index.js';
import { failure, type Result, success } from '../../kernel/result.js';
import type { LearningContext } from '../context.js';
import type { Experience } from '../experiences/experience.js';
import { fromEntry } from '../experiences/from-entry.js';
import { storeExperience } from '../experiences/store-experience.js';
import { embedExperiences } from '../memory/embed-experiences.js';
import type { FindModel } from '../memory/embedding-model.js';
import { assessQuality } from './assess-quality.js';
import { withRetries } from './with-retries.js';

export interface PersistFailure {
  readonly kind: 'not_persisted';
  readonly id: string;
  readonly attempts: number;
  /** One line: the cause, and that nothing is lost. */
  readonly message: string;
}

export interface Persister {
  /** Resolves when the entry is stored durably, or when every attempt has failed. */
  persist(entry: ResolvedEntry): Promise<Result<Experience, PersistFailure>>;
  /** Takes over what the journal holds and earlier attempts did not store. */
  persistPending(): Promise<PendingResult>;
}

export interface PendingResult {
  readonly persisted: number;
  /** Still in the journal; the next start tries again. */
  readonly remaining: number;
  readonly failure: PersistFailure | undefined;
}

export function createPersister(context: LearningContext, findModel: FindModel): Persister {
  const { database, semantics, journal, logger, closing } = context;

  async function store(entry: ResolvedEntry): Promise<Experience> {
    const { similarity } = await semantics();
    const experience = fromEntry(entry, await assessQuality(entry, similarity));
    const model = await findModel();
    const [vectors = []] = model === undefined ? [] : await embedExperiences(model, [experience], closing);
    await storeExperience(database, { experience, vectors, embeddingId: model?.id });
    return experience;
  }

  async function persist(entry: ResolvedEntry): Promise<Result<Experience, PersistFailure>> {
    let attempts = 0;
    try {
      const experience = await withRetries(context, () => {
        attempts += 1;
        return store(entry);
      });
      await mark(entry.id);
      logger.log('info', 'learning.persisted', { id: entry.id, tier: experience.confidenceTier, attempts });
      return success(experience);
    } catch (error) {
      const cause = error instanceof Error ? error.message : String(error);
      logger.log('error', 'learning.not_persisted', { id: entry.id, attempts, message: cause });
      const message = `${entry.id} could not be stored for learning (${cause}); it is kept in the journal and stored at the next start`;
      return failure({ kind: 'not_persisted', id: entry.id, attempts, message });
    }
  }

  /** An entry that is stored but not marked is offered again, and storing it again changes nothing. */
  async function mark(id: string): Promise<void> {
    const marked = await journal?.markPersisted([id]);
    if (marked?.ok === false) logger.log('warn', 'learning.not_marked', { id, message: marked.error.message });
  }

  async function persistPending(): Promise<PendingResult> {
    const entries = (await journal?.unpersistedEntries()) ?? [];
    let persisted = 0;
    let failed: PersistFailure | undefined;
    let inSequence = 0;
    for (const entry of entries) {
      // One that fails may be at fault itself and must not keep the others back; two in a row speak of the machine.
      if (closing.aborted || inSequence === 2) break;
      const result = await persist(entry);
      inSequence = result.ok ? 0 : inSequence + 1;
      if (result.ok) persisted += 1;
      else failed ??= result.error;
    }
    return { persisted, remaining: entries.length - persisted, failure: failed };
  }

  return { persist, persistPending };
}
