import { failure, type Result, success } from '../../../kernel/result.js';
import { type ChildFailure, type ChildOutput, runChild } from '../../../processes/index.js';
import type { ProgramName, ProgramOutput, ProgramRequest, Programs } from './programs.js';
import { type SystemFolders, sandboxArguments } from './sandbox-arguments.js';

const MAX_OUTPUT_BYTES = 8 * 1024 * 1024;
const LONGEST_RUN_MS = 60_000;

export interface SandboxedPrograms {
  readonly bwrap: string;
  readonly system: SystemFolders;
  /** Absolute paths of the programs that were found and are what they seem. */
  readonly paths: ReadonlyMap<ProgramName, string>;
}

export function sandboxedPrograms({ bwrap, system, paths }: SandboxedPrograms): Programs {
  return {
    async run(request) {
      const path = paths.get(request.program);
      if (path === undefined) return failure(`the sandbox has no ${request.program} that could be used.`);
      const ended = await runChild({
        command: bwrap,
        args: sandboxArguments(system, [path, ...request.args]),
        stdin: request.stdin,
        env: {},
        cwd: '/',
        timeoutMs: LONGEST_RUN_MS,
        signal: request.signal,
        maxOutputBytes: MAX_OUTPUT_BYTES,
        // Nothing in there has anything to put in order.
        graceMs: 0,
      });
      return judge(ended, request);
    },
  };
}

function judge(
  ended: Result<ChildOutput, ChildFailure>,
  { program, expectedCodes }: ProgramRequest,
): Result<ProgramOutput, string> {
  if (ended.ok) return success({ stdout: ended.value.stdout, isCut: false });
  const { error } = ended;
  switch (error.kind) {
    case 'exited':
      // What the program complains of may name paths of the sandbox, so its words are not shown.
      return error.code !== null && expectedCodes.includes(error.code)
        ? success({ stdout: error.output.stdout, isCut: false })
        : failure(`${program} failed in the sandbox.`);
    case 'output_too_large':
      return success({ stdout: error.output.stdout, isCut: true });
    case 'cancelled':
    case 'timeout':
      return failure(`${program} was stopped at the time limit; ask for less.`);
    case 'not_found':
    case 'not_executable':
    case 'arguments_too_long':
    case 'not_started':
      return failure(`${program} could not be started in the sandbox.`);
  }
}
