import { z } from 'zod';
import { readShellLine, type ShellToken } from '../../../commands/read-line.js';
import { nearestName } from '../../../kernel/nearest-name.js';
import { failure, type Result, success } from '../../../kernel/result.js';
import { printablePath } from '../../../project/read-path.js';
import type { EvidenceTool } from '../tool.js';
import { find } from './commands/find.js';
import { grep } from './commands/grep.js';
import { ls } from './commands/ls.js';
import type { Command } from './commands/read-flags.js';
import { cat, head, tail } from './commands/show-files.js';

const MAX_ARGUMENT_LENGTH = 4096;
const MAX_ARGUMENTS = 200;

const runCommandArguments = z.strictObject({
  command: z.string().min(1).max(MAX_ARGUMENT_LENGTH),
  args: z.array(z.string().max(MAX_ARGUMENT_LENGTH)).max(MAX_ARGUMENTS).optional(),
});

const COMMANDS: ReadonlyMap<string, Command> = new Map(Object.entries({ ls, grep, find, cat, head, tail }));
const NAMES = [...COMMANDS.keys()];

/** No program is started: a command is another way to write a request for one of the other tools. */
export const runCommand: EvidenceTool<z.output<typeof runCommandArguments>> = {
  name: 'run_command',
  description: `the other tools as ${NAMES.join(', ')} with their common flags; patterns of grep are RE2; there is no shell, so no pipes`,
  example: { command: 'grep', args: ['-rn', '--include=*.ts', 'openDatabase', 'src'] },
  arguments: runCommandArguments,
  async run(given, context) {
    // Some write the whole line as the command.
    const isLine = given.args === undefined || given.args.length === 0;
    const words = isLine ? splitWords(given.command) : success([given.command, ...(given.args ?? [])]);
    if (!words.ok) return words;
    const [name = '', ...args] = words.value;
    const command = COMMANDS.get(name);
    if (command === undefined) return failure(unknownCommand(name));
    if (args.some((argument) => argument.includes('\0')))
      return failure('An argument may not contain a NUL character.');
    const answer = await command(args, context);
    return answer.ok ? answer : failure(`${name}: ${answer.error}`);
  },
};

function unknownCommand(name: string): string {
  const near = name.length > 12 ? undefined : nearestName(name, NAMES);
  const instead = Object.hasOwn(INSTEAD, name) ? INSTEAD[name] : undefined;
  const hint = instead !== undefined ? `; use ${instead}` : near === undefined ? '' : `; did you mean ${near}?`;
  return `"${printablePath(name)}" is not among the commands ${NAMES.join(', ')}${hint}`;
}

/** What answers the question behind other common programs. */
const INSTEAD: Readonly<Record<string, string>> = {
  ...{ rg: 'search_code', ag: 'search_code', egrep: 'search_code', fgrep: 'search_code', fd: 'list_files' },
  ...{ sed: 'read_file', awk: 'read_file', less: 'read_file', more: 'read_file', nl: 'read_file' },
  ...{ tree: 'get_file_tree', wc: 'grep -c', git: 'read_file: only the files as they are can be read' },
};

/**
 * Splits a command that was written as one line ("grep -rn 'one two' src") into its words. Quotes and backslashes mean
 * what they mean in a shell; pipes, redirections and substitutions are refused rather than taken as plain letters, for
 * their author expects something that will not happen. Wildcards stay as they are: `find -name *.ts` means the pattern.
 */
function splitWords(line: string): Result<string[], string> {
  const { tokens, unclosed } = readShellLine(line);
  const words: string[] = [];
  for (const token of tokens) {
    const mark = getShellMark(token);
    if (mark !== undefined) return failure(needsShell(mark));
    if (token.kind === 'word') words.push(token.text);
  }
  if (unclosed === '\\') return failure('The command ends with a backslash.');
  if (unclosed !== undefined) return failure(`The command has an opening ${unclosed} without a closing one.`);
  return success(words);
}

/** What in a token would need a shell. */
function getShellMark(token: ShellToken): string | undefined {
  switch (token.kind) {
    case 'word':
      return token.hasVariable ? '$' : undefined;
    case 'operator':
      return token.text;
    case 'redirection':
      return token.operator;
    case 'here-document':
      return '<<';
    case 'substitution':
      return '$(';
  }
}

function needsShell(mark: string): string {
  const shown = mark === '\n' ? 'A line break' : `"${mark}"`;
  return `${shown} would need a shell, and there is none: give one command, with its arguments in "args" as a list.`;
}
