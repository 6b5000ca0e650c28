import { chmod, lstat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { configContext, configFolder, loadSettings } from '../../config/index.js';
import { openProjectMemory } from '../../storage/make-project-memory.js';
import { listOwnFolder } from '../../storage/own-files/read-own-file.js';
import { restrictDataFolder, restrictOwnFile } from '../../storage/own-files/restrict-own-file.js';

interface FileOpenToOthers {
  readonly path: string;
  /** Takes the rights of others away. */
  restrict(): Promise<void>;
}

const OTHERS = 0o077;
const OTHERS_WRITE = 0o022;

/**
 * What other users of this machine may read of the project's data and journal, and the config folder if they may write
 * there, because it says whom to trust. Only what belongs to the user.
 */
export async function findFilesOpenToOthers(projectFolder: string): Promise<FileOpenToOthers[]> {
  // Windows has no such rights, and shows them for every file.
  if (process.platform === 'win32') return [];
  const { memory, journal } = await ownFolders(projectFolder);
  const ofProject = [...(memory === undefined ? [] : [memory]), journal].map(async (folder) => [
    ...(await openEntry(folder, OTHERS, async () =>
      folder === memory ? chmod(folder, 0o700) : restrictDataFolder(folder),
    )),
    ...(await filesIn(folder)),
  ]);
  const config = configFolder(homedir(), process.env);
  const ofUser = openEntry(config, OTHERS_WRITE, async () => chmod(config, (await modeOf(config)) & ~OTHERS_WRITE));
  return (await Promise.all([...ofProject, ofUser])).flat();
}

async function ownFolders(projectFolder: string) {
  const { storage } = await loadSettings(configContext(projectFolder));
  const { chosenFolder, journalFolder } = storage;
  const memory = openProjectMemory(projectFolder, { environment: process.env, homeFolder: homedir(), chosenFolder });
  return { memory: memory.find(), journal: journalFolder };
}

async function filesIn(folder: string): Promise<FileOpenToOthers[]> {
  let names: string[] = [];
  try {
    names = listOwnFolder(folder);
  } catch {
    // A link or a folder of another user is not ours to change.
  }
  const files = names.map((name) => join(folder, name));
  return (await Promise.all(files.map(async (file) => openFile(file)))).flat();
}

async function openFile(file: string): Promise<FileOpenToOthers[]> {
  if ((await lstat(file).catch(() => undefined))?.isFile() !== true) return [];
  return openEntry(file, OTHERS, async () => restrictOwnFile(file));
}

async function openEntry(path: string, rights: number, restrict: () => Promise<void>): Promise<FileOpenToOthers[]> {
  const facts = await lstat(path).catch(() => undefined);
  const isOurs = facts !== undefined && !facts.isSymbolicLink() && facts.uid === process.getuid?.();
  return isOurs && (facts.mode & rights) !== 0 ? [{ path, restrict }] : [];
}

async function modeOf(path: string): Promise<number> {
  return (await lstat(path)).mode & 0o777;
}
