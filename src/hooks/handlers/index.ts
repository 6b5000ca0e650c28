import type { Handler } from '../protocol/handler.js';
import type { HookName } from '../protocol/hook-names.js';
import { preToolUse } from './pre-tool-use.js';

/**
 * The one before tool calls is loaded immediately; each of the others is built as a file of its own, which is read only
 * for its event.
 */
export const HANDLERS: Readonly<Record<HookName, () => Handler | Promise<Handler>>> = {
  'pre-tool-use': () => preToolUse,
  'post-tool-use': async () => (await import('./post-tool-use.js')).postToolUse,
  'post-tool-use-failure': async () => (await import('./post-tool-use-failure.js')).postToolUseFailure,
  'session-start': async () => (await import('./session-start.js')).sessionStart,
  'user-prompt-submit': async () => (await import('./user-prompt-submit.js')).userPromptSubmit,
  stop: async () => (await import('./stop.js')).stop,
  'session-end': async () => (await import('./session-end.js')).sessionEnd,
};
