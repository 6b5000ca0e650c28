/** What a participant may run. */
export const COMMAND_NAMES = ['ls', 'grep', 'find', 'cat', 'head', 'tail'] as const;
