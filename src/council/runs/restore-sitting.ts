import { UserError } from '../../kernel/user-error.js';
import { familyOf } from '../../models/index.js';
import type { CheckedRequest } from '../check-request.js';
import type { CouncilSettings } from '../settings.js';
import type { RecordedSeat, Sitting } from './sitting.js';
import type { RunRecord } from './store/run-record.js';

export interface Restored {
  readonly sitting: Sitting;
  /** What the record does not say, because it was made before there was such a thing: what is usual now is taken. */
  readonly lacks: readonly string[];
}

/**
 * What a deliberation began with, as today's engine needs it. Versions before this one may have recorded less. Throws
 * a `UserError` where something is missing that nothing can stand for.
 */
export function restoreSitting(
  { sitting, version }: Pick<RunRecord, 'sitting' | 'version'>,
  present: CouncilSettings,
): Restored {
  const lacks: string[] = [];
  const fill = <Value>(usual: Value, stored: unknown, path: string): Value => {
    if (!isSameKind(usual, stored)) {
      lacks.push(path);
      return usual;
    }
    if (!isRecord(usual) || !isRecord(stored)) return stored as Value;
    const filled = Object.entries(usual)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, fill(value, stored[name], `${path}.${name}`)]);
    return { ...stored, ...Object.fromEntries(filled) } as Value;
  };
  const { deliberationId: id } = sitting;
  const text = (stored: unknown, path: string): string => {
    if (typeof stored === 'string' && stored !== '') return stored;
    throw new UserError(
      'conflict',
      `the record of ${id} cannot be used: version ${version} wrote it, and it lacks ${path}; \`witan deliberations delete ${id}\` removes it`,
    );
  };
  const settings = fill(present, sitting.settings, 'settings');
  const stored: Partial<CheckedRequest> = isRecord(sitting.request) ? sitting.request : {};
  const request: CheckedRequest = {
    question: text(stored.question, 'request.question'),
    workingDirectory: text(stored.workingDirectory, 'request.workingDirectory'),
    mode: fill(settings.defaultMode, stored.mode, 'request.mode'),
    rounds: fill(settings.defaultRounds, stored.rounds, 'request.rounds'),
    cheapestFirst: fill(false, stored.cheapestFirst, 'request.cheapestFirst'),
    context: stored.context,
    maxCostUsd: stored.maxCostUsd,
    maxSeconds: stored.maxSeconds,
  };
  const given: readonly Partial<RecordedSeat>[] = Array.isArray(sitting.seats) ? sitting.seats : [];
  const seats = given.map((seat, index): RecordedSeat => {
    const path = `seats.${index}`;
    const cli = text(seat.cli, `${path}.cli`);
    const model = text(seat.model, `${path}.model`);
    return {
      participant: text(seat.participant, `${path}.participant`),
      cli,
      model,
      kind: fill<RecordedSeat['kind']>('http', seat.kind, `${path}.kind`),
      stance: fill<RecordedSeat['stance']>('neutral', seat.stance, `${path}.stance`),
      family: fill(familyOf(cli, model), seat.family, `${path}.family`),
      ...(seat.reasoningEffort === undefined ? {} : { reasoningEffort: seat.reasoningEffort }),
      ...(seat.price === undefined ? {} : { price: seat.price }),
    };
  });
  if (seats.length === 0) text(undefined, 'seats');
  return { sitting: { deliberationId: id, startedAt: sitting.startedAt, request, seats, settings }, lacks };
}

/** Said to whoever continues or replays it; null where nothing is lacking. */
export function describeLacks(version: string, lacks: readonly string[]): string | null {
  if (lacks.length === 0) return null;
  return `Recorded by version ${version}, lacks ${lacks.join(', ')}: what is configured now is taken.`;
}

function isSameKind(usual: unknown, stored: unknown): boolean {
  return typeof usual === typeof stored && Array.isArray(usual) === Array.isArray(stored) && stored !== null;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
