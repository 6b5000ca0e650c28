import { existsSync } from 'node:fs';
import { readFile, realpath, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, resolve, sep } from 'node:path';
import type { Shell } from '../shell.js';
import { displayPath } from '../text/display-path.js';
import type { ClientFile } from './read-client-file.js';

type Needs = Pick<Shell, 'homeFolder' | 'environment'>;

/** The files in which Claude Code looks for hooks, servers and commands. */
export interface ClaudeCodeFiles {
  readonly projectFolder: string;
  /** Hooks of this user in this project. */
  readonly localSettings: ClientFile;
  /** Hooks that the project's team shares. */
  readonly teamSettings: ClientFile;
  /** Hooks of this user in all projects. */
  readonly userSettings: ClientFile;
  /** Servers that the project's team shares. */
  readonly teamServers: ClientFile;
  /** Claude Code's own state, with the servers of this user. */
  readonly state: ClientFile;
  /** Under which name the state keeps this project: its repository, if it has one. */
  readonly projectKey: string;
  readonly projectCommands: ClientFile;
  readonly userCommands: ClientFile;
  readonly installedPlugins: ClientFile;
}

export async function claudeCodeFiles(projectFolder: string, shell: Needs): Promise<ClaudeCodeFiles> {
  const chosen = shell.environment.CLAUDE_CONFIG_DIR;
  const isChosen = chosen !== undefined && isAbsolute(chosen);
  const folder = isChosen ? chosen : join(shell.homeFolder, '.claude');
  const oldState = join(folder, '.config.json');
  const state = existsSync(oldState) ? oldState : join(isChosen ? chosen : shell.homeFolder, '.claude.json');
  const ofUser = (file: string): ClientFile => ({
    file,
    shown: displayPath(file, { currentFolder: projectFolder, homeFolder: shell.homeFolder }),
  });
  const ofProject = (shown: string): ClientFile => ({ file: join(projectFolder, shown), shown });
  return {
    projectFolder,
    localSettings: ofProject('.claude/settings.local.json'),
    teamSettings: ofProject('.claude/settings.json'),
    userSettings: ofUser(join(folder, 'settings.json')),
    teamServers: ofProject('.mcp.json'),
    state: ofUser(state),
    // With slashes on every platform.
    projectKey: (await projectKey(projectFolder)).replaceAll(sep, '/'),
    projectCommands: ofProject('.claude/commands'),
    userCommands: ofUser(join(folder, 'commands')),
    installedPlugins: ofUser(join(folder, 'plugins', 'installed_plugins.json')),
  };
}

/** The root of the repository, for a worktree that of the main one; without a repository the folder itself. */
async function projectKey(folder: string): Promise<string> {
  for (let at = folder; ; at = dirname(at)) {
    const git = await stat(join(at, '.git')).catch(() => undefined);
    if (git?.isDirectory() === true) return at;
    if (git?.isFile() === true) return mainWorktree(at).catch(() => at);
    if (dirname(at) === at) return folder;
  }
}

/** Rejects for a folder that is not a worktree, such as a submodule. */
async function mainWorktree(folder: string): Promise<string> {
  const pointer = /^gitdir:\s*(.+?)\s*$/.exec(await readFile(join(folder, '.git'), 'utf8'))?.[1];
  if (pointer === undefined) return folder;
  const gitFolder = resolve(folder, pointer);
  const common = resolve(gitFolder, (await readFile(join(gitFolder, 'commondir'), 'utf8')).trim());
  const back = (await readFile(join(gitFolder, 'gitdir'), 'utf8')).trim();
  const isWorktree =
    dirname(gitFolder) === join(common, 'worktrees') && (await realpath(back)) === join(await realpath(folder), '.git');
  if (!isWorktree) return folder;
  return basename(common) === '.git' ? dirname(common) : common;
}
