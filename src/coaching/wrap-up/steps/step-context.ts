import type { CallApiOptions } from '../../api/call-api.js';
import type { CoachApi } from '../../api/create-call-api.js';
import type { MemoryStore } from '../../memory/memory-store.js';
import type { ModelsView } from '../../models-view/models-view.js';
import type { CoachingStore } from '../../store/coaching-store.js';
import type { Session } from '../../store/sessions.js';
import type { WrapUpInputs } from '../wrap-up-inputs.js';

/** What the steps of a wrap-up work with. */
export interface StepContext {
  readonly session: Session;
  readonly inputs: WrapUpInputs;
  readonly store: CoachingStore;
  readonly api: Pick<CoachApi, 'callApi'>;
  readonly memory: Pick<MemoryStore, 'addMemories'>;
  /** What models answer may repeat a secret that they were not meant to see. */
  readonly view: Pick<ModelsView, 'redact'>;
  readonly project: string;
  readonly signal: AbortSignal;
}

type Question<Value> = Pick<
  CallApiOptions<Value>,
  'callType' | 'model' | 'systemPrompt' | 'userMessage' | 'responseSchema'
>;

/** The answer without secrets. It is kept until the wrap-up has finished. */
export async function ask<Value>(
  { api, view, session, signal }: StepContext,
  question: Question<Value>,
): Promise<Value> {
  const recordAs = `${STEP_PREFIX}${question.callType}`;
  return view.redact(await api.callApi({ ...question, sessionId: session.id, signal, recordAs }));
}

/** What models are asked under these names is kept until the wrap-up has finished. */
export const STEP_PREFIX = 'wrap-up:';
