import type { HookScope } from '../hooks/yields-to-other-hook.js';

export interface HookArguments {
  readonly name: string | undefined;
  /** Folders from the project's folder; undefined for the usual ones. */
  readonly dataFolder: string | undefined;
  readonly journalFolder: string | undefined;
  /** Who registered it, if not the user for one project. */
  readonly scope: HookScope | undefined;
}

/**
 * `[hook] <name> [--data <folder>] [--journal <folder>] [--user | --team | --plugin]`. Anything else is ignored, because
 * no person reads an error here.
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
    scope: SCOPES.find((scope) => options.includes(`--${scope}`)),
  };
}

const SCOPES: readonly HookScope[] = ['user', 'team', 'plugin'];
