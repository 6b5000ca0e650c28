import { stat } from 'node:fs/promises';
import { dirname, parse, sep } from 'node:path';
import { comparableName } from './comparable-name.js';
import type { DataFolder } from './data-folder.js';
import { SECRET_FOLDERS } from './secret-patterns.js';

/** Why a real path cannot be the working directory of a deliberation; undefined when it can. */
export async function refuseRoot(
  root: string,
  homeFolder: string | undefined,
  data: DataFolder,
): Promise<string | undefined> {
  const advice = 'choose the folder of one project as working directory';
  if (root === parse(root).root) return `The root of the file system is not a project; ${advice}.`;
  if (root === homeFolder) return `The home folder is not a project; ${advice}.`;
  if (homeFolder !== undefined && isInside(homeFolder, root))
    return `A folder that holds the home folder is not a project; ${advice}.`;
  if (SYSTEM_TREES.some((folder) => root === folder || isInside(root, folder)) || SYSTEM_FOLDERS.includes(root))
    return `A folder of the operating system is not a project; ${advice}.`;
  if (root.split(sep).some((name) => SECRET_FOLDERS.includes(comparableName(name))))
    return `A folder that holds keys or a repository's inside is not a project; ${advice}.`;
  if (data.holds(root) || (await data.isBehind(root, dirname(root))))
    return `The program's own data folder is not a project; ${advice}.`;
  try {
    if (!(await stat(root)).isDirectory()) return 'The working directory is not a folder.';
  } catch {
    return 'The working directory cannot be read.';
  }
  return undefined;
}

function isInside(path: string, folder: string): boolean {
  return path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

/** Refused with everything below them. */
const SYSTEM_TREES = ['/proc', '/sys', '/dev', '/etc', '/boot', '/private/etc', '/System', '/Library', 'C:\\Windows'];
/** Refused themselves; a project may lie below them. */
const SYSTEM_FOLDERS = [
  ...[
    '/bin',
    '/lib',
    '/lib64',
    '/media',
    '/mnt',
    '/opt',
    '/run',
    '/sbin',
    '/srv',
    '/tmp',
    '/usr',
    '/usr/local',
    '/var',
  ],
  ...['/home', '/root', '/var/tmp', '/var/lib', '/usr/lib', '/usr/share', '/private', '/private/tmp', '/private/var'],
  ...['/Users', '/Applications', '/Volumes', 'C:\\Users', 'C:\\Program Files'],
];
