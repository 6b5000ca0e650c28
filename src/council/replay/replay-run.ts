import { silentLogger } from '../../kernel/logger.js';
import { UserError } from '../../kernel/user-error.js';
import type { ModelAnswer } from '../../models/index.js';
import type { RecordKey } from '../record/record-keys.js';
import { type CallKey, callKey, type Run } from '../record/run.js';
import { createPromptStore } from '../runs/prompt-store.js';
import { answerAsSeen, latestCalls, type RecordedCall, type RunRecord } from '../runs/store/run-record.js';

/** What today's engine asked, compared with what was asked when the deliberation was recorded. */
export interface AskedAgain {
  /** Prompts that are word for word the same. */
  readonly same: number;
  readonly changed: readonly { readonly call: RecordedCall; readonly prompt: string }[];
  readonly notRecorded: readonly CallKey[];
  /** Calls that counted in the recorded debate and are not made any more. */
  readonly notAsked: readonly CallKey[];
}

export interface ReplayRun extends Run {
  asked(): AskedAgain;
}

/** Answers from the record and nothing else: no model, no tool, no memory, and nothing is written. */
export function replayRun({ setup, calls, facts }: RunRecord): ReplayRun {
  const recorded = latestCalls(calls);
  const met = new Set<string>();
  const changed: { call: RecordedCall; prompt: string }[] = [];
  const notRecorded: CallKey[] = [];
  let same = 0;
  const prompts = createPromptStore(silentLogger);
  return {
    deliberationId: setup.deliberationId,
    recordSync<Value>({ name }: RecordKey, make: () => Value): Value {
      const known = facts.get(name);
      return known === undefined ? make() : (JSON.parse(known) as Value);
    },
    async record<Value>({ name }: RecordKey, _make: () => Promise<Value>, absent?: Value): Promise<Value> {
      const known = facts.get(name);
      if (known !== undefined) return JSON.parse(known) as Value;
      if (absent !== undefined) return absent;
      throw new UserError('conflict', `the record of ${setup.deliberationId} is not whole ("${name}" is missing)`);
    },
    async call(key, prompt) {
      const call = recorded.get(callKey(key));
      met.add(callKey(key));
      const answer = call === undefined ? undefined : answerAsSeen(call);
      if (call === undefined || answer === undefined) {
        notRecorded.push(key);
        return NO_ANSWER;
      }
      if (call.promptHash === (await prompts.hash(prompt))) same++;
      else changed.push({ call, prompt });
      return answer;
    },
    lostCalls: () => [],
    interruptions: () => ({ repeated: [], warnings: [] }),
    asked: () => ({
      same,
      changed,
      notRecorded,
      notAsked: [...recorded].flatMap(([key, call]) => (met.has(key) || !isCounted(call) ? [] : [call])),
    }),
  };
}

/** A call that was interrupted and not asked again is not part of the debate. */
function isCounted({ state }: RecordedCall): boolean {
  return state === 'answered' || state === 'failed';
}

const NO_ANSWER: ModelAnswer = {
  ok: false,
  error: { failure: { kind: 'unreadable_answer', detail: 'this call is not in the record' }, usage: {} },
};
