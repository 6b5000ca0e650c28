import { stat } from 'node:fs/promises';
import { dirname, parse, sep } from 'node:path';
import { comparableName } from './comparable-name.js';
import type { OwnFolders } from './own-folders.js';
import { SECRET_FOLDERS } from './secret-patterns.js';

/** What a real path is that is too wide to be a project: no deliberation is held there at all. */
export function nameIfTooWide(root: string, homeFolder: string | undefined): string | undefined {
  if (root === parse(root).root) return 'the root of the disk';
  if (root === homeFolder) return 'the home folder';
  return homeFolder !== undefined && isInside(homeFolder, root) ? 'the folder above the home folder' : undefined;
}

/** Why participants may not look at a real path; undefined when they may. */
export async function refuseRoot(
  root: string,
  homeFolder: string | undefined,
  own: OwnFolders,
): Promise<string | undefined> {
  const tooWide = nameIfTooWide(root, homeFolder);
  if (tooWide !== undefined) return `This is ${tooWide}, not a project; ${ADVICE}.`;
  if (SYSTEM_TREES.some((folder) => root === folder || isInside(root, folder)) || SYSTEM_FOLDERS.includes(root))
    return `A folder of the operating system is not a project; ${ADVICE}.`;
  if (root.split(sep).some((name) => SECRET_FOLDERS.includes(comparableName(name))))
    return `A folder that holds keys or a repository's inside is not a project; ${ADVICE}.`;
  if (own.holds(root) || (await own.isBehind(root, dirname(root))))
    return `A folder that the program keeps for itself is not a project; ${ADVICE}.`;
  try {
    if (!(await stat(root)).isDirectory()) return 'The working directory is not a folder.';
  } catch {
    return 'The working directory cannot be read.';
  }
  return undefined;
}

const ADVICE = 'choose the folder of one project as working directory';

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
