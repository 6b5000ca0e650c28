import { lstat, mkdir, symlink, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { isRecord } from '../../../src/kernel/is-record.js';
import { parseJson } from '../../../src/kernel/parse-json.js';
import type { Environment } from '../run/cli-tool.js';
import { readSmallFile } from './read-small-file.js';

/**
 * A home folder with droid's login and nothing else: none of the user's MCP servers, hooks, skills, sessions,
 * instructions or other files. Returns the environment variables for it.
 */
export async function createDroidHome(
  scratch: string,
  model: string,
  environment: Environment,
): Promise<Record<string, string>> {
  const home = join(scratch, 'home');
  const userHome = environment.FACTORY_HOME_OVERRIDE || environment.HOME || homedir();
  await mkdir(join(home, '.factory'), { recursive: true, mode: 0o700 });
  for (const path of LOGIN_FILES) await linkIfPresent(join(userHome, path), join(home, path));
  if (model.startsWith('custom:')) await copyCustomModels(join(userHome, SETTINGS), join(home, SETTINGS));
  return {
    HOME: home,
    FACTORY_HOME_OVERRIDE: home,
    XDG_CONFIG_HOME: join(home, '.config'),
    XDG_DATA_HOME: join(home, '.local', 'share'),
    XDG_CACHE_HOME: join(home, '.cache'),
    XDG_STATE_HOME: join(home, '.local', 'state'),
    // It would download 300 MB into a folder that is removed after the call.
    FACTORY_DROID_AUTO_UPDATE_ENABLED: 'false',
  };
}

/** The login files of all droid versions; on macOS their key is in the user's keychain. */
const LOGIN_FILES = [
  '.factory/auth.v2.file',
  '.factory/auth.v2.key',
  '.factory/auth.v2.keyring',
  '.factory/auth.v2.loginkeychain',
  '.factory/auth.encrypted',
  '.factory/auth.json',
  'Library/Keychains',
];
const SETTINGS = join('.factory', 'settings.json');

/** Linked, not copied: a refreshed login in a copy would be lost, and the user's own login would become invalid. */
async function linkIfPresent(target: string, link: string): Promise<void> {
  try {
    await lstat(target);
  } catch {
    return;
  }
  await mkdir(dirname(link), { recursive: true, mode: 0o700 });
  await symlink(target, link);
}

/** `custom:` models are in the user's settings, together with hooks that must not run. */
async function copyCustomModels(from: string, to: string): Promise<void> {
  const text = await readSmallFile(from);
  const settings = text.ok ? parseJson(text.value) : undefined;
  if (!isRecord(settings) || settings.customModels === undefined) return;
  await writeFile(to, JSON.stringify({ customModels: settings.customModels }), { mode: 0o600 });
}
