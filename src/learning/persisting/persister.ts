import type { ResolvedEntry } from '../../journal/index.js';
import type { Result } from '../../kernel/result.js';
import { settleWithin } from '../../kernel/time-limit.js';
import { StorageError } from '../../storage/index.js';
import type { LearningContext } from '../context.js';
import type { Experience } from '../experiences/experience.js';
import { fromEntry } from '../experiences/from-entry.js';
import { storeExperience } from '../experiences/store-experience.js';
import { embedExperiences } from '../memory/embed-experiences.js';
import type { FindModel } from '../memory/embedding-model.js';
import { assessQuality } from './assess-quality.js';
import { type PersistFailure, persistEntry } from './persist-entry.js';

export interface Persister {
  /** One attempt: stores the entry durably or throws. */
  store(entry: ResolvedEntry): Promise<Experience>;
  /** Resolves when the entry is stored durably, or when every attempt has failed. */
  persist(entry: ResolvedEntry): Promise<Result<Experience, PersistFailure>>;
  /** Takes over what the journal holds and earlier attempts did not store. Waits for `beforeEach` between entries. */
  persistPending(beforeEach?: () => Promise<void>): Promise<PendingResult>;
}

export interface PendingResult {
  readonly persisted: number;
  /** Still in the journal; the next start tries again. */
  readonly remaining: number;
  readonly failure: PersistFailure | undefined;
}

export function createPersister(context: LearningContext, findModel: FindModel): Persister {
  const { database, semantics, journal, logger, closing, storeId } = context;

  async function store(entry: ResolvedEntry): Promise<Experience> {
    const { similarity } = await semantics();
    const experience = fromEntry(entry, await assessQuality(entry, similarity));
    const model = await findModel();
    const [vectors = []] = model === undefined ? [] : await embedExperiences(model, [experience], closing);
    await briefly(storeExperience(database, { experience, vectors, embeddingId: model?.id }));
    await mark(entry.id);
    return experience;
  }

  const persist: Persister['persist'] = (entry) => persistEntry({ ...context, open: async () => ({ store }) }, entry);

  /** An entry that is stored but not marked is offered again, and storing it again changes nothing. */
  async function mark(id: string): Promise<void> {
    const marked = await journal?.markPersisted(storeId, [id]);
    if (marked?.ok === false) logger.log('warn', 'learning.not_marked', { id, message: marked.error.message });
  }

  async function persistPending(beforeEach?: () => Promise<void>): Promise<PendingResult> {
    const entries = (await journal?.unpersistedEntries(storeId)) ?? [];
    let persisted = 0;
    let failed: PersistFailure | undefined;
    let inSequence = 0;
    for (const entry of entries) {
      await beforeEach?.();
      // One that fails may be at fault itself and must not keep the others back; two in a row speak of the machine.
      if (closing.aborted || inSequence === 2) break;
      const result = await persist(entry);
      inSequence = result.ok ? 0 : inSequence + 1;
      if (result.ok) persisted += 1;
      else failed ??= result.error;
    }
    // It only spares reading later.
    if (!closing.aborted) await journal?.noteStoredArchives(storeId);
    return { persisted, remaining: entries.length - persisted, failure: failed };
  }

  return { store, persist, persistPending };
}

/** Four attempts of an agent that waits must not each take as long as a database is patient. */
const MAX_WRITE_MS = 500;

/** What is given up here may still be stored a little later; the next attempt then finds it done. */
async function briefly(write: Promise<void>): Promise<void> {
  const written = await settleWithin({ maxMs: MAX_WRITE_MS }, () => write);
  if (written.ok) return;
  const message = `experiences.db has been locked for ${MAX_WRITE_MS} ms; let the program that writes to it finish`;
  throw new StorageError('busy', message);
}
