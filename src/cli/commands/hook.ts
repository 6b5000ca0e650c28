import { UserError } from '../../kernel/user-error.js';
import type { CliCommand } from '../cli-command.js';

/** Only for the help: the launcher runs known hooks before the command line is loaded. */
export function addHook(program: CliCommand): void {
  program
    .command('hook')
    .summary('what Claude Code runs at an event; reads the event from standard input')
    .description(`Answers one event of Claude Code. \`witan init\` registers it. Events:\n${EVENTS.join('\n')}`)
    .argument('<event>', 'which one')
    .option('--data <folder>', "the data folder, from the project's folder (default: .witan)")
    .example('witan hook pre-tool-use < event.json')
    .note(
      'It always exits with 0 and prints nothing when there is nothing to say. DISABLE_EXPERIENCE_INJECTION=1 silences it.',
    )
    .action((event: string) => {
      const known = EVENTS.map((line) => line.trim().split(' ')[0]).join(', ');
      throw new UserError('validation_error', `hook: "${event}" is not one of ${known}`);
    });
}

const EVENTS = [
  '  pre-tool-use            shows process knowledge that matches a call; CRITICAL items pause it once',
  '  post-tool-use           counts calls for the journal and records tests and builds',
  '  post-tool-use-failure   the same for calls that failed',
  '  session-start           starts the session, shows CRITICAL items and the number of drafts',
  '  user-prompt-submit      reminds of a hypothesis that has been open for a while',
  '  stop                    learns drafts from corrections and [PROCESS_KNOWLEDGE] blocks, silently',
  '  session-end             ends the session in the journal',
];
