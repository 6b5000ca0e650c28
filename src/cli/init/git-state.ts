import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import { findExecutable, runChild } from '../../processes/index.js';

export interface GitState {
  /** From the root of the repository to the folder, with a slash at its end; empty at the root. */
  readonly prefix: string;
  /** The list of ignored files that is not committed. */
  readonly excludeFile: string;
  readonly tracked: ReadonlySet<string>;
  readonly ignored: ReadonlySet<string>;
}

interface RepositoryFolder {
  /** Absolute, without links. */
  readonly folder: string;
  /** From the root of its worktree, with a slash at its end; empty at the root. */
  readonly prefix: string;
}

const TIME_LIMIT_MS = 5_000;
/** So that the settings of a hostile repository start no program. */
const SAFE = ['-c', 'core.fsmonitor=false', '-c', 'core.hooksPath=/dev/null'];
const VARIABLES = ['PATH', 'HOME', 'XDG_CONFIG_HOME', 'SystemRoot', 'USERPROFILE'];

/** What git does with files of a folder; undefined without git or outside a repository. */
export async function readGitState(folder: string, files: readonly string[]): Promise<GitState | undefined> {
  const run = (...args: string[]) => runGit(folder, args);
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

/** The folders with a file of this name, tracked or not, in all worktrees of a folder's repository. */
export async function findRepositoryFolders(folder: string, file: string): Promise<RepositoryFolder[]> {
  const listed = (await runGit(folder, ['worktree', 'list', '--porcelain', '-z'])) ?? '';
  const worktrees = listed.split('\0').flatMap((line) => /^worktree (.+)$/s.exec(line)?.[1] ?? []);
  const found = worktrees.map(async (worktree) => {
    // A worktree whose folder was deleted is still listed.
    const root = await realpath(worktree).catch(() => undefined);
    const args = ['ls-files', '-z', '--cached', '--others', '--', `:(glob)**/${file}`];
    const paths = (root && (await runGit(root, args)))?.split('\0').filter((path) => path !== '') ?? [];
    return paths.map((path) => {
      const prefix = path.slice(0, -file.length);
      return { folder: resolve(root ?? '', prefix), prefix };
    });
  });
  return (await Promise.all(found)).flat();
}

/** Undefined without git, or if it fails. */
async function runGit(folder: string, args: readonly string[]): Promise<string | undefined> {
  const git = await findExecutable('git', process.env);
  if (git === undefined) return undefined;
  const env = Object.fromEntries(VARIABLES.flatMap((name) => pairOf(name, process.env[name])));
  const request = { command: git, args: [...SAFE, ...args], cwd: folder, env, timeoutMs: TIME_LIMIT_MS };
  const result = await runChild(request);
  return result.ok ? result.value.stdout : undefined;
}

function pairOf(name: string, value: string | undefined): [string, string][] {
  return value === undefined ? [] : [[name, value]];
}
