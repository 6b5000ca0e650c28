export interface HookArguments {
  readonly name: string | undefined;
  /** From the project's folder; undefined for the usual one. */
  readonly dataFolder: string | undefined;
  /** Registered by the plugin: silent in a project that registered the same hooks itself. */
  readonly yieldsToProject: boolean;
}

/** `[hook] <name> [--data <folder>] [--plugin]`; anything else is passed over, because there is nobody to complain to. */
export function readHookArguments(given: readonly string[]): HookArguments {
  const [name, ...options] = given[0] === 'hook' ? given.slice(1) : given;
  const at = options.indexOf('--data');
  return {
    name,
    dataFolder: at < 0 ? undefined : options[at + 1],
    yieldsToProject: options.includes('--plugin'),
  };
}
