import { z } from 'zod';
import { nearestName } from '../../../kernel/nearest-name.js';
import { failure, type Result, success } from '../../../kernel/result.js';
import type { PreparedCommand } from '../commands/command.js';
import { COMMAND_NAMES } from '../commands/command-names.js';
import { printablePath } from '../confinement/printable-path.js';
import { choosePrograms } from '../sandbox/choose-programs.js';
import type { Programs } from '../sandbox/programs.js';
import type { EvidenceScene, EvidenceTool } from '../tool.js';

const LONGEST_ARGUMENT = 4096;
const MOST_ARGUMENTS = 200;

const runCommandArguments = z.strictObject({
  command: z.string().min(1).max(LONGEST_ARGUMENT),
  args: z.array(z.string().max(LONGEST_ARGUMENT)).max(MOST_ARGUMENTS).optional(),
});

export const runCommand: EvidenceTool<z.output<typeof runCommandArguments>> = {
  name: 'run_command',
  description: `run ${COMMAND_NAMES.join(', ')} on the project, with the usual flags that only look; there is no shell, so no pipes`,
  example: { command: 'grep', args: ['-rn', '--include=*.ts', 'openDatabase', 'src'] },
  arguments: runCommandArguments,
  async run(given, scene) {
    // Loaded at the first request: most deliberations need none of it.
    const { COMMANDS, splitWords } = await import('../commands/index.js');
    // Some write the whole line as the command.
    const isLine = given.args === undefined || given.args.length === 0;
    const words = isLine ? splitWords(given.command) : success([given.command, ...(given.args ?? [])]);
    if (!words.ok) return words;
    const [name = '', ...args] = words.value;
    const command = COMMANDS.find((candidate) => candidate.name === name);
    if (command === undefined) return failure(unknownCommand(name));
    if (args.some((argument) => argument.includes('\0'))) return failure('An argument may not hold a NUL character.');
    const prepared = command.prepare(args);
    if (!prepared.ok) return prepared;
    const programs = await choosePrograms(scene.sandbox);
    if (!programs.ok) return programs;
    try {
      return await runPrepared(prepared.value, programs.value, scene);
    } catch (error) {
      if (scene.signal.aborted) return failure(`${name} was stopped at the time limit; ask for less.`);
      throw error;
    }
  },
};

/**
 * A sandbox may fail where we do not: a system may have no namespaces left, or no memory. Where it is not required, our
 * own code then does the work, within the same walls.
 */
async function runPrepared(
  run: PreparedCommand,
  programs: Programs | null,
  scene: EvidenceScene,
): Promise<Result<string, string>> {
  let hasFailed = false;
  const watched: Programs | null = programs && {
    async run(request) {
      const ran = await programs.run(request);
      if (!ran.ok) hasFailed = true;
      return ran;
    },
  };
  const ran = await run({ ...scene, programs: watched });
  if (!hasFailed || scene.sandbox === 'require' || scene.signal.aborted) return ran;
  return run({ ...scene, programs: null });
}

function unknownCommand(name: string): string {
  const near = name.length > 12 ? undefined : nearestName(name, COMMAND_NAMES);
  const hint = near === undefined ? '' : `; did you mean ${near}?`;
  return `"${printablePath(name)}" is not among the commands ${COMMAND_NAMES.join(', ')}${hint}`;
}
