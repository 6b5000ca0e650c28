/** The hooks by the names of `witan hook <name>`, with those that Claude Code gives them. */
export const HOOK_NAMES = {
  'pre-tool-use': 'PreToolUse',
  'post-tool-use': 'PostToolUse',
  'post-tool-use-failure': 'PostToolUseFailure',
  'session-start': 'SessionStart',
  'user-prompt-submit': 'UserPromptSubmit',
  stop: 'Stop',
  'session-end': 'SessionEnd',
} as const;

export type HookName = keyof typeof HOOK_NAMES;

export function isHookName(name: string | undefined): name is HookName {
  return name !== undefined && Object.hasOwn(HOOK_NAMES, name);
}
