import { resolve } from 'node:path';
import type { GitState } from '../cli/ports.js';
import { findExecutable, runChild } from '../processes/index.js';

const TIME_LIMIT_MS = 5_000;
/** So that the settings of a hostile repository start no program. */
const SAFE = ['-c', 'core.fsmonitor=false', '-c', 'core.hooksPath=/dev/null'];
const VARIABLES = ['PATH', 'HOME', 'XDG_CONFIG_HOME', 'SystemRoot', 'USERPROFILE'];

/** What git does with files of a folder; undefined without git or outside a repository. */
export async function readGitState(folder: string, files: readonly string[]): Promise<GitState | undefined> {
  const git = await findExecutable('git', process.env);
  if (git === undefined) return undefined;
  const run = async (...args: string[]) => {
    const env = Object.fromEntries(VARIABLES.flatMap((name) => pairOf(name, process.env[name])));
    const request = { command: git, args: [...SAFE, ...args], cwd: folder, env, timeoutMs: TIME_LIMIT_MS };
    const result = await runChild(request);
    return result.ok ? result.value.stdout : undefined;
  };
  const [prefix, excludeFile] =
    (await run('rev-parse', '--show-prefix', '--git-path', 'info/exclude'))?.split('\n') ?? [];
  if (prefix === undefined || excludeFile === undefined || excludeFile === '') return undefined;
  const tracked = (await run('ls-files', '--', ...files)) ?? '';
  // Fails if it finds none.
  const ignored = (await run('check-ignore', '--', ...files)) ?? '';
  return {
    prefix,
    excludeFile: resolve(folder, excludeFile),
    tracked: new Set(tracked.split('\n')),
    ignored: new Set(ignored.split('\n')),
  };
}

function pairOf(name: string, value: string | undefined): [string, string][] {
  return value === undefined ? [] : [[name, value]];
}
