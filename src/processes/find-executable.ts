import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { delimiter, isAbsolute, join, resolve } from 'node:path';

/**
 * Where a command would be found, without running anything. A command with a slash is a path, relative to `cwd`.
 * Relative entries of PATH are skipped: they would let a project's folder decide what is run.
 */
export async function findExecutable(
  command: string,
  env: Readonly<Record<string, string | undefined>>,
  cwd: string = process.cwd(),
): Promise<string | undefined> {
  if (command === '') return undefined;
  for (const candidate of candidates(command, env, cwd)) if (await isExecutable(candidate)) return candidate;
  return undefined;
}

function candidates(command: string, env: Readonly<Record<string, string | undefined>>, cwd: string): string[] {
  const isPath = command.includes('/') || (process.platform === 'win32' && command.includes('\\'));
  const folders = (env.PATH ?? env.Path ?? '').split(delimiter).filter((folder) => isAbsolute(folder));
  const paths = isPath ? [resolve(cwd, command)] : folders.map((folder) => join(folder, command));
  if (process.platform !== 'win32') return paths;
  const endings = ['', ...(env.PATHEXT ?? '.EXE;.CMD;.BAT').split(';')];
  return paths.flatMap((path) => endings.map((ending) => path + ending));
}

async function isExecutable(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}
