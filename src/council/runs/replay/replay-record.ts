import { readFile } from 'node:fs/promises';
import { systemClock } from '../../../kernel/clock.js';
import { type Logger, silentLogger } from '../../../kernel/logger.js';
import { UserError } from '../../../kernel/user-error.js';
import type { ModelAdapter, ModelDirectory } from '../../../models/index.js';
import type { Similarity } from '../../../semantics/index.js';
import type { Forecast } from '../../budget/forecast.js';
import { conductDebate, keepResult } from '../../conduct-debate.js';
import type { CouncilDependencies } from '../../council.js';
import type { TextRedactor } from '../../redact.js';
import type { DeliberationResult } from '../../result.js';
import type { CouncilSettings } from '../../settings.js';
import { limitDeliberation } from '../../time-limits.js';
import { findTranscript } from '../../transcript/keep-transcript.js';
import { renderTranscript } from '../../transcript/render-transcript.js';
import { cannotFollow } from '../follow-record.js';
import { stagesIn } from '../limits-in-force.js';
import { restoreSitting } from '../restore-sitting.js';
import type { CallPlace } from '../run.js';
import { type RecordedSeat, restoreSeat } from '../sitting.js';
import type { RecordedCall, RunRecord } from '../store/run-record.js';
import { compareValues, type Difference, firstDifference, type TextDifference } from './compare-values.js';
import { type AskedAgain, replayRun } from './replay-run.js';

/** What became of a recorded deliberation when today's engine went over it. */
export interface Replay {
  readonly deliberation_id: string;
  /** Prompts, result and transcript are what they were, to the last character. */
  readonly identical: boolean;
  readonly recorded_with: string;
  /** What the record does not say because its version did not know of it; of a setting, what is configured now was taken. */
  readonly lacks: readonly string[];
  readonly prompts: {
    readonly same: number;
    readonly changed: readonly (CallPlace & { readonly difference: TextDifference })[];
    readonly not_recorded: readonly CallPlace[];
    readonly not_asked: readonly CallPlace[];
  };
  readonly differences: readonly Difference[];
  /** Against the file that was written then; `missing` where it is not there any more. */
  readonly transcript: 'same' | 'changed' | 'missing';
  readonly result: DeliberationResult;
  readonly transcript_text: string;
}

/** What was asked in a recorded call; only of those that are worded differently now. */
export type PromptOf = (call: RecordedCall) => Promise<string>;

/** Goes over a recorded deliberation with the engine as it is now: without a model, without a network, writing nothing. */
export async function replayRecord(
  record: RunRecord,
  promptOf: PromptOf,
  redactor: TextRedactor,
  present: CouncilSettings,
  logger: Logger = silentLogger,
): Promise<Replay> {
  const { result: recorded } = record;
  const id = record.sitting.deliberationId;
  if (recorded === null) {
    throw new UserError(
      'conflict',
      `deliberation ${id} has no result yet, so there is nothing to compare with; continue it first: witan deliberate --resume ${id}`,
    );
  }
  try {
    return await follow(record, recorded, promptOf, redactor, present, logger);
  } catch (error) {
    throw cannotFollow(id, error, logger);
  }
}

async function follow(
  record: RunRecord,
  recorded: DeliberationResult,
  promptOf: PromptOf,
  redactor: TextRedactor,
  present: CouncilSettings,
  logger: Logger,
): Promise<Replay> {
  const run = replayRun(record);
  const { sitting: restored, lacks } = restoreSitting(record, present);
  const stages = stagesIn(record.facts);
  // One that was continued went on with what participants might read by then; versions before this kept only the last.
  const oldStage = stages.length > 0 ? {} : run.note<Partial<CouncilSettings>>(OLD_STAGE, () => ({}));
  const { evidence, fileTree } = { ...restored.settings, ...(stages.at(-1) ?? oldStage) };
  const sitting = { ...restored, settings: { ...restored.settings, evidence, fileTree } };
  const dependencies = withoutTheWorld(sitting.settings, redactor, logger);
  const table = {
    sitting,
    seats: sitting.seats.map((seat) => restoreSeat(seat, silentAdapter(seat))),
    forecast: await run.fact<Forecast>('forecast', unexpected),
    continued: { begunWith: restored.settings.evidence, stages },
  };
  const limits = limitDeliberation(undefined, undefined);
  const conduct = { run, limits, activeMs: () => 0, onProgress: () => undefined };
  const conducted = await conductDebate(table, conduct, dependencies);
  const result = await keepResult(conducted.result, sitting, run, dependencies);
  const text = renderTranscript(result, new Date(sitting.startedAt));
  const isUnsaid = compareValues({ ...restored.settings, ...oldStage }, restored.settings).length > 0;
  const lacking = isUnsaid ? [...lacks, WHICH_LIMITS] : lacks;
  const transcript = await compareTranscript(recorded, present.transcriptsFolder, text);
  return report({ ...record, lacks: lacking, promptOf, transcript }, recorded, result, text, run.asked());
}

const OLD_STAGE = 'closing/settings';
/** Without it answers that were given under the limits of an earlier attempt seem to be to prompts with the last ones. */
const WHICH_LIMITS = 'which limits held for which answers when it was continued';

async function report(
  {
    sitting,
    version,
    lacks,
    promptOf,
    transcript,
  }: RunRecord & Pick<Replay, 'lacks' | 'transcript'> & { readonly promptOf: PromptOf },
  recorded: DeliberationResult,
  result: DeliberationResult,
  text: string,
  { same, changed, notRecorded, notAsked }: AskedAgain,
): Promise<Replay> {
  // As JSON both ways: what a reader of the result never sees is no difference.
  const differences = compareValues(recorded, JSON.parse(JSON.stringify(result)));
  const isAsked = changed.length + notRecorded.length + notAsked.length === 0;
  return {
    deliberation_id: sitting.deliberationId,
    identical: isAsked && differences.length === 0 && transcript !== 'changed',
    recorded_with: version,
    lacks,
    prompts: {
      same,
      changed: await describeChanges(changed, promptOf),
      not_recorded: notRecorded.map(placeOf),
      not_asked: notAsked.map(placeOf),
    },
    differences,
    transcript,
    result,
    transcript_text: text,
  };
}

async function describeChanges(
  changed: AskedAgain['changed'],
  promptOf: PromptOf,
): Promise<Replay['prompts']['changed']> {
  const described: Replay['prompts']['changed'][number][] = [];
  for (const { call, prompt } of changed) {
    described.push({ ...placeOf(call), difference: firstDifference(await promptOf(call), prompt) });
  }
  return described;
}

function placeOf({ phase, round, participant, call }: CallPlace): CallPlace {
  return { phase, round, participant, call };
}

/** Only a transcript of this deliberation, in the folder of the transcripts: a record must not name a file to be read. */
async function compareTranscript(
  { deliberation_id: id, transcript_path: recorded }: DeliberationResult,
  folder: string,
  text: string,
): Promise<Replay['transcript']> {
  const file = findTranscript(id, recorded, folder);
  const written = file === null ? undefined : await readFile(file, 'utf8').catch(() => undefined);
  if (written === undefined) return 'missing';
  return written === text ? 'same' : 'changed';
}

/** Nothing here can be asked: everything comes from the record. */
function withoutTheWorld(
  settings: CouncilDependencies['settings'],
  redactor: TextRedactor,
  logger: Logger,
): CouncilDependencies {
  const directory: ModelDirectory = {
    names: () => [],
    adapter: async (name) => silentAdapter({ cli: name, kind: 'http' }),
    models: () => [],
  };
  return {
    directory,
    settings,
    similarity: NO_COMPARISON,
    clock: systemClock,
    logger,
    redactor,
    isInsideCouncil: false,
  };
}

const NO_COMPARISON: Similarity = { backend: 'none', compare: unexpected };

function silentAdapter({ cli, kind }: Pick<RecordedSeat, 'cli' | 'kind'>): ModelAdapter {
  return {
    name: cli,
    kind,
    ask: unexpected,
    availability: async () => ({ available: false, reason: 'a replay asks nobody', remedy: 'none is needed' }),
  };
}

async function unexpected(): Promise<never> {
  throw new Error('a replay takes everything from the record');
}
