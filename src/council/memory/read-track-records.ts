import type { CouncilDependencies } from '../council.js';
import type { TrackRecords } from './council-memory.js';
import { withinTime } from './within-time.js';

/** Undefined where too few outcomes are known for them to mean anything, or where they cannot be read. */
export async function readTrackRecords(
  question: string,
  { memory, logger }: Pick<CouncilDependencies, 'memory' | 'logger'>,
): Promise<TrackRecords | undefined> {
  if (memory === undefined) return undefined;
  try {
    const records = await withinTime(LONGEST_MS, undefined, (signal) => memory.trackRecords(question, signal));
    return records.outcomes >= FEWEST_OUTCOMES ? records : undefined;
  } catch (error) {
    // An addition to the three ways of counting that are always there: without it nothing is wrong.
    logger.log('warn', 'track_records_not_read', { message: String(error) });
    return undefined;
  }
}

const FEWEST_OUTCOMES = 10;
const LONGEST_MS = 2_000;
