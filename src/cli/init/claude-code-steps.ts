import { join } from 'node:path';
import { plainLine } from '../../kernel/plain-text.js';
import { UserError } from '../../kernel/user-error.js';
import type { Scope, Shell } from '../shell.js';
import { hooksEdit, oldEntryEdits, serverEdit } from './claude-code-edits.js';
import { type ClaudeCodeFiles, claudeCodeFiles } from './claude-code-files.js';
import { editStep, type FileEdit } from './file-edit.js';
import { gitExcludeEdit } from './git-exclude.js';
import { findRepositoryFolders, type GitState, readGitState } from './git-state.js';
import { registeredHooks } from './hook-registration.js';
import { type ClientFile, readClientFile } from './read-client-file.js';
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
export async function claudeCodeSteps(request: ClaudeCodeRequest, shell: Shell): Promise<Step[]> {
  const { scope, folder, remove } = request;
  const files = await claudeCodeFiles(folder, shell);
  const own = await ownFiles(files, shell);
  const shared = [files.teamSettings.shown, files.teamServers.shown];
  const git = scope === 'user' ? undefined : await readGitState(folder, [...own, ...shared]);
  if (scope === 'local' && !remove) expectUntracked(files, git);
  const others = scope === 'local' && remove ? await otherRegisteredFolders(files) : [];
  const hasServer = (scope !== 'team' || request.withServer || remove) && others.length === 0;
  const isExcluded = scope === 'local' && git !== undefined && others.every(({ prefix }) => prefix !== git.prefix);
  const edits = [
    // Before the others: they record the text that they leave.
    ...(scope === 'local' || (scope === 'team' && !remove) ? oldEntryEdits(files) : []),
    await hooksEdit(scope, files, shell),
    ...(hasServer ? [serverEdit(scope, files, shell.serverCommand)] : []),
    ...(isExcluded ? [gitExcludeEdit(git, own, folder)] : []),
  ];
  const commands = {
    ...(scope === 'user' ? files.userCommands : files.projectCommands),
    mayBeLink: scope === 'user',
    shared: scope === 'local' ? sharedCommands(git) : new Set<string>(),
  };
  const steps = [
    ...(await Promise.all(edits.map((edit) => editStep(withGitNotes(edit, git), remove, shell)))),
    await slashCommandsStep(commands, remove, shell),
  ].filter((step) => step !== undefined);
  const [other] = others;
  return steps.length === 0 || other === undefined ? steps : [...steps, keptServer(files, other.folder)];
}

/** Other folders of the repository and its worktrees in which `init` ran. Claude Code keeps one server for all of them. */
async function otherRegisteredFolders({ projectFolder, localSettings }: ClaudeCodeFiles) {
  const folders = await findRepositoryFolders(projectFolder, localSettings.shown);
  const others = folders.filter(({ folder }) => folder !== projectFolder);
  const areRegistered = await Promise.all(
    others.map(({ folder }) => hasHooks({ ...localSettings, file: join(folder, localSettings.shown) })),
  );
  return others.filter((_, index) => areRegistered[index]);
}

async function hasHooks(settings: ClientFile): Promise<boolean> {
  try {
    return registeredHooks((await readClientFile(settings))?.text ?? '', settings.shown).size > 0;
  } catch {
    // Claude Code cannot read it either.
    return false;
  }
}

function keptServer({ state }: ClaudeCodeFiles, folder: string): Step {
  return {
    title: `${state.shown} (unchanged): server "witan" stays, ${plainLine(folder)} uses it too`,
    lines: [],
    apply: async () => undefined,
  };
}

/** What belongs to one user of a project and not to its repository. */
export async function ownFiles(files: ClaudeCodeFiles, shell: Shell): Promise<string[]> {
  return [files.localSettings.shown, ...(await ownCommandFiles(files.projectCommands, shell))];
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
