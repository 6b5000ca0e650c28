import { errorMessage } from '../kernel/error-code.js';
import { withinTime } from '../kernel/time-limit.js';
import type { EngineDependencies } from './contract/council.js';
import type { Recollection, TrackRecords } from './contract/council-memory.js';
import type { CheckedRequest } from './contract/request.js';
import type { DeliberationResult } from './contract/result.js';
import { RECORD } from './record/record-keys.js';
import { NOT_RECORDED, type Recorder } from './record/run.js';
import type { Redact } from './redact.js';
import type { TimeLimits } from './time-limits.js';

interface MemoryContext extends Pick<EngineDependencies, 'memory' | 'logger'> {
  readonly run: Recorder;
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
    const reason = errorMessage(error);
    logger.log('warn', 'decisions_not_recalled', { reason });
    return { ...NOTHING_RECALLED, warnings: [`${NOT_RECALLED}: ${reason}`] };
  }
}

const NOT_RECALLED = 'past decisions could not be looked at';

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

/**
 * Stores a finished deliberation where later ones find it. It is awaited, because a program that runs for one
 * deliberation ends right after it. What cannot be stored is still in the sidecar, from which it can be imported.
 */
export async function rememberDecision(
  result: DeliberationResult,
  context: MemoryContext,
): Promise<DeliberationResult> {
  if (result.decision_id === null) return result;
  const failed = await context.run.record<string | null>(RECORD.memory, () => store(result, context), null);
  if (failed === null) return result;
  // The reason itself says what to do about a damaged database, and about one that came with the project: there the
  // transcripts may have come with it too.
  const isNeedless = result.transcript_path === null || [IMPORTING, ADOPTING].some((hint) => failed.includes(hint));
  const fix = isNeedless ? '' : `; \`${IMPORTING}\` can read it from the transcripts later`;
  const warnings = withWarning(result.integrity.warnings, failed, fix);
  return { ...result, decision_id: null, integrity: { ...result.integrity, warnings } };
}

const IMPORTING = 'witan decisions import';
const ADOPTING = 'witan init --adopt';

/** Why it could not be stored, or null. */
async function store(
  result: DeliberationResult,
  { memory, logger }: Omit<MemoryContext, 'run'>,
): Promise<string | null> {
  try {
    // Not ended by the caller's signal: what was said before a deliberation was cancelled is worth remembering too.
    await withinTime({ maxMs: MAX_MS }, async () => memory?.remember(result));
    return null;
  } catch (error) {
    const reason = errorMessage(error);
    logger.log('error', 'decision_not_remembered', { id: result.deliberation_id, reason });
    return reason;
  }
}

/** Where the past could not be looked at, or the run not recorded, for the same reason, one warning says all. */
function withWarning(warnings: readonly string[], reason: string, fix: string): string[] {
  const notRecalled = `${NOT_RECALLED}: ${reason}`;
  const notRecorded = warnings.find((warning) => isSameOfOtherFile(warning, reason));
  const what = warnings.includes(notRecalled)
    ? `${NOT_RECALLED}, and this one not remembered`
    : 'this decision could not be remembered';
  const others = warnings.filter((warning) => warning !== notRecalled && warning !== notRecorded);
  if (notRecorded === undefined) return [...others, `${what}: ${reason}${fix}`];
  const [otherFile] = splitReason(notRecorded.slice(NOT_RECORDED.length + 2));
  return [...others, `${what}; ${NOT_RECORDED}: ${reason}${fix} (the same is true of ${otherFile})`];
}

function isSameOfOtherFile(warning: string, reason: string): boolean {
  const start = `${NOT_RECORDED}: `;
  return warning.startsWith(start) && splitReason(warning.slice(start.length))[1] === splitReason(reason)[1];
}

/** The file, with which the reasons of storage begin, and what is said of it. */
function splitReason(reason: string): readonly [string, string] {
  const end = reason.indexOf(' ');
  return [reason.slice(0, end), reason.slice(end)];
}

/** A little more than a database that another process keeps locked is waited for. */
const MAX_MS = 6_000;
