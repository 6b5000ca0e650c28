import { UserError } from '../../kernel/user-error.js';
import { isProvisional } from '../record/record-keys.js';
import type { OwnedRun, Recorder } from '../record/run.js';
import { openRecording, type RecordingContext } from './open-recording.js';
import { type RecordCallsContext, recordCalls } from './record-calls.js';
import type { ClaimedRun } from './store/claim-run.js';
import { putEnding, putFact } from './store/run-changes.js';

export type RecordRunContext = RecordingContext & Omit<RecordCallsContext, 'writing'>;

/** A record that cannot be written never stops the deliberation, which then continues without one and warns. */
export function recordRun({ record }: ClaimedRun, context: RecordRunContext): OwnedRun {
  const id = record.setup.deliberationId;
  const writing = openRecording(id, context);
  const calls = recordCalls(record, { ...context, writing });
  return {
    ...createRecorder(id, record.facts, context),
    deliberationId: id,
    call: (key, prompt, ask) => calls.call(key, prompt, ask),
    lostCalls: () => calls.lostCalls(),
    interruptions: (howToContinue) => ({
      repeated: calls.repeated(),
      // Whether a failure is permanent is known at the end, which reports it.
      warnings: [...calls.warnings(), ...(!writing.isFaulty() && howToContinue !== null ? [howToContinue] : [])],
    }),
    expectOwned() {
      if (!writing.isLost()) return;
      throw new UserError(
        'conflict',
        `deliberation ${id} was taken over by another process, which continues it; \`witan deliberations show ${id}\` shows its progress`,
      );
    },
    end: (ending) => writing.finish(putEnding(id, ending)),
    async abandon() {
      await writing.finish(putEnding(id, { status: 'interrupted', endedBy: null, result: null }));
    },
  };
}

function createRecorder(
  id: string,
  recorded: ReadonlyMap<string, string>,
  { writer, signal }: Pick<RecordRunContext, 'writer' | 'signal'>,
): Recorder {
  const values = new Map(recorded);
  const pending = new Map<string, Promise<unknown>>();

  const keep: Recorder['recordSync'] = (key, make) => {
    const value = make();
    const json = JSON.stringify(value) ?? 'null';
    values.set(key.name, json);
    writer.put(putFact(id, { key: key.name, json, isProvisional: isProvisional(key, value, signal.aborted) }));
    return value;
  };

  return {
    recordSync<Value>(key: Parameters<Recorder['recordSync']>[0], make: () => Value): Value {
      const known = values.get(key.name);
      return known === undefined ? keep(key, make) : (JSON.parse(known) as Value);
    },
    async record<Value>(key: Parameters<Recorder['record']>[0], make: () => Promise<Value>): Promise<Value> {
      const known = values.get(key.name);
      if (known !== undefined) return JSON.parse(known) as Value;
      const inFlight = pending.get(key.name);
      if (inFlight !== undefined) return inFlight as Promise<Value>;
      const made = make().then((value) => keep(key, () => value));
      pending.set(key.name, made);
      return made.finally(() => pending.delete(key.name));
    },
  };
}
