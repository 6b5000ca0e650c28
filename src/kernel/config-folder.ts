import { isAbsolute, join } from 'node:path';

/** The folder of the user's own config and of the list of trusted folders. */
export function configFolder(homeFolder: string, environment: Readonly<Record<string, string | undefined>>): string {
  const chosen = environment.XDG_CONFIG_HOME;
  // XDG says to ignore a relative path. It would also let the project decide.
  const base = chosen !== undefined && isAbsolute(chosen) ? chosen : join(homeFolder, '.config');
  return join(base, 'witan');
}
