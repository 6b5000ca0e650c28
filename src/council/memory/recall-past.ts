import type { Logger } from '../../kernel/logger.js';
import { withinTime } from '../../kernel/time-limit.js';
import type { CouncilMemory, Recollection, TrackRecords } from '../contract/council-memory.js';
import type { CheckedRequest } from '../contract/request.js';
import { RECORD } from '../record/record-keys.js';
import type { Recorder } from '../record/run.js';
import type { Redact } from '../redact.js';
import type { TimeLimits } from '../time-limits.js';

export interface MemoryContext {
  readonly memory?: CouncilMemory;
  readonly run: Recorder;
  readonly logger: Logger;
}

interface RecallContext extends MemoryContext {
  readonly request: CheckedRequest;
  readonly limits: TimeLimits;
  readonly redact: Redact;
}

/** Earlier decisions on similar questions. A deliberation needs none: whatever goes wrong is a warning. */
export function recallPast(context: RecallContext): Promise<Recollection> {
  return context.run.record(
    RECORD.pastDecisions,
    async () => {
      const recalled = await recall(context);
      return { ...recalled, text: await context.redact(recalled.text) };
    },
    NOTHING_RECALLED,
  );
}

async function recall({ request, limits, memory, logger }: RecallContext): Promise<Recollection> {
  if (memory === undefined) return NOTHING_RECALLED;
  const { question, workingDirectory } = request;
  try {
    const recalled = await withinTime({ maxMs: MAX_RECALL_MS, signal: limits.signal }, (signal) =>
      memory.recall(question, { workingDirectory, signal }),
    );
    return { ...recalled, text: recalled.text.slice(0, MAX_TEXT_LENGTH) };
  } catch (error) {
    if (limits.signal.aborted) return NOTHING_RECALLED;
    const reason = error instanceof Error ? error.message : String(error);
    logger.log('warn', 'decisions_not_recalled', { reason });
    return { ...NOTHING_RECALLED, warnings: [`${NOT_RECALLED}: ${reason}`] };
  }
}

export const NOT_RECALLED = 'past decisions could not be looked at';

const NOTHING_RECALLED: Recollection = { text: '', decisions: [], warnings: [] };
/** A busy machine that opens the database and the embedding for the first time needs seconds; a debate takes minutes. */
const MAX_RECALL_MS = 4_000;
/** Whatever the memory's own limit is: the answers of a debate need the space. */
const MAX_TEXT_LENGTH = 80_000;

/** Undefined if too few outcomes are known for them to mean anything, or if they cannot be read. */
export async function readTrackRecords({
  request,
  memory,
  logger,
  run,
}: Omit<RecallContext, 'limits' | 'redact'>): Promise<TrackRecords | undefined> {
  const read = async (): Promise<TrackRecords | null> => {
    if (memory === undefined) return null;
    try {
      const records = await withinTime({ maxMs: MAX_TRACK_RECORDS_MS }, (signal) =>
        memory.trackRecords(request.question, signal),
      );
      return records.outcomes >= MIN_OUTCOMES ? records : null;
    } catch (error) {
      // An addition to the three ways of counting that are always there: without it nothing is wrong.
      logger.log('warn', 'track_records_not_read', { message: String(error) });
      return null;
    }
  };
  return (await run.record(RECORD.trackRecords, read, null)) ?? undefined;
}

const MIN_OUTCOMES = 10;
const MAX_TRACK_RECORDS_MS = 2_000;
