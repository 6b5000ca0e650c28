import { homedir } from 'node:os';
import { isAbsolute, join, relative } from 'node:path';
import { loadSettings } from '../config/index.js';
import { type HookRegistration, hookRegistrations } from '../hooks/registrations.js';
import { packageFolder } from './package-folder.js';

const USUAL_DATA_FOLDER = '.witan';

/**
 * The hooks of this installation for a project. A hook cannot read the configuration, so a data folder that is not the
 * usual one is written into its command.
 */
export async function registerHooksOf(projectFolder: string): Promise<readonly HookRegistration[]> {
  const installed = packageFolder();
  const { storage } = await loadSettings({
    projectFolder,
    environment: process.env,
    homeFolder: homedir(),
    ...(installed !== undefined && { packageFolder: installed }),
  });
  const data = relative(projectFolder, storage.dataFolder);
  const shown = data.startsWith('..') || isAbsolute(data) ? storage.dataFolder : data;
  return hookRegistrations({
    file: join(installed ?? '.', 'dist', 'hook.cjs'),
    node: process.execPath,
    platform: process.platform,
    options: shown === USUAL_DATA_FOLDER ? [] : ['--data', shown],
  });
}
