import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import {
  type ConfigContext,
  configContext,
  configFolder,
  examineProject,
  loadSettings,
  type Settings,
} from '../../config/index.js';
import { DEFAULT_DATA_FOLDER, DEFAULT_JOURNAL_FOLDER } from '../../hooks/protocol/default-folders.js';
import { type HookRegistration, hookRegistrations, portableHookRegistrations } from '../../hooks/registrations.js';
import { nodeCommand, packageFolder } from '../../kernel/installation.js';
import { pathInside } from '../../kernel/real-path.js';

/**
 * The hooks of this installation for a project. A hook cannot read the configuration, so folders that are not the
 * usual ones are written into its command.
 */
export async function hookRegistrationsFor(
  projectFolder: string,
  scope: 'local' | 'user' | 'team',
): Promise<readonly HookRegistration[]> {
  // For all projects, the config of one does not count.
  const folder = scope === 'user' ? join(configFolder(homedir(), process.env), 'no-project') : projectFolder;
  const storage = await storageOf(configContext(folder));
  const option = (name: string, chosen: string, defaultFolder: string) => {
    const shown = pathInside(folder, chosen) ?? chosen;
    // A folder outside the project is one of this machine.
    return shown === defaultFolder || (scope === 'team' && isAbsolute(shown)) ? [] : [name, shown];
  };
  const options = [
    ...option('--data', storage.dataFolder, DEFAULT_DATA_FOLDER),
    ...option('--journal', storage.journalFolder, DEFAULT_JOURNAL_FOLDER),
  ];
  if (scope === 'team') return portableHookRegistrations(options);
  return hookRegistrations({
    file: join(packageFolder() ?? '.', 'dist', 'hook.cjs'),
    node: nodeCommand(),
    platform: process.platform,
    options: scope === 'user' ? [...options, '--user'] : options,
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
