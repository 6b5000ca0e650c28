import type { ResolvedEntry } from '../../journal/index.js';
import { failure, type Result, success } from '../../kernel/result.js';
import type { LearningContext } from '../context.js';
import type { Experience } from '../experiences/experience.js';
import { waitUnlessClosed, withRetries } from './with-retries.js';

export interface PersistFailure {
  readonly kind: 'not_persisted';
  readonly id: string;
  readonly attempts: number;
  /** One line: the cause, and that nothing is lost. */
  readonly message: string;
}

export interface PersistParts extends Pick<LearningContext, 'closing' | 'logger'> {
  /** Asked anew by every attempt: a database that cannot be opened now may be there a second later. */
  readonly open: () => Promise<{ store(entry: ResolvedEntry): Promise<Experience> }>;
  readonly wait?: LearningContext['wait'];
}

/** Resolves when the entry is stored durably, or when every attempt has failed. */
export async function persistEntry(
  { open, wait = waitUnlessClosed, closing, logger }: PersistParts,
  entry: ResolvedEntry,
): Promise<Result<Experience, PersistFailure>> {
  let attempts = 0;
  try {
    const experience = await withRetries({ wait, closing, logger }, async () => {
      attempts += 1;
      return (await open()).store(entry);
    });
    logger.log('info', 'learning.persisted', { id: entry.id, tier: experience.confidenceTier, attempts });
    return success(experience);
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    logger.log('error', 'learning.not_persisted', { id: entry.id, attempts, message: cause });
    const message = `${entry.id} is resolved, but not yet stored for learning (${cause}); it is kept in the journal and stored as soon as that works again, at the latest at the next start`;
    return failure({ kind: 'not_persisted', id: entry.id, attempts, message });
  }
}
