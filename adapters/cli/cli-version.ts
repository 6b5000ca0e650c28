import { makePrivateFolder } from '../../src/kernel/private-folder.js';
import { childEnvironment, findExecutable, runChild } from '../../src/processes/index.js';
import type { Environment } from './run/cli-tool.js';

/** The version of a tool; undefined if it is missing, slow or prints none. For `doctor`. */
export async function cliVersion(
  command: string,
  environment: Environment = process.env,
  signal?: AbortSignal,
): Promise<string | undefined> {
  const executable = await findExecutable(command, environment);
  const folder = makePrivateFolder(environment);
  if (executable === undefined || !folder.ok) return undefined;
  const outcome = await runChild({
    command: executable,
    args: ['--version'],
    env: childEnvironment(environment),
    cwd: folder.value,
    timeoutMs: 5000,
    graceMs: 500,
    maxOutputBytes: 64 * 1024,
    ...(signal === undefined ? {} : { signal }),
  });
  if (!outcome.ok) return undefined;
  const lines = `${outcome.value.stdout}\n${outcome.value.stderr}`.split('\n').map((line) => line.trim());
  return lines.find((line) => /\d/.test(line))?.slice(0, 100);
}
