import { type Command, CommanderError } from 'commander';
import { plainLine } from '../kernel/plain-text.js';
import { UserError } from '../kernel/user-error.js';
import { CliCommand } from './cli-command.js';
import { type CliError, EXIT, toCliError } from './cli-error.js';
import { addCoach } from './commands/coach.js';
import { addConfig } from './commands/config.js';
import { addDecisions } from './commands/decisions.js';
import { addDeliberate } from './commands/deliberate.js';
import { addDeliberations } from './commands/deliberations.js';
import { addDoctor } from './commands/doctor.js';
import { addHook } from './commands/hook.js';
import { addInit } from './commands/init.js';
import { addJournal } from './commands/journal.js';
import { addKnowledgeCommands } from './commands/knowledge.js';
import { addLearn } from './commands/learn.js';
import { addMigrateConfig } from './commands/migrate-config.js';
import { addModels } from './commands/models.js';
import { addProject } from './commands/project.js';
import { addReplay } from './commands/replay.js';
import { addServe } from './commands/serve.js';
import { addView } from './commands/view.js';
import type { Shell } from './shell.js';
import { guardOutput } from './text/guard-output.js';
import { lineWidth } from './text/line-width.js';

/** Runs one command of `witan` and returns its exit code; never rejects, never ends the process. */
export async function runCommandLine(argv: readonly string[], given: Shell): Promise<number> {
  const shell = { ...given, stdout: guardOutput(given.stdout), stderr: guardOutput(given.stderr) };
  let exitCode: number = EXIT.done;
  const program = createCommands(shell, (code) => {
    exitCode = code;
  });
  try {
    if (argv[0] === 'help') expectKnown(findCommand(argv.slice(1), program));
    if (argv.length === 0) program.outputHelp();
    else await program.parseAsync([...argv], { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return EXIT.done;
    // For a group without a command the help was shown.
    if (error instanceof CommanderError && error.code === 'commander.help') return EXIT.wrongUsage;
    const cliError =
      error instanceof CommanderError ? usageError(error, findCommand(argv, program)) : toCliError(error);
    shell.stderr.write(`witan: ${plainLine(cliError.line)}\n`);
    return cliError.exitCode;
  }
}

function createCommands(shell: Shell, finish: (exitCode: number) => void): CliCommand {
  const program = new CliCommand('witan', { shell, finish })
    .description('A council of models for hard choices: they answer in rounds, vote, and leave a transcript.')
    .version(shell.version, '--version', 'print the version')
    .helpOption('-h, --help', 'show this help')
    .example('witan deliberate "Should our job queue use PostgreSQL or SQLite?"')
    // Set before the commands are added: each of them takes these over.
    .exitOverride()
    .configureOutput({
      writeOut: (text) => shell.stdout.write(text),
      writeErr: (text) => shell.stderr.write(text),
      // Shown by the catch above, on one line like every other error.
      outputError: () => undefined,
      getOutHelpWidth: () => lineWidth(shell.stdout),
      getErrHelpWidth: () => lineWidth(shell.stderr),
    });
  for (const add of COMMANDS) add(program, shell, finish);
  return program;
}

const COMMANDS = [
  addDeliberate,
  addDeliberations,
  addReplay,
  addView,
  addCoach,
  addDecisions,
  addJournal,
  addLearn,
  addKnowledgeCommands,
  addProject,
  addInit,
  addDoctor,
  addModels,
  addConfig,
  addServe,
  addHook,
  addMigrateConfig,
];

interface MeantCommand {
  /** Such as `witan decisions`. */
  readonly name: string;
  /** The word after it, if the command is a group. */
  readonly unknown: string | undefined;
}

function usageError({ code, message }: CommanderError, { name, unknown }: MeantCommand): CliError {
  const isExcess = code === 'commander.excessArguments';
  const cause = message.replace(/^error: /, '').replace(/\.$/, '');
  // The word went to the group's default command.
  if (isExcess && unknown !== undefined) {
    return { line: `unknown command '${unknown}'; see ${name} --help`, exitCode: EXIT.wrongUsage };
  }
  const fix = isExcess && cause.includes("'deliberate'") ? 'put the question in quotes' : `see ${name} --help`;
  return { line: `${cause}; ${fix}`, exitCode: EXIT.wrongUsage };
}

/** Commander would answer an unknown name with the help of everything. */
function expectKnown({ name, unknown }: MeantCommand): void {
  if (unknown === undefined || unknown.startsWith('-')) return;
  throw new UserError('validation_error', `unknown command '${unknown}'; see ${name} --help`);
}

/** The command that was meant: `witan decisions outcome`. */
function findCommand(argv: readonly string[], program: Command): MeantCommand {
  let command = program;
  let name = program.name();
  for (const word of argv) {
    const next = command.commands.find((each) => each.name() === word || each.aliases().includes(word));
    if (next === undefined) return { name, unknown: command.commands.length > 0 ? word : undefined };
    command = next;
    name += ` ${next.name()}`;
  }
  return { name, unknown: undefined };
}
