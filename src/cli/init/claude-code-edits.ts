import type { JsonPath } from '../../kernel/json-path.js';
import type { HookRegistration, Scope, ServerCommand, Shell } from '../shell.js';
import type { ClaudeCodeFiles } from './claude-code-files.js';
import type { FileEdit } from './file-edit.js';
import { isMachineEntry } from './hook-entries.js';
import { type HookRemoval, registerHooks, unregisterHooks } from './hook-registration.js';
import type { ClientFile } from './read-client-file.js';
import { addReadRules, RULE_CONTAINERS, readRules, removeReadRules } from './read-rules.js';
import {
  foreignKeys,
  isMachineCommand,
  PORTABLE_SERVER,
  register,
  registeredCommand,
  type ServerList,
  unregister,
  withoutServer,
} from './registration.js';

export const AUDIENCES: Readonly<Record<Scope, string>> = {
  local: 'for you in this project',
  user: 'for you in all projects',
  team: 'for the team of this project',
};

type Needs = Pick<Shell, 'hookRegistrations' | 'homeFolder' | 'environment'>;

/** Our hooks in the settings of a scope, and the rules about what hooks are not asked about. */
export async function hooksEdit(scope: Scope, files: ClaudeCodeFiles, shell: Needs): Promise<FileEdit> {
  const registrations = await shell.hookRegistrations(files.projectFolder, scope);
  const rules = readRules(scope, shell);
  const target = hooksFile(scope, files);
  const { shown } = target;
  return {
    ...target,
    id: 'hooks',
    content: `${registrations.length} hooks and rules that hide the coach's key`,
    mayBeLink: scope === 'user',
    containers: [...hookContainers(registrations), ...RULE_CONTAINERS],
    add: (text) => addReadRules(registerHooks(text, registrations, shown), rules, shown),
    beforeInit: (text) => withoutMachineHooks(text, shown),
    remove(text, isKept) {
      const rest = unregisterHooks(text, { shown, isKept });
      return rest === undefined ? undefined : removeReadRules(rest, rules, { shown, isKept });
    },
  };
}

const hookContainers = (registrations: readonly HookRegistration[]): JsonPath[] => [
  ['hooks'],
  ...registrations.map(({ event }) => ['hooks', event]),
];

/** Our server in the list of a scope. */
export function serverEdit(scope: Scope, files: ClaudeCodeFiles, machineServer: ServerCommand): FileEdit {
  const list = serverList(scope, files);
  const command = scope === 'team' ? PORTABLE_SERVER : machineServer;
  return {
    ...serversFile(scope, files),
    ...jsonServerEdit(list, command),
    content: `server "witan"${{ local: ' for this project', user: ' for all projects', team: '' }[scope]}`,
    mayBeLink: scope !== 'team',
    isLocked: scope !== 'team',
    ...(scope !== 'team' && { newFileMode: 0o600 }),
  };
}

/** Our server in a list of servers in a JSON file. */
export function jsonServerEdit(
  list: ServerList,
  command: ServerCommand,
): Pick<FileEdit, 'id' | 'containers' | 'notes' | 'add' | 'beforeInit' | 'remove'> {
  return {
    id: `server ${list.path.join(' ')}`,
    containers: list.path.map((_, index) => list.path.slice(0, index + 1)),
    notes(text) {
      const dropped = foreignKeys(text, list);
      return dropped.length === 0 ? [] : [`dropped from the entry "witan" that was there: ${dropped.join(', ')}`];
    },
    add: (text) => register(text, command, list),
    // A client that may start the server "witan" of a project would start one of another author under that name.
    beforeInit: (text) => (list.isShared ? withoutServer(text, list) : withoutMachineServer(text, list)),
    remove: (text, isKept) => unregister(text, list, isKept),
  };
}

export function serverList(scope: Scope, files: ClaudeCodeFiles): ServerList {
  const { shown } = serversFile(scope, files);
  const path = scope === 'local' ? ['projects', files.projectKey, 'mcpServers'] : ['mcpServers'];
  return { shown, path, isShared: scope === 'team' };
}

export const hooksFile = (scope: Scope, files: ClaudeCodeFiles): ClientFile =>
  ({ local: files.localSettings, user: files.userSettings, team: files.teamSettings })[scope];

export const serversFile = (scope: Scope, files: ClaudeCodeFiles): ClientFile =>
  scope === 'team' ? files.teamServers : files.state;

/** Takes entries with paths of one machine out of files that a team shares, where earlier versions wrote them. */
export function oldEntryEdits(files: ClaudeCodeFiles): FileEdit[] {
  const { teamSettings, teamServers } = files;
  const list = serverList('team', files);
  const cleanup = (content: string, remove: FileEdit['remove']) => ({
    id: 'cleanup',
    content: `${content} with paths of this machine`,
    isCleanup: true,
    add: (text: string | undefined) => text,
    remove,
  });
  return [
    {
      ...teamSettings,
      ...cleanup('hooks', (text, isKept) => withoutMachineHooks(text, teamSettings.shown, isKept)),
    },
    {
      ...teamServers,
      ...cleanup('server "witan"', (text) => withoutMachineServer(text, list)),
    },
  ];
}

function withoutMachineHooks(text: string, shown: string, isKept?: HookRemoval['isKept']): string | undefined {
  return unregisterHooks(text, { shown, isUnwanted: isMachineEntry, ...(isKept && { isKept }) });
}

function withoutMachineServer(text: string, list: ServerList): string | undefined {
  const command = registeredCommand(text, list);
  return command !== undefined && isMachineCommand(command) ? unregister(text, list) : text;
}
