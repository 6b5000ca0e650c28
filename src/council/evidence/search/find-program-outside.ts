import { access, realpath } from 'node:fs/promises';
import { delimiter, dirname, join, sep } from 'node:path';
import { findExecutable } from '../../../processes/index.js';

/**
 * A program that does not come from the project: a package script runs with the project's own programs first in its
 * path, and a link can lead back into it. The project is what we look at, not what we run, and so is the repository
 * around it. The system's own folders come first.
 */
export async function findProgramOutside(root: string, name: string, path: string): Promise<string | undefined> {
  const top = await outermostRepository(root);
  for (const folder of new Set([...SYSTEM_FOLDERS, ...path.split(delimiter)])) {
    if (folder.includes(`node_modules${sep}.bin`)) continue;
    const program = await findExecutable(name, { ...process.env, PATH: folder });
    const real = program === undefined ? undefined : await realpath(program).catch(() => undefined);
    if (real !== undefined && !real.startsWith(top + sep)) return real;
  }
  return undefined;
}

const SYSTEM_FOLDERS = process.platform === 'win32' ? [] : ['/usr/bin', '/bin', '/usr/local/bin', '/opt/homebrew/bin'];

async function outermostRepository(root: string): Promise<string> {
  let top = root;
  for (let folder = root; dirname(folder) !== folder; folder = dirname(folder)) {
    const isRepository = await access(join(folder, '.git')).then(
      () => true,
      () => false,
    );
    if (isRepository) top = folder;
  }
  return top;
}
