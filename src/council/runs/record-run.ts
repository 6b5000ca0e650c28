import type { Clock } from '../../kernel/clock.js';
import { UserError } from '../../kernel/user-error.js';
import { costOf, type ModelAnswer, type ModelFailure } from '../../models/index.js';
import { createPromptKeeper } from './keep-prompts.js';
import { keepWriting, type WritingMeans } from './keep-writing.js';
import { type AskModel, type CallPlace, type HeldRun, keyOfPlace, type RepeatedCall } from './run.js';
import type { ClaimedRun } from './store/claim-run.js';
import {
  type AskedCall,
  putAsked,
  putEnd,
  putFact,
  putLate,
  putLateTaken,
  putLateUsage,
  putStatus,
} from './store/run-changes.js';
import {
  answerToKeep,
  countAttempts,
  latestCalls,
  type RecordedCall,
  repeatedCalls,
  usedBy,
} from './store/run-record.js';

export interface RecordingMeans extends WritingMeans {
  /** Of the whole deliberation: what happens after it is provisional. */
  readonly signal: AbortSignal;
  readonly clock: Clock;
}

/** A record that cannot be written never stops the deliberation: it then goes on without one, and says so. */
export function recordRun({ record }: ClaimedRun, means: RecordingMeans): HeldRun {
  const { writer, signal, clock, logger } = means;
  const id = record.sitting.deliberationId;
  const facts = new Map(record.facts);
  const making = new Map<string, Promise<unknown>>();
  const known = latestCalls(record.calls);
  const attempts = countAttempts(record.calls);
  const repeated = repeatedCalls(record.calls);
  let reworded = 0;
  const written = keepWriting(id, means);
  const prompts = createPromptKeeper(logger);

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
    const asked: AskedCall = { ...place, attempt, askedAt: signal.aborted ? null : clock.now().toISOString() };
    await prompts.keep(prompt, (stored) => writer.put(putAsked(id, asked, stored)));
    // Before anything is asked and paid for it stands on the disk that it will be. What is never asked can wait.
    if (!signal.aborted) await written.before();
    const start = clock.elapsed();
    const answer = await model((late) => {
      const change = late.ok
        ? putLate(id, asked, late.value.text, late.value.usage)
        : putLateUsage(id, asked, late.error.usage);
      writer.add(change).catch((error: unknown) => {
        logger.log('warn', 'late_answer_not_kept', { id, reason: String(error) });
      });
    });
    const state = answer.ok ? 'answered' : isEndedFromOutside(answer.error.failure) ? 'interrupted' : 'failed';
    const answeredAt = clock.now().toISOString();
    writer.put(putEnd(id, asked, { state, answer, answeredAt, durationMs: clock.elapsed() - start }));
    // Whoever has the file locked must not hold up the debate: what is not stored yet stays in the queue.
    await written.after();
    return answer;
  }

  /** By the caller or a cap: a deliberation that is continued may ask after all. */
  function isEndedFromOutside({ kind }: ModelFailure): boolean {
    return signal.aborted || kind === 'not_asked' || kind === 'cancelled';
  }

  async function keptAnswer(call: RecordedCall, prompt: string): Promise<ModelAnswer | undefined> {
    const answer = answerToKeep(call);
    if (answer === undefined) return undefined;
    if (call.state === 'late') writer.put(putLateTaken(id, call));
    if (call.promptHash !== (await prompts.hash(prompt))) reworded++;
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
      const kept = last === undefined ? undefined : await keptAnswer(last, prompt);
      if (kept !== undefined) return kept;
      if (last !== undefined && last.askedAt !== null) repeated.push(last);
      return ask(place, prompt, (attempts.get(keyOfPlace(place)) ?? 0) + 1, model);
    },
    inVain: () => [...repeatedCalls(record.calls), ...[...known.values()].filter(isToBeRepeated)].map(asRepeated),
    interruptions: (howToContinue) => ({
      repeated: repeated.map(asRepeated),
      warnings: [
        ...(repeated.length === 0 ? [] : [repetition(repeated.length, repeated.filter(isOfUnknownCost).length)]),
        ...(reworded === 0 ? [] : [`${reworded} kept answers were given to prompts that are worded differently now`]),
        // Whether a fault lasts shows at the end, which tells of it.
        ...(!written.isFaulty() && howToContinue !== null ? [howToContinue] : []),
      ],
    }),
    expectOwned() {
      if (!written.isLost()) return;
      throw new UserError(
        'conflict',
        `deliberation ${id} was taken over by another process, which goes on with it; \`witan deliberations show ${id}\` tells how far it is`,
      );
    },
    end: (status, endedBy, result) => written.finish(putStatus(id, status, endedBy, result)),
    async abandon() {
      await written.finish(putStatus(id, 'interrupted', null, null));
    },
  };

  function isOfUnknownCost(call: RecordedCall): boolean {
    const seat = record.sitting.seats.find(({ participant }) => participant === call.participant);
    return costOf(usedBy(call), seat?.price) === undefined;
  }
}

function repetition(count: number, unknown: number): string {
  const what = count === 1 ? 'one call was' : `${count} calls were`;
  const again = `${what} under way when it was interrupted and ${count === 1 ? 'was' : 'were'} made again`;
  if (unknown === 0) return `${again}; what ${count === 1 ? 'both' : 'all of them'} cost is counted`;
  if (count === 1) return `${again}; what the first one cost is unknown`;
  return `${again}; what ${unknown === count ? 'the first ones' : `${unknown} of the first ones`} cost is unknown`;
}

const isToBeRepeated = (call: RecordedCall) => call.askedAt !== null && answerToKeep(call) === undefined;

function asRepeated(call: RecordedCall): RepeatedCall {
  return { phase: call.phase, participant: call.participant, usage: usedBy(call) };
}
