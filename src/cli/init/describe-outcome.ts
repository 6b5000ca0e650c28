import type { Scope, Shell } from '../shell.js';
import { AUDIENCES } from './claude-code-edits.js';
import { claudeCodeFiles } from './claude-code-files.js';
import { findRegistrations } from './find-registrations.js';
import { isOwnCommand } from './registration.js';

export interface InitOutcome {
  readonly scope: Scope;
  readonly client: string;
  readonly withServer: boolean;
  readonly remove: boolean;
  readonly dryRun: boolean;
  /** Something was registered or removed. */
  readonly hasChanges: boolean;
  /** Something was done at all. */
  readonly hasSteps: boolean;
}

type Needs = Pick<Shell, 'currentFolder' | 'homeFolder' | 'environment'>;

/** The last lines of `init`: what happened, what is next, and how to undo it. */
export async function describeOutcome(outcome: InitOutcome, shell: Needs): Promise<string[]> {
  const { remove, dryRun, hasChanges, hasSteps } = outcome;
  const others = remove && outcome.client === 'claude' ? await otherScopes(outcome.scope, shell) : [];
  const undo = `${commandFor(outcome)} --remove`;
  if (!hasSteps) {
    if (remove) return ['Nothing to undo: witan is not registered here.', ...others];
    return [`Already registered: nothing to change. \`${undo}\` undoes it.`];
  }
  if (dryRun) return ['Nothing was written (--dry-run). `--verbose` shows every line.'];
  if (remove) return [`Undone. \`${commandFor(outcome)}\` registers it again.`, ...others];
  if (!hasChanges) return ['Done. witan was already registered here.'];
  return [...nextSteps(outcome), `\`${undo}\` undoes all of this.`];
}

function commandFor({ scope, client }: InitOutcome): string {
  return `witan init${scope === 'local' ? '' : ` --${scope}`}${client === 'claude' ? '' : ` --client ${client}`}`;
}

function nextSteps({ scope, client, withServer }: InitOutcome): string[] {
  if (client !== 'claude') {
    return scope === 'team'
      ? ['Written. Commit the file. Colleagues without Witan see a server that does not start.']
      : [`Written, for you in all projects. Start ${client} again to use it.`];
  }
  if (scope === 'user') return ['Written, for you in all projects. Start `claude` again to use it.'];
  if (scope === 'local') return ['Written, for you in this project; none of it belongs in git. Start `claude` here.'];
  const server = withServer
    ? 'The server: Claude Code asks each person once whether to use it. Without Witan it is listed as failed, and all else works.'
    : 'The server is not shared: each person registers it with `witan init` (or share it with --with-server).';
  return ['Written. Commit these files. Colleagues without Witan see nothing of the hooks.', server];
}

/** Where Witan is still registered for Claude Code: elsewhere, or by entries from before `init`. */
async function otherScopes(removed: Scope, shell: Needs): Promise<string[]> {
  // A file that cannot be read is not what was asked about.
  const found = await findRegistrations(await claudeCodeFiles(shell.currentFolder, shell)).catch(() => []);
  return found
    .filter(({ scope, hooks, server }) => {
      // The server of this scope may stay for other folders of the repository.
      const isLeft = scope === 'local' && removed === 'local';
      return hooks.size > 0 || (server !== undefined && isOwnCommand(server) && !isLeft);
    })
    .map(({ scope }) => {
      const option = scope === 'local' ? '' : ` --${scope}`;
      return `Still registered ${AUDIENCES[scope]}: \`witan init${option} --remove\` undoes that too.`;
    });
}
