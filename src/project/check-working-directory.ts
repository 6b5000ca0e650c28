import { stat } from 'node:fs/promises';
import { dirname, join, parse, sep } from 'node:path';
import { isInside } from '../kernel/real-path.js';
import { comparableName, isSecretFolder } from './deny-list.js';
import { HOME_FOLDERS, SECRET_FOLDERS } from './secret-patterns.js';
import type { WitanFolders } from './witan-folders.js';

/** Names a real path that is too wide to be a project: no deliberation may run there. */
export function nameIfTooWide(root: string, homeFolder: string | undefined): string | undefined {
  if (root === parse(root).root) return 'the root of the disk';
  if (root === homeFolder) return 'the home folder';
  return homeFolder !== undefined && isInside(root, homeFolder) ? 'the folder above the home folder' : undefined;
}

/** Why participants may not look at a real path; undefined when they may. */
export async function refuseWorkingDirectory(
  root: string,
  homeFolder: string | undefined,
  own: WitanFolders,
): Promise<string | undefined> {
  const tooWide = nameIfTooWide(root, homeFolder);
  if (tooWide !== undefined) return `This is ${tooWide}, not a project; ${ADVICE}.`;
  if (SYSTEM_TREES.some((folder) => isInside(folder, root)) || SYSTEM_FOLDERS.includes(root))
    return `A folder of the operating system is not a project; ${ADVICE}.`;
  if (homeFolder !== undefined && HOME_FOLDERS.some((folder) => root === join(homeFolder, folder)))
    return `A folder in which programs keep their state is not a project; ${ADVICE}.`;
  if (root.split(sep).some((name) => SECRET_FOLDERS.includes(comparableName(name))) || isSecretFolder(root))
    return `A folder that contains keys or a repository's internals is not a project; ${ADVICE}.`;
  if (own.contains(root) || (await own.isBehind(root, dirname(root))))
    return `A folder that the program keeps for itself is not a project; ${ADVICE}.`;
  try {
    if (!(await stat(root)).isDirectory()) return 'The working directory is not a folder.';
  } catch {
    return 'The working directory cannot be read.';
  }
  return undefined;
}

const ADVICE = 'choose the folder of one project as working directory';

/** Refused with everything below them. */
const SYSTEM_TREES = `
  /proc, /sys, /dev, /etc, /boot, /efi, /bin, /sbin, /lib, /lib32, /lib64, /libx32, /snap, /usr/bin, /usr/sbin,
  /usr/lib, /usr/lib32, /usr/lib64, /usr/libexec, /usr/local/bin, /usr/local/sbin, /run/secrets,
  /run/credentials, /run/systemd, /run/log, /var/log, /var/spool, /var/mail, /var/cache, /var/backups,
  /var/crash, /var/db, /var/run, /var/lib/docker, /var/lib/systemd, /lost+found, /private/etc, /private/var/db,
  /private/var/log, /System, /Library, C:\\Windows
`
  .split(/,\s*/)
  .map((folder) => folder.trim());
/** Refused themselves; a project may be below them. */
const SYSTEM_FOLDERS = `
  /media, /mnt, /opt, /run, /run/user, /srv, /tmp, /usr, /usr/local, /usr/share, /usr/src, /var, /var/tmp,
  /var/lib, /var/opt, /home, /root, /private, /private/tmp, /private/var, /Users, /Applications, /Volumes,
  C:\\Users, C:\\Program Files, C:\\ProgramData
`
  .split(/,\s*/)
  .map((folder) => folder.trim());
