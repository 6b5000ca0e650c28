import { UserError } from '../../kernel/user-error.js';
import type { CommandLinePorts, GitState } from '../ports.js';
import { hooksEdit, oldEntryEdits, type Scope, serverEdit } from './claude-code-edits.js';
import { type ClaudeCodeFiles, claudeCodeFiles } from './claude-code-files.js';
import { editStep } from './file-edit.js';
import { gitExcludeEdit } from './git-exclude.js';
import { slashCommandsStep } from './slash-commands-step.js';
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
  const git = scope === 'user' ? undefined : await ports.gitState(folder, own);
  if (scope === 'local' && !remove) expectUntracked(files, git);
  const old = scope === 'local' ? oldEntryEdits(files) : [];
  const hasServer = scope !== 'team' || request.withServer || remove;
  const steps = [
    await editStep(await hooksEdit(scope, files, ports), remove, ports),
    hasServer ? await editStep(serverEdit(scope, files, ports.serverCommand), remove, ports) : undefined,
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
  const commands = await ports.slashCommands();
  return [files.localSettings.shown, ...commands.map(({ name }) => `${files.projectCommands.shown}/${name}.md`)];
}

export function expectUntracked({ localSettings }: ClaudeCodeFiles, git: GitState | undefined): void {
  if (git?.tracked.has(localSettings.shown) !== true) return;
  throw new UserError(
    'validation_error',
    `${localSettings.shown} is in git, so paths of this machine would be committed; \`git rm --cached ${localSettings.shown}\` first, or use \`witan init --user\``,
  );
}

function sharedCommands(git: GitState | undefined): Set<string> {
  return new Set([...(git?.tracked ?? [])].map((file) => file.replace(/^.*\//, '')));
}
