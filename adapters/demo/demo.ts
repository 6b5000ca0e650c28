import { failure, success } from '../../src/kernel/result.js';
import {
  type ModelAdapter,
  type ModelAnswer,
  type ModelFailure,
  type ModelRequest,
  NOTHING_USED,
} from '../../src/models/index.js';
import { answerBriefing } from './answer-briefing.js';
import { VOICES } from './voices.js';

const NAMES = Object.keys(VOICES);

/** Three scripted voices without a language model, so that a council can be tried on a machine that has no model. */
export function createDemoAdapter(): ModelAdapter {
  return {
    name: 'demo',
    kind: 'demo',
    ask: async (request) => answer(request),
    availability: async () => ({ available: true, detail: 'built in, no language model', models: NAMES }),
  };
}

function answer({ model, briefing, signal }: ModelRequest): ModelAnswer {
  if (signal.aborted) return failed({ kind: 'cancelled' });
  const voice = Object.hasOwn(VOICES, model) ? VOICES[model] : undefined;
  if (voice === undefined) {
    return failed({ kind: 'unknown_model', model, detail: `the demo has ${NAMES.join(', ')}` });
  }
  if (briefing === undefined) {
    return failed({ kind: 'unreadable_answer', detail: 'a demo voice takes part in debates only' });
  }
  return success({ text: answerBriefing(voice, briefing), usage: NOTHING_USED });
}

function failed(reason: ModelFailure): ModelAnswer {
  return failure({ failure: reason, usage: NOTHING_USED });
}
