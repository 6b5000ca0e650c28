import type { Clock } from '../../kernel/clock.js';
import type { Logger } from '../../kernel/logger.js';
import { costOf, type ModelAnswer, type ModelFailure } from '../../models/index.js';
import { type AskModel, type CallKey, callKey, type LostCall, type Run } from '../record/run.js';
import type { Recording } from './open-recording.js';
import { createPromptStore } from './prompt-store.js';
import { type AskedCall, putAsked, putEnd, putLate, putLateTaken, putLateUsage } from './store/run-changes.js';
import {
  answerToKeep,
  latestCalls,
  type RecordedCall,
  type RunRecord,
  repeatedCalls,
  usedBy,
} from './store/run-record.js';
import type { RunWriter } from './store/run-writer.js';

export interface RecordCallsContext {
  readonly writer: RunWriter;
  readonly writing: Recording;
  /** Of the whole deliberation: what is recorded after it is provisional. */
  readonly signal: AbortSignal;
  readonly clock: Clock;
  readonly logger: Logger;
}

interface CallRecorder extends Pick<Run, 'call' | 'lostCalls'> {
  /** Calls of earlier attempts that this one made again. */
  repeated(): readonly LostCall[];
  warnings(): readonly string[];
}

/** The calls of a run: answered ones are returned from the record, the others are asked and written. */
export function recordCalls(record: RunRecord, context: RecordCallsContext): CallRecorder {
  const id = record.setup.deliberationId;
  const { writer, logger } = context;
  const known = latestCalls(record.calls);
  const repeated = repeatedCalls(record.calls);
  const prompts = createPromptStore(logger);
  const ask = createAsk(id, prompts, context);
  let reworded = 0;

  async function keptAnswer(call: RecordedCall, prompt: string): Promise<ModelAnswer | undefined> {
    const answer = answerToKeep(call);
    if (answer === undefined) return undefined;
    if (call.state === 'late') writer.put(putLateTaken(id, call));
    if (call.promptHash !== (await prompts.hash(prompt))) reworded++;
    return answer;
  }

  function isOfUnknownCost(call: RecordedCall): boolean {
    const seat = record.setup.seats.find(({ participant }) => participant === call.participant);
    return costOf(usedBy(call), seat?.price) === undefined;
  }

  return {
    async call(key, prompt, model) {
      const last = known.get(callKey(key));
      const kept = last === undefined ? undefined : await keptAnswer(last, prompt);
      if (kept !== undefined) return kept;
      if (last !== undefined && last.askedAt !== null) repeated.push(last);
      const tried = record.calls.filter((call) => callKey(call) === callKey(key)).map(({ attempt }) => attempt);
      return ask({ ...key, attempt: Math.max(0, ...tried) + 1 }, prompt, model);
    },
    lostCalls: () => [...repeatedCalls(record.calls), ...[...known.values()].filter(isToBeRepeated)].map(toLostCall),
    repeated: () => repeated.map(toLostCall),
    warnings: () => [
      ...(repeated.length === 0 ? [] : [describeRepetition(repeated.length, repeated.filter(isOfUnknownCost).length)]),
      ...(reworded === 0 ? [] : [`${reworded} kept answers were given to prompts that are worded differently now`]),
    ],
  };
}

type Ask = (call: CallKey & { readonly attempt: number }, prompt: string, model: AskModel) => Promise<ModelAnswer>;

/** Writes that a call will be made, makes it, and writes how it ended. */
function createAsk(id: string, prompts: ReturnType<typeof createPromptStore>, context: RecordCallsContext): Ask {
  const { writer, writing, signal, clock, logger } = context;

  const keepLate = (asked: AskedCall) => (late: ModelAnswer) => {
    const change = late.ok ? putLate(id, asked, late.value) : putLateUsage(id, asked, late.error.usage);
    writer.add(change).catch((error: unknown) => {
      logger.log('warn', 'late_answer_not_kept', { id, reason: String(error) });
    });
  };

  /** By the caller or a cap: a continued deliberation may ask again. */
  const isEndedFromOutside = ({ kind }: ModelFailure) => signal.aborted || kind === 'not_asked' || kind === 'cancelled';

  return async (call, prompt, model) => {
    const asked: AskedCall = { ...call, askedAt: signal.aborted ? null : clock.now().toISOString() };
    await prompts.keep(prompt, (stored) => writer.put(putAsked(id, asked, stored)));
    // The record of a call is on the disk before anything is paid for. A call that is never made can wait.
    if (!signal.aborted) await writing.before();
    const start = clock.elapsed();
    const answer = await model(keepLate(asked));
    const state = answer.ok ? 'answered' : isEndedFromOutside(answer.error.failure) ? 'interrupted' : 'failed';
    const answeredAt = clock.now().toISOString();
    writer.put(putEnd(id, asked, { state, answer, answeredAt, durationMs: clock.elapsed() - start }));
    // A locked file must not delay the debate: what is not stored yet stays in the queue.
    await writing.after();
    return answer;
  };
}

function describeRepetition(count: number, unknown: number): string {
  const what = count === 1 ? 'one call was' : `${count} calls were`;
  const again = `${what} in flight when it was interrupted and ${count === 1 ? 'was' : 'were'} made again`;
  if (unknown === 0) return `${again}; what ${count === 1 ? 'both' : 'all of them'} cost is counted`;
  if (count === 1) return `${again}; what the first one cost is unknown`;
  return `${again}; what ${unknown === count ? 'the first ones' : `${unknown} of the first ones`} cost is unknown`;
}

const isToBeRepeated = (call: RecordedCall) => call.askedAt !== null && answerToKeep(call) === undefined;

function toLostCall(call: RecordedCall): LostCall {
  return { phase: call.phase, participant: call.participant, usage: usedBy(call) };
}
