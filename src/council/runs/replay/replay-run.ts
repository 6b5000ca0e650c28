import { silentLogger } from '../../../kernel/logger.js';
import { UserError } from '../../../kernel/user-error.js';
import type { ModelAnswer } from '../../../models/index.js';
import { createPromptKeeper } from '../keep-prompts.js';
import { type CallPlace, keyOfPlace, type Run } from '../run.js';
import { answerAsSeen, latestCalls, type RecordedCall, type RunRecord } from '../store/run-record.js';

/** How today's engine asked, against what it asked when the deliberation was recorded. */
export interface AskedAgain {
  /** Prompts that are word for word the same. */
  readonly same: number;
  readonly changed: readonly { readonly call: RecordedCall; readonly prompt: string }[];
  readonly notRecorded: readonly CallPlace[];
  /** Calls that the recorded debate went by, and that are not made any more. */
  readonly notAsked: readonly CallPlace[];
}

export interface ReplayRun extends Run {
  asked(): AskedAgain;
}

/** Answers from the record and nothing else: no model, no tool, no memory, and nothing is written. */
export function replayRun({ sitting, calls, facts }: RunRecord): ReplayRun {
  const recorded = latestCalls(calls);
  const met = new Set<string>();
  const changed: { call: RecordedCall; prompt: string }[] = [];
  const notRecorded: CallPlace[] = [];
  let same = 0;
  const prompts = createPromptKeeper(silentLogger);
  return {
    deliberationId: sitting.deliberationId,
    note<Value>(key: string, value: () => Value): Value {
      const known = facts.get(key);
      return known === undefined ? value() : (JSON.parse(known) as Value);
    },
    async fact<Value>(key: string, _make: () => Promise<Value>, absent?: Value): Promise<Value> {
      const known = facts.get(key);
      if (known !== undefined) return JSON.parse(known) as Value;
      if (absent !== undefined) return absent;
      throw new UserError('conflict', `the record of ${sitting.deliberationId} is not whole ("${key}" is missing)`);
    },
    async call(place, prompt) {
      const key = keyOfPlace(place);
      const call = recorded.get(key);
      met.add(key);
      const answer = call === undefined ? undefined : answerAsSeen(call);
      if (call === undefined || answer === undefined) {
        notRecorded.push(place);
        return NO_ANSWER;
      }
      if (call.promptHash === (await prompts.hash(prompt))) same++;
      else changed.push({ call, prompt });
      return answer;
    },
    inVain: () => [],
    interruptions: () => ({ repeated: [], warnings: [] }),
    asked: () => ({
      same,
      changed,
      notRecorded,
      notAsked: [...recorded].flatMap(([key, call]) => (met.has(key) || !isCounted(call) ? [] : [call])),
    }),
  };
}

/** One that an interruption ended, and that nobody asked for again, is no part of what the debate came to. */
function isCounted({ state }: RecordedCall): boolean {
  return state === 'answered' || state === 'failed';
}

const NO_ANSWER: ModelAnswer = {
  ok: false,
  error: { failure: { kind: 'unreadable_answer', detail: 'this call is not in the record' }, usage: {} },
};
