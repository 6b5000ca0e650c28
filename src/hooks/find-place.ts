import { isAbsolute, join, resolve } from 'node:path';
import type { GuidancePlace } from '../guidance/hook.js';
import type { HookEvent } from './protocol.js';
import { USUAL_DATA_FOLDER } from './usual-folders.js';

export interface PlaceOptions {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The data folder as it was registered, from the project's folder; undefined for the usual one. */
  readonly dataFolder?: string | undefined;
}

/** Whose knowledge and data it is; undefined if nothing says so. */
export function findPlace({ cwd }: HookEvent, { environment, dataFolder }: PlaceOptions): GuidancePlace | undefined {
  const projectFolder = [environment.CLAUDE_PROJECT_DIR ?? '', cwd].find((folder) => isAbsolute(folder));
  if (projectFolder === undefined) return undefined;
  const data = dataFolder === undefined ? join(projectFolder, USUAL_DATA_FOLDER) : resolve(projectFolder, dataFolder);
  return { projectFolder, dataFolder: data };
}
