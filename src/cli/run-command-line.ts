import { Command, CommanderError } from 'commander';
import { plainLine } from '../kernel/plain-text.js';
import { type CliError, EXIT, toCliError } from './cli-error.js';
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
import { addReplay } from './commands/replay.js';
import { addServe } from './commands/serve.js';
import type { CommandLinePorts } from './ports.js';
import { guardOutput } from './text/guard-output.js';
import { lineWidth } from './text/line-width.js';

/** Runs one command of `witan` and returns its exit code; never rejects, never ends the process. */
export async function runCommandLine(argv: readonly string[], given: CommandLinePorts): Promise<number> {
  const ports = { ...given, stdout: guardOutput(given.stdout), stderr: guardOutput(given.stderr) };
  let exitCode: number = EXIT.done;
  const program = createCommands(ports, (code) => {
    exitCode = code;
  });
  try {
    if (argv.length === 0) program.outputHelp();
    else await program.parseAsync([...argv], { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return EXIT.done;
    // For a group without a command the help was shown.
    if (error instanceof CommanderError && error.code === 'commander.help') return EXIT.wrongUsage;
    const cliError = error instanceof CommanderError ? usageError(error, helpFor(argv, program)) : toCliError(error);
    ports.stderr.write(`witan: ${plainLine(cliError.line)}\n`);
    return cliError.exitCode;
  }
}

function createCommands(ports: CommandLinePorts, finish: (exitCode: number) => void): Command {
  const program = new Command('witan')
    .description('A council of models for hard choices: they answer in rounds, vote, and leave a transcript.')
    .version(ports.version, '--version', 'print the version')
    .helpOption('-h, --help', 'show this help')
    .addHelpText('after', EXAMPLE)
    // Set before the commands are added: each of them takes these over.
    .exitOverride()
    .configureOutput({
      writeOut: (text) => ports.stdout.write(text),
      writeErr: (text) => ports.stderr.write(text),
      // Shown by the catch above, on one line like every other error.
      outputError: () => undefined,
      getOutHelpWidth: () => lineWidth(ports.stdout),
      getErrHelpWidth: () => lineWidth(ports.stderr),
    });
  for (const add of COMMANDS) add(program, ports, finish);
  return program;
}

const COMMANDS = [
  addDeliberate,
  addDeliberations,
  addReplay,
  addDecisions,
  addJournal,
  addLearn,
  addKnowledgeCommands,
  addInit,
  addDoctor,
  addModels,
  addConfig,
  addServe,
  addHook,
  addMigrateConfig,
];

const EXAMPLE = `
Example:
  witan deliberate "Should our job queue use PostgreSQL or SQLite?"`;

function usageError(error: CommanderError, help: string): CliError {
  const cause = error.message.replace(/^error: /, '').replace(/\.$/, '');
  const isUnquoted = error.code === 'commander.excessArguments' && cause.includes("'deliberate'");
  const fix = isUnquoted ? 'put the question in quotes' : `see ${help}`;
  return { line: `${cause}; ${fix}`, exitCode: EXIT.wrongUsage };
}

/** The help of the command that was meant: `witan decisions outcome --help`. */
function helpFor(argv: readonly string[], program: Command): string {
  let command = program;
  let name = program.name();
  for (const word of argv) {
    const next = command.commands.find((each) => each.name() === word || each.aliases().includes(word));
    if (next === undefined) break;
    command = next;
    name += ` ${next.name()}`;
  }
  return `${name} --help`;
}
