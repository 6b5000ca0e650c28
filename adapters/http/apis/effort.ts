import type { ModelRequest } from '../../../src/models/index.js';

/** The models that take an effort, by the API of their vendor. Others reject a request that names one. */
const WITH_EFFORT = {
  anthropic:
    /^claude-(?:fable|mythos)-|^claude-opus-(?:4-[5-9]|[5-9])|^claude-sonnet-(?:4-[6-9]|[5-9])|^claude-haiku-(?:5-[5-9]|[6-9])/,
  // Pro models have a fixed one, and chat models do not think.
  openai: /^(?:ft:)?(?:o1(?!-mini|-preview)|o[3-9]|codex-|gpt-(?:[5-9]|\d{2}))(?!.*-(?:pro|chat)(?:-|$))/,
};

export function takesEffort(api: keyof typeof WITH_EFFORT, model: string): boolean {
  return WITH_EFFORT[api].test(model.toLowerCase());
}

/** Undefined if the effort is the lowest. */
export function withLessEffort(request: ModelRequest): ModelRequest | undefined {
  const isLowest = ['none', 'minimal', 'low'].includes(request.reasoningEffort ?? '');
  return isLowest ? undefined : { ...request, reasoningEffort: 'low' };
}
