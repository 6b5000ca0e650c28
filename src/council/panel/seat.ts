import { settleWithin } from '../../kernel/time-limit.js';
import { UserError } from '../../kernel/user-error.js';
import type { ModelAdapter, ModelDirectory, Price } from '../../models/index.js';
import type { Stance } from '../contract/request.js';

/** A participant at the table: who is asked, through what, and under which name it appears. */
export interface Seat {
  /** `model@cli`; a repeated one gets `#2`, so that two seats of one model never mix. */
  readonly participant: string;
  readonly adapter: ModelAdapter;
  readonly model: string;
  readonly reasoningEffort: string | undefined;
  readonly stance: Stance;
  readonly family: string;
  readonly price: Price | undefined;
}

/** A seat without its adapter, which is found again by its name. */
export interface RecordedSeat extends Omit<Seat, 'adapter' | 'reasoningEffort' | 'price'> {
  readonly cli: string;
  readonly kind: ModelAdapter['kind'];
  readonly reasoningEffort?: string | undefined;
  readonly price?: Price | undefined;
}

export function recordSeat({ adapter, ...seat }: Seat): RecordedSeat {
  return { ...seat, cli: adapter.name, kind: adapter.kind };
}

export function restoreSeat(recorded: RecordedSeat, adapter: ModelAdapter): Seat {
  const { participant, cli, model, reasoningEffort, stance, family, price } = recorded;
  // They become arguments of a program: a record from elsewhere must not be able to pass options to it.
  for (const word of [model, reasoningEffort ?? '']) {
    if (!word.startsWith('-') && !/\p{Control}/u.test(word)) continue;
    throw new UserError('conflict', `the record names "${word}" for ${cli}, which is not a model; it cannot be used`);
  }
  return { participant, adapter, model, reasoningEffort, stance, family, price };
}

/** The same participants again. Rejects if one of them can no longer be asked. */
export async function restoreSeats(seats: readonly RecordedSeat[], directory: ModelDirectory): Promise<Seat[]> {
  return Promise.all(
    seats.map(async (recorded) => {
      const adapter = await directory.adapter(recorded.cli);
      if (adapter !== undefined) return restoreSeat(recorded, adapter);
      throw new UserError(
        'conflict',
        `${recorded.participant} took part, but the adapter "${recorded.cli}" is no longer configured; configure it again to continue`,
      );
    }),
  );
}

/** Finds how to log in to a tool that is known to be logged out. Undefined if it can be asked, or does not say in time. */
export async function findLoginHint(adapter: Pick<ModelAdapter, 'login'>): Promise<string | undefined> {
  const checked = await settleWithin({ maxMs: MAX_WAIT_MS }, async (signal) =>
    adapter.login?.(signal).catch(() => undefined),
  );
  return checked.ok && checked.value?.kind === 'logged_out' ? checked.value.remedy : undefined;
}

const MAX_WAIT_MS = 2_000;

/** For a seat that is read from a record: nothing may be asked through it. */
export function silentAdapter({ cli, kind }: Pick<RecordedSeat, 'cli' | 'kind'>): ModelAdapter {
  return {
    name: cli,
    kind,
    ask: async () => {
      throw new Error('everything comes from the record');
    },
    availability: async () => ({ available: false, reason: 'no model is asked', remedy: 'none is needed' }),
  };
}
