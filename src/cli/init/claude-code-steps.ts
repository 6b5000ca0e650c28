import { UserError } from '../../kernel/user-error.js';
import type { CommandLinePorts, GitState } from '../ports.js';
import { hooksEdit, oldEntryEdits, type Scope, serverEdit } from './claude-code-edits.js';
import { type ClaudeCodeFiles, claudeCodeFiles } from './claude-code-files.js';
import { editStep, type FileEdit } from './file-edit.js';
import { gitExcludeEdit } from './git-exclude.js';
import { ownCommandFiles, slashCommandsStep } from './slash-commands-step.js';
import type { Step } from './step.js';

export interface ClaudeCodeRequest {
  readonly scope: Scope;
  readonly folder: string;
  readonly remove: boolean;
  /** For a team: also the server, not only the hooks. */
  readonly withServer: boolean;
}

/** Hooks, server and slash commands for Claude Code. Only what has to change. */
export async function claudeCodeSteps(request: ClaudeCodeRequest, ports: CommandLinePorts): Promise<Step[]> {
  const { scope, folder, remove } = request;
  const files = await claudeCodeFiles(folder, ports);
  const own = await ownFiles(files, ports);
  const shared = [files.teamSettings.shown, files.teamServers.shown];
  const git = scope === 'user' ? undefined : await ports.gitState(folder, [...own, ...shared]);
  if (scope === 'local' && !remove) expectUntracked(files, git);
  const old = scope === 'local' ? oldEntryEdits(files) : [];
  const hasServer = scope !== 'team' || request.withServer || remove;
  const edits = [
    await hooksEdit(scope, files, ports),
    ...(hasServer ? [serverEdit(scope, files, ports.serverCommand)] : []),
  ];
  const steps = [
    ...(await Promise.all(edits.map((edit) => editStep(withGitNotes(edit, git), remove, ports)))),
    ...(await Promise.all(old.map((edit) => editStep(edit, true, ports)))),
    await slashCommandsStep(
      {
        ...(scope === 'user' ? files.userCommands : files.projectCommands),
        mayBeLink: scope === 'user',
        shared: scope === 'local' ? sharedCommands(git) : new Set(),
      },
      remove,
      ports,
    ),
    scope === 'local' && git !== undefined
      ? await editStep(gitExcludeEdit(git, own, folder), remove, ports)
      : undefined,
  ];
  return steps.filter((step) => step !== undefined);
}

/** What belongs to one user of a project and not to its repository. */
export async function ownFiles(files: ClaudeCodeFiles, ports: CommandLinePorts): Promise<string[]> {
  return [files.localSettings.shown, ...(await ownCommandFiles(files.projectCommands, ports))];
}

export function expectUntracked({ localSettings }: ClaudeCodeFiles, git: GitState | undefined): void {
  if (git?.tracked.has(localSettings.shown) !== true) return;
  throw new UserError(
    'validation_error',
    `${localSettings.shown} is in git, so paths of this machine would be committed; \`git rm --cached ${localSettings.shown}\` first, or use \`witan init --user\``,
  );
}

/** A file that a team shares has to be in git. */
function withGitNotes(edit: FileEdit, git: GitState | undefined): FileEdit {
  if (git?.ignored.has(edit.shown) !== true || edit.shown.startsWith('.claude/settings.local')) return edit;
  const note = `git ignores ${edit.shown}; \`git add -f ${edit.shown}\` shares it`;
  return { ...edit, notes: (text) => [...(edit.notes?.(text) ?? []), note] };
}

function sharedCommands(git: GitState | undefined): Set<string> {
  return new Set([...(git?.tracked ?? [])].map((file) => file.replace(/^.*\//, '')));
}
