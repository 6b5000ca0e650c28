import { lstat, readdir, readFile, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { CommandLinePorts } from '../ports.js';
import type { Step } from './step.js';

const FOLDER = '.witan';
const IGNORE_FILE = '.gitignore';
const REMEDY =
  'replace it with a folder, or keep the data elsewhere with storage.data_dir in ~/.config/witan/config.yaml';
const IGNORE_EVERYTHING = '*\n';

/** The folder for what is remembered, which keeps itself out of the project's history. */
export async function dataFolderStep(
  folder: string,
  remove: boolean,
  ports: Pick<CommandLinePorts, 'makeDataFolder' | 'stderr'>,
): Promise<Step | undefined> {
  const path = join(folder, FOLDER);
  const facts = await lstat(path).catch(() => undefined);
  if (facts !== undefined && !facts.isDirectory()) {
    // A link may lead out of the project, and nothing is read or written behind it.
    if (!remove) ports.stderr.write(`witan: ${FOLDER} is not a folder and is not used; ${REMEDY}\n`);
    return undefined;
  }
  return remove ? removal(path, facts !== undefined) : creation(path, ports);
}

async function creation(path: string, ports: Pick<CommandLinePorts, 'makeDataFolder'>): Promise<Step | undefined> {
  const file = join(path, IGNORE_FILE);
  if ((await lstat(file).catch(() => undefined)) !== undefined) return undefined;
  return {
    title: `${FOLDER}/${IGNORE_FILE} (keeps the data folder out of git)`,
    lines: ['+ *'],
    apply: () => ports.makeDataFolder(path),
  };
}

/** Only an empty folder goes: decisions and settings in it are the person's, and stay out of git. */
async function removal(path: string, exists: boolean): Promise<Step | undefined> {
  if (!exists) return undefined;
  const content = await readdir(path);
  const isOnlyOurs =
    content.length === 1 &&
    content[0] === IGNORE_FILE &&
    (await readFile(join(path, IGNORE_FILE), 'utf8')) === IGNORE_EVERYTHING;
  if (!isOnlyOurs) return undefined;
  return {
    title: `${FOLDER}/ (folder removed: no data is in it)`,
    lines: ['- *'],
    async apply() {
      await rm(join(path, IGNORE_FILE));
      await rmdir(path);
    },
  };
}
