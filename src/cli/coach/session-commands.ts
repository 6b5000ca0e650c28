import { resolve } from 'node:path';
import { plainLine } from '../../kernel/plain-text.js';
import { UserError } from '../../kernel/user-error.js';
import type { CliCommand, Output } from '../cli-command.js';
import { formatDuration } from '../deliberate/format-duration.js';
import type { Shell } from '../shell.js';

/** `witan coach pause|resume|end`: the way out of a session that needs no page and no agent. */
export function addSessionCommands(coach: CliCommand, shell: Shell): void {
  for (const [action, { summary, description }] of Object.entries(COMMANDS)) {
    coach
      .command(action)
      .summary(summary)
      .description(description)
      .argument('[project]', 'the project folder, or one in it (default: the current folder)')
      .jsonOption()
      .example(`witan coach ${action}`)
      .run((project: string = '.') => change(resolve(shell.currentFolder, project), action as Action));
  }
}

type Action = 'pause' | 'resume' | 'end';

const COMMANDS: Readonly<Record<Action, { readonly summary: string; readonly description: string }>> = {
  pause: {
    summary: 'let Claude Code write until the session is resumed',
    description: 'Pauses the coaching session: until it is resumed, Claude Code may write to the project.',
  },
  resume: {
    summary: 'continue a session that was paused or left unfinished',
    description: 'Continues the coaching session: the writes of Claude Code are held again.',
  },
  end: {
    summary: 'end the session',
    description: 'Ends the coaching session, also one that was left unfinished: Claude Code may write again.',
  },
};

async function change(folder: string, action: Action): Promise<Output> {
  const changed = await (await import('../../http/client.js')).changeCoachSession({ folder, action });
  if (changed === undefined) {
    throw new UserError('conflict', `no coach runs for ${plainLine(folder)}; \`witan coach\` starts one`);
  }
  return {
    json: { action, ...changed },
    render(page) {
      page.labeled('Session', changed.title);
      page.labeled('State', describe(action, changed));
    },
  };
}

interface Ended {
  readonly durationMs?: number | undefined;
  readonly phasesCompleted?: number | undefined;
}

function describe(action: Action, { durationMs = 0, phasesCompleted = 0 }: Ended): string {
  if (action === 'pause') return 'paused: Claude Code may write until `witan coach resume`';
  if (action === 'resume') return 'active: the writes of Claude Code are held';
  const phases = phasesCompleted === 1 ? '1 phase' : `${phasesCompleted} phases`;
  return `ended after ${formatDuration(durationMs)} with ${phases} completed: Claude Code may write again`;
}
