import { readFile } from 'node:fs/promises';
import { systemClock } from '../../kernel/clock.js';
import { silentLogger } from '../../kernel/logger.js';
import { UserError } from '../../kernel/user-error.js';
import type { Forecast } from '../budget/forecast.js';
import type { EngineDependencies, TextRedactor } from '../contract/council.js';
import type { DeliberationResult } from '../contract/result.js';
import type { CouncilSettings } from '../contract/settings.js';
import { openDeliberation } from '../deliberation.js';
import { restoreSeat, silentAdapter } from '../panel/seat.js';
import { RECORD } from '../record/record-keys.js';
import { type CallKey, finishedRoundLimits } from '../record/run.js';
import { reachResult, saveResult } from '../run-deliberation.js';
import { cannotFollow } from '../runs/cannot-follow.js';
import { restoreSetup } from '../runs/restore-setup.js';
import type { RecordedCall, RunRecord } from '../runs/store/run-record.js';
import { limitDeliberation } from '../time-limits.js';
import { renderTranscript } from '../transcript/render-transcript.js';
import { findTranscript } from '../transcript/save-transcript.js';
import { type AskedAgain, replayRun } from './replay-run.js';

/** The result of running today's engine over a recorded deliberation. */
export interface Replay {
  readonly deliberation_id: string;
  /** Prompts, result and transcript are what they were, to the last character. */
  readonly identical: boolean;
  readonly recorded_with: string;
  /** Facts that the record lacks because its version did not know of them; of a setting, what is configured now was taken. */
  readonly lacks: readonly string[];
  readonly prompts: {
    readonly same: number;
    readonly changed: readonly (CallKey & { readonly difference: TextDifference })[];
    readonly not_recorded: readonly CallKey[];
    readonly not_asked: readonly CallKey[];
  };
  readonly differences: readonly Difference[];
  /** Against the file that was written then; `missing` where it is not there any more. */
  readonly transcript: 'same' | 'changed' | 'missing';
  readonly result: DeliberationResult;
  readonly transcript_text: string;
}

export interface ReplayContext {
  /** Reads the prompt of a recorded call; read only for prompts that are worded differently now. */
  readonly promptOf: (call: RecordedCall) => Promise<string>;
  readonly redactor: TextRedactor;
  /** As they are configured now. */
  readonly settings: CouncilSettings;
}

/** Repeats a recorded deliberation with the engine as it is now: without a model, without a network, writing nothing. */
export async function replayRecord(record: RunRecord, context: ReplayContext): Promise<Replay> {
  const id = record.setup.deliberationId;
  const { result: recorded } = record;
  if (recorded === null) {
    throw new UserError(
      'conflict',
      `deliberation ${id} has no result yet, so there is nothing to compare with; continue it first: witan deliberate --resume ${id}`,
    );
  }
  try {
    return await compare(recorded, await repeat(record, context), context);
  } catch (error) {
    throw cannotFollow(id, error, silentLogger);
  }
}

interface Repeated extends Pick<Replay, 'deliberation_id' | 'recorded_with' | 'lacks' | 'result' | 'transcript_text'> {
  readonly asked: AskedAgain;
}

/** The deliberation as today's engine runs it with the recorded answers. */
async function repeat(record: RunRecord, context: ReplayContext): Promise<Repeated> {
  const run = replayRun(record);
  const { setup, lacks } = restoreSetup(record, context.settings);
  const input = {
    setup,
    seats: setup.seats.map((seat) => restoreSeat(seat, silentAdapter(seat))),
    forecast: await run.record<Forecast>(RECORD.forecast, unexpected),
    run,
    limits: limitDeliberation(undefined, undefined),
    activeMs: () => 0,
    onProgress: () => undefined,
    finishedRounds: finishedRoundLimits(record.facts),
  };
  const deliberation = await openDeliberation(input, withoutTheWorld(setup.settings, context));
  const result = await saveResult((await reachResult(deliberation)).result, deliberation);
  return {
    deliberation_id: deliberation.id,
    recorded_with: record.version,
    lacks: hasUnknownLimits(record, setup.settings) ? [...lacks, WHICH_LIMITS] : lacks,
    result,
    transcript_text: renderTranscript(result, deliberation.startedAt),
    asked: run.asked(),
  };
}

/** Earlier versions recorded the limits of a continued run, but not those of each round. */
function hasUnknownLimits({ facts }: RunRecord, settings: CouncilSettings): boolean {
  if (facts.has(RECORD.roundLimits(1).name)) return false;
  return [...facts]
    .filter(([key]) => key === 'closing/settings' || key.startsWith('lasting/stage/'))
    .map(([, value]) => JSON.parse(value) as Partial<CouncilSettings>)
    .some(({ evidence, fileTree }) => compareValues({ ...settings, evidence, fileTree }, settings).length > 0);
}

const WHICH_LIMITS = 'which limits applied to which answers when it was continued';

async function compare(
  recorded: DeliberationResult,
  { asked, ...repeated }: Repeated,
  { promptOf, settings }: ReplayContext,
): Promise<Replay> {
  const { same, changed, notRecorded, notAsked } = asked;
  const transcript = await compareTranscript(recorded, settings.transcriptsFolder, repeated.transcript_text);
  // As JSON both ways: what a reader of the result never sees is not a difference.
  const differences = compareValues(recorded, JSON.parse(JSON.stringify(repeated.result)));
  const isAsked = changed.length + notRecorded.length + notAsked.length === 0;
  return {
    ...repeated,
    identical: isAsked && differences.length === 0 && transcript !== 'changed',
    prompts: {
      same,
      changed: await describeChanges(changed, promptOf),
      not_recorded: notRecorded.map(getKey),
      not_asked: notAsked.map(getKey),
    },
    differences,
    transcript,
  };
}

async function describeChanges(
  changed: AskedAgain['changed'],
  promptOf: ReplayContext['promptOf'],
): Promise<Replay['prompts']['changed']> {
  const described: Replay['prompts']['changed'][number][] = [];
  for (const { call, prompt } of changed) {
    described.push({ ...getKey(call), difference: firstDifference(await promptOf(call), prompt) });
  }
  return described;
}

function getKey({ phase, round, participant, call }: CallKey): CallKey {
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
function withoutTheWorld(settings: CouncilSettings, { redactor }: ReplayContext): EngineDependencies {
  return {
    directory: {
      names: () => [],
      adapter: async (name) => silentAdapter({ cli: name, kind: 'http' }),
      models: () => [],
    },
    settings,
    similarity: { backend: 'none', compare: unexpected },
    clock: systemClock,
    logger: silentLogger,
    redactor,
    isInsideCouncil: false,
  };
}

async function unexpected(): Promise<never> {
  throw new Error('a replay takes everything from the record');
}

/** One value of a result that differs. */
interface Difference {
  /** `voting_result.final_tally.SQLite` */
  readonly path: string;
  /** Undefined where there was nothing. */
  readonly recorded: unknown;
  readonly replayed: unknown;
}

/** All paths at which two JSON values differ, as short as possible. */
export function compareValues(recorded: unknown, replayed: unknown, path = ''): Difference[] {
  if (Object.is(recorded, replayed)) return [];
  if (!isContainer(recorded) || !isContainer(replayed) || Array.isArray(recorded) !== Array.isArray(replayed)) {
    return [{ path, recorded, replayed }];
  }
  const [before, after] = [new Map(Object.entries(recorded)), new Map(Object.entries(replayed))];
  const names = [...new Set([...before.keys(), ...after.keys()])];
  return names.flatMap((name) =>
    compareValues(before.get(name), after.get(name), path === '' ? name : `${path}.${name}`),
  );
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** The first difference of two texts, with the lines as they were and as they are. */
interface TextDifference {
  /** From 1. */
  readonly line: number;
  readonly recorded: readonly string[];
  readonly now: readonly string[];
}

/** The first lines that differ, without what is the same at the end. */
export function firstDifference(recorded: string, now: string): TextDifference {
  const [before, after] = [recorded.split('\n'), now.split('\n')];
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start++;
  let end = 0;
  while (end < Math.min(before.length, after.length) - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  const cut = (lines: readonly string[]) => lines.slice(start, lines.length - end).slice(0, MAX_LINES);
  return { line: start + 1, recorded: cut(before), now: cut(after) };
}

const MAX_LINES = 3;
