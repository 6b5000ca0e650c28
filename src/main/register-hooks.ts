import { join } from 'node:path';
import { type ConfigContext, examineProject, loadSettings, type Settings } from '../config/index.js';
import { DEFAULT_DATA_FOLDER, DEFAULT_JOURNAL_FOLDER } from '../hooks/protocol/default-folders.js';
import { type HookRegistration, hookRegistrations } from '../hooks/registrations.js';
import { pathInside } from '../kernel/real-path.js';
import { configContext, packageFolder } from './installation.js';

/**
 * The hooks of this installation for a project. A hook cannot read the configuration, so folders that are not the
 * usual ones are written into its command.
 */
export async function registerHooksOf(projectFolder: string): Promise<readonly HookRegistration[]> {
  const storage = await storageOf(configContext(projectFolder));
  const option = (name: string, folder: string, defaultFolder: string) => {
    const shown = pathInside(projectFolder, folder) ?? folder;
    return shown === defaultFolder ? [] : [name, shown];
  };
  return hookRegistrations({
    file: join(packageFolder() ?? '.', 'dist', 'hook.cjs'),
    node: process.execPath,
    platform: process.platform,
    options: [
      ...option('--data', storage.dataFolder, DEFAULT_DATA_FOLDER),
      ...option('--journal', storage.journalFolder, DEFAULT_JOURNAL_FOLDER),
    ],
  });
}

/** As the project's file says once it is trusted: that is what `init` is about to do, or has been asked to look at. */
async function storageOf(context: ConfigContext): Promise<Settings['storage']> {
  try {
    return (await loadSettings(context)).storage;
  } catch (error) {
    const { file } = await examineProject(context);
    if (file === undefined) throw error;
    // Naming a file is trusting it.
    return (await loadSettings({ ...context, configFile: file })).storage;
  }
}
