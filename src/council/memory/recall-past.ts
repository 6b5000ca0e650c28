import type { CheckedRequest } from '../check-request.js';
import type { CouncilDependencies } from '../council.js';
import type { Recollection } from './council-memory.js';
import { withinTime } from './within-time.js';

/** What is known of earlier decisions on similar questions. A deliberation needs none: whatever goes wrong is a warning. */
export async function recallPast(
  { question, workingDirectory }: CheckedRequest,
  caller: AbortSignal,
  { memory, logger }: Pick<CouncilDependencies, 'memory' | 'logger'>,
): Promise<Recollection> {
  if (memory === undefined) return NOTHING_RECALLED;
  try {
    const recalled = await withinTime(LONGEST_MS, caller, (signal) =>
      memory.recall(question, { workingDirectory, signal }),
    );
    return { ...recalled, text: recalled.text.slice(0, LONGEST_TEXT) };
  } catch (error) {
    if (caller.aborted) return NOTHING_RECALLED;
    const reason = error instanceof Error ? error.message : String(error);
    logger.log('warn', 'decisions_not_recalled', { reason });
    return { ...NOTHING_RECALLED, warnings: [`${NOT_RECALLED}: ${reason}`] };
  }
}

export const NOT_RECALLED = 'past decisions could not be looked at';

export const NOTHING_RECALLED: Recollection = { text: '', decisions: [], warnings: [] };
/** A busy machine that opens the database and the embedding for the first time needs seconds; a debate takes minutes. */
const LONGEST_MS = 4_000;
/** Whatever the memory's own budget is: the answers of a debate need the room. */
const LONGEST_TEXT = 80_000;
