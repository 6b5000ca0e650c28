import { DEMO, OLD_DEMO, withCurrentDemoName } from '../../kernel/demo-names.js';
import { isRecord } from '../../kernel/is-record.js';
import { familyOf } from '../../models/index.js';
import type { CheckedRequest } from '../contract/request.js';
import type { CouncilSettings } from '../contract/settings.js';
import type { RecordedSeat } from '../panel/seat.js';
import type { DeliberationSetup } from './setup.js';
import type { RunRecord } from './store/run-record.js';

export interface Restored {
  readonly setup: DeliberationSetup;
  /** What the record of an older version does not have: today's default is used. */
  readonly lacks: readonly string[];
}

/** Versions before this one may have recorded less. */
type EarlierRequest = Partial<CheckedRequest> & Pick<CheckedRequest, 'question' | 'workingDirectory'>;
type EarlierSeat = Omit<RecordedSeat, 'kind' | 'stance' | 'family'> &
  Partial<Pick<RecordedSeat, 'stance' | 'family'>> & { readonly kind?: RecordedSeat['kind'] | typeof OLD_DEMO };

/** Restores the setup of a deliberation as today's engine needs it. */
export function restoreSetup({ setup }: Pick<RunRecord, 'setup'>, present: CouncilSettings): Restored {
  const lacks: string[] = [];
  const orDefault = <Value>(stored: Value | undefined, value: Value, path: string): Value => {
    if (stored === undefined) lacks.push(path);
    return stored ?? value;
  };
  // Older records do not have it because all participants were asked: that is not a missing value.
  const known = { ...{ challenge: false }, ...setup.settings };
  const settings = fill(present, known, { lacks, path: 'settings' }) as CouncilSettings;
  const given: EarlierRequest = setup.request;
  const request = {
    ...{ context: undefined, maxCostUsd: undefined, maxSeconds: undefined, challenge: false, ...given },
    // Before there was a ballot, participants worded all options themselves.
    ballot: given.ballot ?? [],
    rounds: orDefault(given.rounds, settings.defaultRounds, 'request.rounds'),
    mode: orDefault(given.mode, settings.defaultMode, 'request.mode'),
    cheapestFirst: orDefault(given.cheapestFirst, false, 'request.cheapestFirst'),
  };
  const recordedSeats: readonly EarlierSeat[] = setup.seats;
  const seats = recordedSeats.map((recorded, index) => {
    const seat = withCurrentDemoName(recorded);
    const kind = orDefault(seat.kind, 'http', `seats.${index}.kind`);
    return {
      ...seat,
      kind: kind === OLD_DEMO ? DEMO : kind,
      stance: orDefault(seat.stance, 'neutral', `seats.${index}.stance`),
      family: orDefault(seat.family, familyOf(seat.cli, seat.model), `seats.${index}.family`),
    };
  });
  return { setup: { ...setup, request, seats, settings }, lacks };
}

/** Fills in the default for everything that is missing, down to the leaves. */
function fill(defaults: unknown, stored: unknown, { lacks, path }: FillContext): unknown {
  if (stored === undefined) lacks.push(path);
  if (stored === undefined) return defaults;
  if (!isRecord(defaults)) return stored;
  const known = stored as Readonly<Record<string, unknown>>;
  const filled = Object.entries(defaults)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, fill(value, known[name], { lacks, path: `${path}.${name}` })]);
  return { ...known, ...Object.fromEntries(filled) };
}

interface FillContext {
  readonly lacks: string[];
  readonly path: string;
}

/** Shown when it is continued or replayed; null if nothing is missing. */
export function describeLacks(version: string, lacks: readonly string[]): string | null {
  if (lacks.length === 0) return null;
  return `Recorded by version ${version} without ${lacks.join(', ')}: the present configuration is used.`;
}
