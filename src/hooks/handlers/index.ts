import type { Handler } from '../handler.js';
import type { HookName } from '../hook-names.js';

/** Each handler is loaded on its own: the journal's code is never read before a tool call. */
export const HANDLERS: Readonly<Record<HookName, () => Promise<Handler>>> = {
  'pre-tool-use': async () => (await import('./pre-tool-use.js')).preToolUse,
  'post-tool-use': async () => (await import('./post-tool-use.js')).postToolUse,
  'post-tool-use-failure': async () => (await import('./post-tool-use-failure.js')).postToolUseFailure,
  'session-start': async () => (await import('./session-start.js')).sessionStart,
  'user-prompt-submit': async () => (await import('./user-prompt-submit.js')).userPromptSubmit,
  stop: async () => (await import('./stop.js')).stop,
  'session-end': async () => (await import('./session-end.js')).sessionEnd,
};
