import type { Clock } from '../../kernel/clock.js';
import type { Logger } from '../../kernel/logger.js';
import { UserError } from '../../kernel/user-error.js';
import type { ModelAnswer, ModelFailure } from '../../models/index.js';
import { digest } from './digest.js';
import { HEARTBEAT_MS } from './owner.js';
import { type AskModel, type CallPlace, type HeldRun, keyOfPlace } from './run.js';
import type { ClaimedRun } from './store/claim-run.js';
import { answerToKeep, latestCalls, type RecordedCall, repeatedCalls } from './store/run-record.js';
import {
  type AskedCall,
  putAsked,
  putEnd,
  putFact,
  putLate,
  putLateTaken,
  putStatus,
  RunLost,
  type RunWriter,
} from './store/run-writer.js';

export interface RecordingMeans {
  readonly writer: RunWriter;
  /** Of the whole deliberation: what happens after it is provisional. */
  readonly signal: AbortSignal;
  /** Called when another process has taken the run over. */
  readonly onLost: () => void;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** A record that cannot be written never stops the deliberation: it then goes on without one, and says so. */
export function recordRun({ record }: ClaimedRun, means: RecordingMeans): HeldRun {
  const { writer, signal, clock, logger } = means;
  const id = record.sitting.deliberationId;
  const facts = new Map(record.facts);
  const making = new Map<string, Promise<unknown>>();
  const known = latestCalls(record.calls);
  const repeated: Pick<CallPlace, 'phase' | 'participant'>[] = [...repeatedCalls(record.calls)];
  let reworded = 0;
  let fault: string | undefined;
  let isLost = false;

  async function stored(): Promise<void> {
    if (fault !== undefined || isLost) return;
    try {
      await writer.flush();
    } catch (error) {
      if (error instanceof RunLost) {
        isLost = true;
        means.onLost();
        return;
      }
      fault ??= error instanceof Error ? error.message : String(error);
      logger.log('error', 'run_not_recorded', { id, reason: fault });
    }
  }

  const heartbeat = setInterval(() => void stored(), HEARTBEAT_MS);
  heartbeat.unref();

  /** Whether a run that is continued must find it out anew. */
  const isProvisional = (key: string, value: unknown) =>
    key.startsWith('closing/') ||
    (key.startsWith('ending/') && value !== null) ||
    (signal.aborted && !key.startsWith('lasting/'));

  function keep(key: string, value: unknown): void {
    const json = JSON.stringify(value) ?? 'null';
    facts.set(key, json);
    writer.put(putFact(id, key, json, isProvisional(key, value)));
  }

  async function ask(place: CallPlace, prompt: string, attempt: number, model: AskModel): Promise<ModelAnswer> {
    const asked: AskedCall = { ...place, attempt, prompt, askedAt: signal.aborted ? null : clock.now().toISOString() };
    writer.put(putAsked(id, asked));
    // Before anything is asked and paid for it stands on the disk that it will be. What is never asked can wait.
    if (!signal.aborted) await stored();
    const start = clock.elapsed();
    const answer = await model((late) => {
      if (!late.ok) return;
      writer.add(putLate(id, asked, late.value.text, late.value.usage)).catch((error: unknown) => {
        logger.log('warn', 'late_answer_not_kept', { id, reason: String(error) });
      });
    });
    const state = answer.ok ? 'answered' : isEndedFromOutside(answer.error.failure) ? 'interrupted' : 'failed';
    const answeredAt = clock.now().toISOString();
    writer.put(putEnd(id, asked, { state, answer, answeredAt, durationMs: clock.elapsed() - start }));
    await stored();
    return answer;
  }

  /** By the caller or a cap: a deliberation that is continued may ask after all. */
  function isEndedFromOutside({ kind }: ModelFailure): boolean {
    return signal.aborted || kind === 'not_asked' || kind === 'cancelled';
  }

  function keptAnswer(call: RecordedCall, prompt: string): ModelAnswer | undefined {
    const answer = answerToKeep(call);
    if (answer === undefined) return undefined;
    if (call.state === 'late') writer.put(putLateTaken(id, call));
    if (call.promptHash !== digest(prompt)) reworded++;
    return answer;
  }

  return {
    deliberationId: id,
    note<Value>(key: string, value: () => Value): Value {
      const recorded = facts.get(key);
      if (recorded !== undefined) return JSON.parse(recorded) as Value;
      const made = value();
      keep(key, made);
      return made;
    },
    async fact<Value>(key: string, make: () => Promise<Value>): Promise<Value> {
      const recorded = facts.get(key);
      if (recorded !== undefined) return JSON.parse(recorded) as Value;
      const underWay = making.get(key);
      if (underWay !== undefined) return underWay as Promise<Value>;
      const made = make().then((value) => {
        keep(key, value);
        return value;
      });
      making.set(key, made);
      return made.finally(() => making.delete(key));
    },
    async call(place, prompt, model) {
      const last = known.get(keyOfPlace(place));
      const kept = last === undefined ? undefined : keptAnswer(last, prompt);
      if (kept !== undefined) return kept;
      if (last !== undefined && last.askedAt !== null) repeated.push(last);
      return ask(place, prompt, (last?.attempt ?? 0) + 1, model);
    },
    interruptions: (isCutShort) => ({
      repeated: repeated.map(({ phase, participant }) => ({ phase, participant })),
      warnings: [
        ...(repeated.length === 0 ? [] : [repetition(repeated.length)]),
        ...(reworded === 0 ? [] : [`${reworded} kept answers were given to prompts that are worded differently now`]),
        ...(fault === undefined
          ? isCutShort
            ? [howToContinue(id)]
            : []
          : [`it could not be recorded, so it cannot be continued or replayed: ${fault}`]),
      ],
    }),
    expectOwned() {
      if (!isLost) return;
      throw new UserError(
        'conflict',
        `deliberation ${id} was taken over by another process, which goes on with it; \`witan deliberations show ${id}\` tells how far it is`,
      );
    },
    async end(status, endedBy, result) {
      clearInterval(heartbeat);
      writer.put(putStatus(id, status, endedBy, result));
      await stored();
    },
    async abandon() {
      clearInterval(heartbeat);
      writer.put(putStatus(id, 'interrupted', null, null));
      await stored();
    },
  };
}

function repetition(count: number): string {
  return count === 1
    ? 'one call was under way when it was interrupted and was made again; what the first one cost is unknown'
    : `${count} calls were under way when it was interrupted and were made again; what the first ones cost is unknown`;
}

function howToContinue(id: string): string {
  return `it can be continued: \`witan deliberate --resume ${id}\`, or deliberate with deliberation_id "${id}"`;
}
