import { isAbsolute, join } from 'node:path';
import { realPathOf } from './real-path.js';
import { UserError } from './user-error.js';

type Environment = Readonly<Record<string, string | undefined>>;

/** The folder for what running programs tell each other, such as where the pages are. Never inside a project. */
export function stateFolder(homeFolder: string, environment: Environment): string {
  return userFolder('XDG_STATE_HOME', environment, join(homeFolder, '.local', 'state'));
}

/**
 * The folders that contain keys of servers and prompts of running programs, the one of the session first. No model and no
 * agent may see them, whatever the project. Empty for a user without a home folder.
 */
export function privateFolders(homeFolder: string, environment: Environment): string[] {
  const runtime = environment.XDG_RUNTIME_DIR ?? '';
  const state = isAbsolute(environment.XDG_STATE_HOME ?? '') || isAbsolute(homeFolder);
  return [
    ...(isAbsolute(runtime) ? [realPathOf(join(runtime, 'witan'))] : []),
    ...(state ? [stateFolder(homeFolder, environment)] : []),
  ];
}

/** The folder for what can be computed again. Never inside a project. */
export function cacheFolder(homeFolder: string, environment: Environment): string {
  return userFolder('XDG_CACHE_HOME', environment, join(homeFolder, '.cache'));
}

/** The folder for what belongs to the person, whatever the project. */
export function personFolder(homeFolder: string, environment: Environment): string {
  return userFolder('XDG_DATA_HOME', environment, join(homeFolder, '.local', 'share'));
}

function userFolder(variable: string, environment: Environment, inHome: string): string {
  const chosen = environment[variable];
  // XDG says to ignore a relative path. It would also let the project decide.
  const base = chosen !== undefined && isAbsolute(chosen) ? chosen : inHome;
  if (!isAbsolute(base)) throw new UserError('internal_error', `there is no home folder; set HOME or ${variable}`);
  return realPathOf(join(base, 'witan'));
}
