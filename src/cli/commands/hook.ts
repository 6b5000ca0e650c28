import { HOOKS } from '../../hooks/vocabulary.js';
import { UserError } from '../../kernel/user-error.js';
import type { CliCommand } from '../cli-command.js';

/** Only for the help: the launcher runs known hooks before the command line is loaded. */
export function addHook(program: CliCommand): void {
  program
    .command('hook')
    .summary('what Claude Code runs at an event; reads the event from standard input')
    .description(`Answers one event of Claude Code. \`witan init\` registers it. Events:\n${EVENTS}`)
    .argument('<event>', 'which one')
    .option('--data <folder>', 'a data folder outside the project (default: as `witan project` shows)')
    .example('witan hook pre-tool-use < event.json')
    .note(
      'It always exits with 0 and prints nothing when there is nothing to say. DISABLE_EXPERIENCE_INJECTION=1 silences it.',
    )
    .action((event: string) => {
      throw new UserError('validation_error', `hook: "${event}" is not one of ${Object.keys(HOOKS).join(', ')}`);
    });
}

const EVENTS = Object.entries(HOOKS)
  .map(([name, { summary }]) => `  ${name.padEnd(24)}${summary}`)
  .join('\n');
