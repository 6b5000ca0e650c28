import { isAbsolute, join } from 'node:path';

/** Where the user's own file and the list of trusted folders live. */
export function configFolder(homeFolder: string, environment: Readonly<Record<string, string | undefined>>): string {
  const chosen = environment.XDG_CONFIG_HOME;
  // The XDG rules: a relative path is to be ignored. It would also let the project's folder decide.
  const base = chosen !== undefined && isAbsolute(chosen) ? chosen : join(homeFolder, '.config');
  return join(base, 'witan');
}
