import { isSmallModel } from '../../models/index.js';
import type { EngineDependencies } from '../contract/council.js';
import { RECORD } from '../record/record-keys.js';
import { type Recorder, UNRECORDED } from '../record/run.js';
import { findLoginHint, type RecordedSeat, recordSeat, restoreSeat, type Seat } from './seat.js';
import { seatPanel } from './seat-panel.js';

/**
 * Who may write the summary: the configured chain first, then those who answered, small models last. They come one by one: the next is
 * only looked for when the one before has failed.
 */
export async function* findWriters(
  answered: readonly Seat[],
  { settings, directory }: Pick<EngineDependencies, 'settings' | 'directory'>,
  recorder: Recorder = UNRECORDED,
): AsyncGenerator<Seat> {
  const models = answered.filter((seat) => seat.adapter.kind !== 'demo');
  // A demo calls no model, not for its summary either.
  if (settings.summary === 'extractive' || models.length === 0) return;
  const isSmall = ({ adapter, model }: Seat) => isSmallModel(model, directory.models(adapter.name));
  const small: Seat[] = [];
  for (const { adapter, model } of settings.summarizers) {
    const writer = await seatWriter(adapter, model);
    if (writer === undefined) continue;
    if (isSmall(writer)) small.push(writer);
    else yield writer;
  }
  yield* models.filter((seat) => !isSmall(seat));
  yield* [...small, ...models.filter(isSmall)];

  async function seatWriter(cli: string, model: string | undefined): Promise<Seat | undefined> {
    const find = () => findWriter(cli, model);
    const found = await recorder.record<RecordedSeat | null>(RECORD.writer(cli, model), find, null);
    const adapter = found === null ? undefined : await directory.adapter(found.cli);
    return found === null || adapter === undefined ? undefined : restoreSeat(found, adapter);
  }

  async function findWriter(cli: string, model: string | undefined): Promise<RecordedSeat | null> {
    try {
      const adapter = await directory.adapter(cli);
      if (adapter === undefined || !(await adapter.availability()).available) return null;
      if ((await findLoginHint(adapter)) !== undefined) return null;
      const [writer] = await seatPanel([{ cli, ...(model === undefined ? {} : { model }) }], directory, {});
      return writer === undefined ? null : recordSeat(writer);
    } catch {
      // The chain is a list of preferences: a model that cannot write, for whatever reason, is skipped.
      return null;
    }
  }
}
