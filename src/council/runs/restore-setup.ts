import { DEMO, OLD_DEMO, withCurrentDemoName } from '../../kernel/demo-names.js';
import { isRecord } from '../../kernel/is-record.js';
import { familyOf, type Price } from '../../models/index.js';
import type { CheckedRequest } from '../contract/request.js';
import type { CouncilSettings } from '../contract/settings.js';
import { MAX_OPTIONS } from '../options/read-ballot.js';
import type { RecordedSeat } from '../panel/seat.js';
import { createRecordReader, type RecordReader } from './record-reader.js';
import type { DeliberationSetup } from './setup.js';
import type { RunRecord } from './store/run-record.js';

export interface Restored {
  readonly setup: DeliberationSetup;
  /** What the record of an older version does not have: today's default is used. */
  readonly lacks: readonly string[];
}

/**
 * What a deliberation began with, as today's engine needs it. Versions before this one may have recorded less, and
 * any program that edited the file: every value is checked. Throws a `UserError` if a value is missing that has no
 * default, or is not what it should be.
 */
export function restoreSetup(
  { setup, version }: Pick<RunRecord, 'setup' | 'version'>,
  present: CouncilSettings,
): Restored {
  const { deliberationId, startedAt } = setup;
  const reader = createRecordReader(deliberationId, version);
  if (Number.isNaN(Date.parse(startedAt))) reader.refuse('startedAt');
  const settings = restoreSettings(setup.settings, present, reader);
  const request = restoreRequest(setup.request, settings, reader);
  const seats = restoreRecordedSeats(setup.seats, reader);
  return { setup: { deliberationId, startedAt, request, seats, settings }, lacks: reader.lacks() };
}

function restoreSettings(stored: unknown, present: CouncilSettings, reader: RecordReader): CouncilSettings {
  // Older records do not have it because all participants were asked: that is not a missing value.
  const known = isRecord(stored) ? { challenge: false, ...stored } : stored;
  const settings = reader.fill(present, known, 'settings');
  const { summarizers, evidence } = settings;
  const refusal = isRecord(stored) && isRecord(stored.evidence) ? stored.evidence.refusal : undefined;
  reader.oneOf(MODES, settings.defaultMode, 'settings.defaultMode');
  reader.oneOf(SUMMARIES, settings.summary, 'settings.summary');
  for (const [index, pattern] of evidence.deny.entries()) reader.text(pattern, `settings.evidence.deny.${index}`);
  return {
    ...settings,
    summarizers: summarizers.map((writer, index) => {
      const path = `settings.summarizers.${index}`;
      const { adapter, model } = reader.record(writer, path);
      return { adapter: reader.text(adapter, path), model: reader.optionalText(model, path) };
    }),
    evidence: { ...evidence, ...(refusal === undefined ? {} : { refusal: reader.text(refusal, 'settings.evidence') }) },
  };
}

function restoreRequest(given: unknown, settings: CouncilSettings, reader: RecordReader): CheckedRequest {
  const stored = reader.record(given, 'request');
  const rounds = reader.fill(settings.defaultRounds, stored.rounds, 'request.rounds');
  if (!Number.isInteger(rounds) || rounds < 1 || rounds > MAX_ROUNDS) reader.refuse('request.rounds');
  return {
    question: reader.text(stored.question, 'request.question'),
    ballot: restoreBallot(stored.ballot, reader),
    workingDirectory: reader.text(stored.workingDirectory, 'request.workingDirectory'),
    mode: reader.oneOf(MODES, reader.fill(settings.defaultMode, stored.mode, 'request.mode'), 'request.mode'),
    rounds,
    cheapestFirst: reader.fill(false, stored.cheapestFirst, 'request.cheapestFirst'),
    challenge: stored.challenge === undefined ? false : reader.fill(false, stored.challenge, 'request.challenge'),
    context: reader.optionalText(stored.context, 'request.context'),
    maxCostUsd: reader.optionalFigure(stored.maxCostUsd, 'request.maxCostUsd'),
    maxSeconds: reader.optionalFigure(stored.maxSeconds, 'request.maxSeconds'),
  };
}

/** Before there was a ballot, participants worded all options themselves. */
function restoreBallot(stored: unknown, reader: RecordReader): string[] {
  if (stored === undefined) return [];
  if (!Array.isArray(stored) || stored.length > MAX_OPTIONS) return reader.refuse('request.ballot');
  return stored.map((option: unknown) => reader.text(option, 'request.ballot'));
}

function restoreRecordedSeats(given: unknown, reader: RecordReader): RecordedSeat[] {
  if (!Array.isArray(given) || given.length === 0) return reader.refuse('seats');
  const seats = given.map((seat: unknown, index) => restoreRecordedSeat(seat, `seats.${index}`, reader));
  // Everything that is kept of a seat is found by this name.
  if (new Set(seats.map(({ participant }) => participant)).size < seats.length) reader.refuse('seats');
  return seats;
}

function restoreRecordedSeat(given: unknown, path: string, reader: RecordReader): RecordedSeat {
  const seat = reader.record(given, path);
  const { cli, model } = withCurrentDemoName({
    cli: reader.text(seat.cli, `${path}.cli`),
    model: reader.text(seat.model, `${path}.model`),
  });
  const kind = reader.fill<string>('http', seat.kind, `${path}.kind`);
  const reasoningEffort = reader.optionalText(seat.reasoningEffort, `${path}.reasoningEffort`);
  return {
    participant: reader.text(seat.participant, `${path}.participant`),
    cli,
    model,
    kind: reader.oneOf(KINDS, kind === OLD_DEMO ? DEMO : kind, `${path}.kind`),
    stance: reader.oneOf(STANCES, reader.fill<string>('neutral', seat.stance, `${path}.stance`), `${path}.stance`),
    family: reader.fill(familyOf(cli, model), seat.family, `${path}.family`),
    ...(reasoningEffort === undefined ? {} : { reasoningEffort }),
    ...(seat.price === undefined ? {} : { price: reader.fill(NO_PRICE, seat.price, `${path}.price`) }),
  };
}

const MODES = ['conference', 'quick'] as const;
const SUMMARIES = ['auto', 'extractive'] as const;
const KINDS = ['cli', 'http', DEMO] as const;
const STANCES = ['for', 'against', 'neutral'] as const;
const NO_PRICE: Price = { inputPerMillion: 0, outputPerMillion: 0 };
/** More than any configuration allows. */
const MAX_ROUNDS = 100;

/** Shown when it is continued or replayed; null if nothing is missing. */
export function describeLacks(version: string, lacks: readonly string[]): string | null {
  if (lacks.length === 0) return null;
  return `Recorded by version ${version} without ${lacks.join(', ')}: the present configuration is used.`;
}
