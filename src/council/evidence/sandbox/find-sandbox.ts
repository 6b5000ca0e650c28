import { failure, type Result, success } from '../../../kernel/result.js';
import { runChild } from '../../../processes/index.js';
import { findSystemProgram } from './find-system-program.js';
import { PROGRAM_NAMES, type ProgramName } from './programs.js';
import { type SystemFolders, sandboxArguments } from './sandbox-arguments.js';
import type { SandboxedPrograms } from './sandboxed-programs.js';
import { findSystemFolders } from './system-folders.js';

const PROBE_MS = 3_000;

/** Looks whether commands can be run in a sandbox on this machine, once; containers often forbid it. */
export function findSandbox(): Promise<Result<SandboxedPrograms, string>> {
  found ??= probeSandbox();
  return found;
}

let found: Promise<Result<SandboxedPrograms, string>> | undefined;

export async function probeSandbox(find = findSystemProgram): Promise<Result<SandboxedPrograms, string>> {
  if (process.platform !== 'linux') return failure('bubblewrap exists for Linux only');
  const bwrap = await find('bwrap');
  if (bwrap === undefined) return failure('bwrap is not installed');
  const system = await findSystemFolders();
  const paths = new Map<ProgramName, string>();
  const answers = await Promise.all(PROGRAM_NAMES.map(async (name) => probe(name, await find(name), bwrap, system)));
  for (const [index, answer] of answers.entries()) {
    const name = PROGRAM_NAMES[index];
    if (!answer.ok) return answer;
    if (name !== undefined) paths.set(name, answer.value);
  }
  return success({ bwrap, system, paths });
}

/** Flags and output of other makes differ, and what was checked for one program may mean another thing to its twin. */
async function probe(
  name: ProgramName,
  path: string | undefined,
  bwrap: string,
  system: SystemFolders,
): Promise<Result<string, string>> {
  if (path === undefined) return failure(`${name} is not installed`);
  const ended = await runChild({
    command: bwrap,
    args: sandboxArguments(system, [path, '--version']),
    env: {},
    cwd: '/',
    timeoutMs: PROBE_MS,
    graceMs: 0,
  });
  if (!ended.ok) {
    const said = ended.error.kind === 'exited' ? firstLine(ended.error.output.stderr) : ended.error.kind;
    return failure(`bwrap does not work here (${said})`);
  }
  return ended.value.stdout.includes('GNU') ? success(path) : failure(`${name} is not the GNU program`);
}

function firstLine(text: string): string {
  return (
    text
      .split('\n', 1)[0]
      ?.trim()
      .replace(/^bwrap: /, '')
      .slice(0, 120) ?? ''
  );
}
