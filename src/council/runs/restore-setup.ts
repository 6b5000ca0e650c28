import { z } from 'zod';
import { DEMO, OLD_DEMO, withCurrentDemoName } from '../../kernel/demo-names.js';
import { isRecord } from '../../kernel/is-record.js';
import { familyOf } from '../../models/index.js';
import { priceSchema } from '../../models/price-schema.js';
import type { CouncilSettings } from '../contract/settings.js';
import { MAX_OPTIONS } from '../options/read-ballot.js';
import { createRecordReader, FIGURE, type ReadStored, TEXT } from './record-reader.js';
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
export function restoreSetup(record: Pick<RunRecord, 'setup' | 'version'>, present: CouncilSettings): Restored {
  const { setup } = record;
  const read = createRecordReader(record);
  const lacks: string[] = [];
  const orDefault = <Value>(stored: Value | undefined, value: Value, path: string): Value => {
    if (stored === undefined) lacks.push(path);
    return stored ?? value;
  };
  const startedAt = read(TIME, setup.startedAt, 'startedAt');
  // Older records do not have it because all participants were asked: that is not a missing value.
  const stored: unknown = setup.settings;
  const known = isRecord(stored) ? { challenge: false, ...stored } : stored;
  const filled = fill(present, known, { read, lacks, path: 'settings' });
  const settings = read(SETTINGS, filled, 'settings') as unknown as CouncilSettings;
  const given = read(REQUEST, setup.request, 'request');
  const request = {
    ...{ context: undefined, maxCostUsd: undefined, maxSeconds: undefined, ...given },
    rounds: orDefault(given.rounds, settings.defaultRounds, 'request.rounds'),
    mode: orDefault(given.mode, settings.defaultMode, 'request.mode'),
    cheapestFirst: orDefault(given.cheapestFirst, false, 'request.cheapestFirst'),
  };
  const seats = read(SEATS, setup.seats, 'seats').map((recorded, index) => {
    const seat = withCurrentDemoName(recorded);
    const kind = orDefault(seat.kind, 'http', `seats.${index}.kind`);
    return {
      ...seat,
      kind: kind === OLD_DEMO ? DEMO : kind,
      stance: orDefault(seat.stance, 'neutral', `seats.${index}.stance`),
      family: orDefault(seat.family, familyOf(seat.cli, seat.model), `seats.${index}.family`),
    };
  });
  return { setup: { deliberationId: setup.deliberationId, startedAt, request, seats, settings }, lacks };
}

/** What is stored, with the default for everything that is missing; of the same kind as the default, down to the leaves. */
function fill(defaults: unknown, stored: unknown, context: FillContext): unknown {
  const { read, lacks, path } = context;
  if (stored === undefined) lacks.push(path);
  if (stored === undefined) return defaults;
  if (!isRecord(defaults)) return read(KINDS[typeof defaults] ?? z.array(z.unknown()), stored, path);
  const known = read(z.looseObject({}), stored, path);
  const filled = Object.entries(defaults)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, fill(value, known[name], { ...context, path: `${path}.${name}` })]);
  return { ...known, ...Object.fromEntries(filled) };
}

interface FillContext {
  readonly read: ReadStored;
  readonly lacks: string[];
  readonly path: string;
}

const KINDS: Readonly<Record<string, z.ZodType>> = { number: FIGURE, boolean: z.boolean(), string: z.string() };
const TIME = z.string().refine((time) => !Number.isNaN(Date.parse(time)));
const MODE = z.enum(['conference', 'quick']);

/** The settings of which more than the kind is checked. */
const SETTINGS = z.looseObject({
  defaultMode: MODE,
  summary: z.enum(['auto', 'extractive']),
  summarizers: z.array(z.object({ adapter: TEXT, model: TEXT.optional() })),
  evidence: z.looseObject({ deny: z.array(TEXT), refusal: TEXT.optional() }),
});

const REQUEST = z.object({
  question: TEXT,
  // Before there was a ballot, participants worded all options themselves.
  ballot: z.array(TEXT).max(MAX_OPTIONS).default([]),
  workingDirectory: TEXT,
  mode: MODE.optional(),
  // More than any configuration allows.
  rounds: z.int().min(1).max(100).optional(),
  cheapestFirst: z.boolean().optional(),
  challenge: z.boolean().default(false),
  context: TEXT.optional(),
  maxCostUsd: FIGURE.optional(),
  maxSeconds: FIGURE.optional(),
});

const SEAT = z.object({
  participant: TEXT,
  cli: TEXT,
  model: TEXT,
  kind: z.enum(['cli', 'http', DEMO, OLD_DEMO]).optional(),
  stance: z.enum(['for', 'against', 'neutral']).optional(),
  family: z.string().optional(),
  reasoningEffort: TEXT.optional(),
  price: priceSchema.optional(),
});

/** Everything that is kept of a seat is found by its name. */
const SEATS = z
  .array(SEAT)
  .min(1)
  .refine((seats) => new Set(seats.map(({ participant }) => participant)).size === seats.length);

/** Shown when it is continued or replayed; null if nothing is missing. */
export function describeLacks(version: string, lacks: readonly string[]): string | null {
  if (lacks.length === 0) return null;
  return `Recorded by version ${version} without ${lacks.join(', ')}: the present configuration is used.`;
}
