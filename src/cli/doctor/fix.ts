import { toCliError } from '../cli-error.js';
import { hooksEdit, oldEntryEdits, serverEdit } from '../init/claude-code-edits.js';
import { type ClaudeCodeFiles, claudeCodeFiles } from '../init/claude-code-files.js';
import { expectUntracked, ownFiles } from '../init/claude-code-steps.js';
import { CLIENTS, findClientRegistrations, otherClientSteps } from '../init/clients/other-client-steps.js';
import { editStep, type FileEdit } from '../init/file-edit.js';
import { type FoundRegistration, findRegistrations } from '../init/find-registrations.js';
import { gitExcludeEdit } from '../init/git-exclude.js';
import { readGitState } from '../init/git-state.js';
import { isMachineEntry } from '../init/hook-entries.js';
import { isMachineCommand } from '../init/registration.js';
import { applyStep, type Step } from '../init/step.js';
import type { Scope, Shell } from '../shell.js';
import { displayPath } from '../text/display-path.js';

export interface Fixes {
  /** What was done, one line each. */
  readonly done: readonly string[];
  /** What could not be done, and why. */
  readonly failed: readonly string[];
}

/** Repairs what is safe without asking: entries that are registered already, and rights of our own files. */
export async function applyFixes(shell: Shell): Promise<Fixes> {
  const done: string[] = [];
  const failed: string[] = [];
  for (const plan of [registrationFixes, clientFixes, permissionFixes]) {
    try {
      for (const step of await plan(shell)) {
        await applyStep(step);
        done.push(step.title);
      }
    } catch (error) {
      failed.push(toCliError(error).line);
    }
  }
  return { done, failed };
}

async function registrationFixes(shell: Shell): Promise<Step[]> {
  const files = await claudeCodeFiles(shell.currentFolder, shell);
  const found = await findRegistrations(files);
  const hookScopes = scopesOf(found, ({ hooks }) => [...hooks.values()].map(isMachineEntry));
  // A command of the user's own stays.
  const serverScopes = scopesOf(found, ({ server }) => (server && isMachineCommand(server) ? [true] : []));
  const edits = [
    ...(await Promise.all([...hookScopes].map((scope) => hooksEdit(scope, files, shell)))),
    ...[...serverScopes].map((scope) => serverEdit(scope, files, shell.serverCommand)),
    ...(hookScopes.has('local') ? await excludeEdits(files, shell) : []),
    ...oldEntryEdits(files),
  ];
  const steps = await Promise.all(edits.map((edit) => editStep(edit, false, shell)));
  return steps.filter((step) => step !== undefined);
}

async function clientFixes(shell: Shell): Promise<Step[]> {
  const folder = shell.currentFolder;
  const found = await Promise.all(CLIENTS.map((client) => findClientRegistrations(client, folder, shell)));
  const stale = found.flat().filter(({ server }) => isMachineCommand(server));
  const steps = stale.map(({ client, isShared }) =>
    otherClientSteps(client, { isShared, folder, remove: false }, shell),
  );
  return (await Promise.all(steps)).flat();
}

/** Keeps the user's own settings out of git, if git would see them. */
async function excludeEdits(files: ClaudeCodeFiles, shell: Shell): Promise<FileEdit[]> {
  const own = await ownFiles(files, shell);
  const git = await readGitState(shell.currentFolder, own);
  expectUntracked(files, git);
  if (git === undefined || git.ignored.has(files.localSettings.shown)) return [];
  return [gitExcludeEdit(git, own, shell.currentFolder)];
}

/** Where something is registered. A path of this machine in a file of the team belongs into the user's own settings. */
function scopesOf(
  found: readonly FoundRegistration[],
  machineFlags: (found: FoundRegistration) => readonly boolean[],
): Set<Scope> {
  return new Set(
    found.flatMap((registration) => {
      const flags = machineFlags(registration);
      if (registration.scope !== 'team') return flags.length > 0 ? [registration.scope] : [];
      return flags.map((isMachine): Scope => (isMachine ? 'local' : 'team'));
    }),
  );
}

async function permissionFixes(shell: Shell): Promise<Step[]> {
  const open = await (await import('./files-open-to-others.js')).findFilesOpenToOthers(shell.currentFolder);
  return open.map((file) => ({
    title: `${displayPath(file.path, shell)}: no longer open to other users`,
    lines: [],
    apply: () => file.restrict(),
  }));
}
