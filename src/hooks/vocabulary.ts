interface HookEntry {
  /** Claude Code's name of the event. */
  readonly event: string;
  /** Tools that only look are never asked about, so no process is started for them. */
  readonly matcher?: string;
  /** For the help of `witan hook`. */
  readonly summary: string;
}

/**
 * All hooks, by the names of `witan hook <name>`; `handlers/<name>.ts` answers. The registrations, the plugin's hooks.json
 * and the help are made from this table.
 */
export const HOOKS = {
  'pre-tool-use': {
    event: 'PreToolUse',
    matcher: 'Write|Edit|MultiEdit|NotebookEdit|Bash|Monitor|PowerShell|REPL|mcp__.*',
    summary: 'shows process knowledge that matches a call; CRITICAL items pause it once',
  },
  'post-tool-use': { event: 'PostToolUse', summary: 'counts calls for the journal and records tests and builds' },
  'post-tool-use-failure': { event: 'PostToolUseFailure', summary: 'the same for calls that failed' },
  'session-start': {
    event: 'SessionStart',
    summary: 'starts the session, shows CRITICAL items and the number of drafts',
  },
  'user-prompt-submit': {
    event: 'UserPromptSubmit',
    summary: 'reminds of a hypothesis that has been open for a while',
  },
  stop: { event: 'Stop', summary: 'learns drafts from corrections and [PROCESS_KNOWLEDGE] blocks, silently' },
  'session-end': { event: 'SessionEnd', summary: 'ends the session in the journal' },
} as const satisfies Readonly<Record<string, HookEntry>>;

export type HookName = keyof typeof HOOKS;

export function isHookName(name: string | undefined): name is HookName {
  return name !== undefined && Object.hasOwn(HOOKS, name);
}
