import { isAbsolute } from 'node:path';
import type { GuidancePlace } from '../guidance/hook.js';
import { ownFolderPath, realPathOf } from '../kernel/real-path.js';
import type { HookEvent } from './protocol.js';
import { DEFAULT_DATA_FOLDER } from './usual-folders.js';

export interface PlaceOptions {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The data folder as it was registered, from the project's folder; undefined for the usual one. */
  readonly dataFolder?: string | undefined;
}

/** Whose knowledge and data it is; undefined if nothing says so. */
export function findPlace({ cwd }: HookEvent, { environment, dataFolder }: PlaceOptions): GuidancePlace | undefined {
  const folder = [environment.CLAUDE_PROJECT_DIR ?? '', cwd].find((candidate) => isAbsolute(candidate));
  if (folder === undefined) return undefined;
  const projectFolder = realPathOf(folder);
  return { projectFolder, dataFolder: ownFolderPath(projectFolder, dataFolder ?? DEFAULT_DATA_FOLDER) };
}
