import { join } from 'node:path';
import { isRecord } from '../../kernel/is-record.js';
import { toCliError } from '../cli-error.js';
import { claudeCodeFiles } from '../init/claude-code-files.js';
import { type ClientFile, followLinks, parseSettings, readClientFile } from '../init/read-client-file.js';
import type { Shell } from '../shell.js';
import { displayPath } from '../text/display-path.js';
import { isOnPath, isThere } from './check-registration.js';
import type { Finding } from './finding.js';

type Needs = Pick<Shell, 'currentFolder' | 'homeFolder' | 'environment' | 'version'>;

/** Whether Claude Code can use the plugin, if it is installed. */
export async function checkPlugin(shell: Needs): Promise<Finding[]> {
  try {
    const files = await claudeCodeFiles(shell.currentFolder, shell);
    const plugins = await valuesIn(files.installedPlugins, 'plugins');
    const [name, entries] = Object.entries(plugins).find(([key]) => key.startsWith('witan@')) ?? [];
    const entry: unknown = Array.isArray(entries) ? entries.at(-1) : undefined;
    if (name === undefined || !isRecord(entry)) return [];
    const settings = await Promise.all(
      [files.userSettings, files.teamSettings, files.localSettings].map(
        async (file) => (await valuesIn(file, 'enabledPlugins'))[name],
      ),
    );
    // The setting of the project wins over that of the user.
    const isEnabled = settings.findLast((value) => typeof value === 'boolean') !== false;
    return [{ subject: 'plugin', ...(await stateOf({ name, entry, isEnabled }, shell)) }];
  } catch (error) {
    return [{ subject: 'plugin', state: 'broken', text: toCliError(error).line }];
  }
}

interface InstalledPlugin {
  /** With its marketplace. */
  readonly name: string;
  readonly entry: Readonly<Record<string, unknown>>;
  readonly isEnabled: boolean;
}

async function stateOf({ name, entry, isEnabled }: InstalledPlugin, shell: Needs): Promise<Omit<Finding, 'subject'>> {
  const folder = String(entry.installPath);
  const version = String(entry.version);
  if (!(await isThere(join(folder, 'dist', 'hook.cjs')))) {
    const text = `${displayPath(folder, shell)} is missing or incomplete`;
    return { state: 'broken', text, remedy: `\`claude plugin uninstall ${name}\`, then install it again` };
  }
  if (!isEnabled) {
    return { state: 'note', text: 'installed, but turned off', remedy: `\`claude plugin enable ${name}\` turns it on` };
  }
  // The packed plugin has the whole program, one from a repository runs `witan`.
  const isComplete = await isThere(join(folder, 'dist', 'hook-main.cjs'));
  if (!isComplete && !(await isOnPath('witan', shell.environment.PATH))) {
    const text = 'installed without a program of its own, and `witan` is not on the PATH';
    return { state: 'note', text, remedy: 'install the package with `npm install -g`' };
  }
  if (version !== shell.version) {
    const text = `version ${version} is installed, and this is ${shell.version}`;
    return { state: 'note', text, remedy: `\`claude plugin update ${name}\` updates it` };
  }
  return { state: 'ok', text: `${version}, for Claude Code in all projects` };
}

async function valuesIn({ file, shown }: ClientFile, key: string): Promise<Readonly<Record<string, unknown>>> {
  const text = (await readClientFile({ file: await followLinks(file), shown }))?.text ?? '';
  const found = parseSettings(text, shown)[key];
  return isRecord(found) ? found : {};
}
