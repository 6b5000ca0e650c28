import { failure, success } from '../../src/kernel/result.js';
import type { ModelAdapter, ModelAnswer, ModelFailure, ModelRequest } from '../../src/models/index.js';
import { answerPrompt } from './answer-prompt.js';
import { VOICES } from './voices.js';

const NAMES = Object.keys(VOICES);

/** Counting costs no tokens and no money: that is known, not unknown. */
const NOTHING_SPENT = { inputTokens: 0, outputTokens: 0, costUsd: 0 };

/**
 * Three built-in voices without a language model, so that a council can be tried on a machine that has no model.
 * They read the same prompt as everyone else, and say in every answer what they are.
 */
export function createRehearsalAdapter(): ModelAdapter {
  return {
    name: 'rehearsal',
    kind: 'rehearsal',
    ask: async (request) => answer(request),
    availability: async () => ({ available: true, detail: 'built in, no language model', models: NAMES }),
  };
}

function answer({ model, prompt, signal }: ModelRequest): ModelAnswer {
  if (signal.aborted) return failed({ kind: 'cancelled' });
  const voice = Object.hasOwn(VOICES, model) ? VOICES[model] : undefined;
  if (voice === undefined) {
    return failed({ kind: 'unknown_model', model, detail: `the rehearsal voices are ${NAMES.join(', ')}` });
  }
  return success({ text: answerPrompt(voice, prompt), usage: NOTHING_SPENT });
}

function failed(reason: ModelFailure): ModelAnswer {
  return failure({ failure: reason, usage: NOTHING_SPENT });
}
