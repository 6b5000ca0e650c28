export interface HookArguments {
  readonly name: string | undefined;
  /** Folders from the project's folder; undefined for the usual ones. */
  readonly dataFolder: string | undefined;
  readonly journalFolder: string | undefined;
  /** Registered by the plugin: silent in a project that registered the same hooks itself. */
  readonly yieldsToProject: boolean;
}

/**
 * `[hook] <name> [--data <folder>] [--journal <folder>] [--plugin]`; anything else is ignored, because no one reads
 * what a hook complains about.
 */
export function readHookArguments(given: readonly string[]): HookArguments {
  const [name, ...options] = given[0] === 'hook' ? given.slice(1) : given;
  const optionOf = (option: string) => {
    const at = options.indexOf(option);
    return at < 0 ? undefined : options[at + 1];
  };
  return {
    name,
    dataFolder: optionOf('--data'),
    journalFolder: optionOf('--journal'),
    yieldsToProject: options.includes('--plugin'),
  };
}
