import { join } from 'node:path';
import { withFileLock } from '../../storage/own-files/file-lock.js';
import type { ProjectFolders } from '../files/project-folders.js';

export const LOCK_WAIT_MS = 2000;

/** Does some work while no other process of ours changes the graphs. Undefined if the lock was not free in time. */
export async function withGraphLock<Value>(
  folders: ProjectFolders,
  waitMs: number,
  work: () => Promise<Value> | Value,
): Promise<{ readonly value: Value } | undefined> {
  const dataFolder = folders.makeDataFolder?.() ?? folders.dataFolder;
  const locked = await withFileLock(join(dataFolder, '.graphs.lock'), waitMs, work);
  return 'value' in locked ? locked : undefined;
}
