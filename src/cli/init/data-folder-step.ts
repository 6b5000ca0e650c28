import { lstat, readdir, readFile, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isUserError } from '../../kernel/user-error.js';
import { ignoreFolder } from '../../storage/own-files/own-folder.js';
import { RECORD_FILE } from '../../storage/project-memory.js';
import type { Shell } from '../shell.js';
import type { Step } from './step.js';

interface OwnFolder {
  readonly name: string;
  readonly content: string;
  readonly setting: string;
}

const OWN_FOLDERS: readonly OwnFolder[] = [
  { name: '.claude/journal', content: 'the journal', setting: 'storage.journal_dir' },
];
const IGNORE_FILE = '.gitignore';
const IGNORE_EVERYTHING = '*\n';

/** The folder of the journal, which git ignores, and the memory, which is outside the project. */
export async function dataFolderSteps(
  folder: string,
  remove: boolean,
  shell: Pick<Shell, 'stderr' | 'environment' | 'homeFolder'>,
): Promise<Step[]> {
  const steps: (Step | undefined)[] = [await memoryStep(folder, remove, shell)];
  for (const own of OWN_FOLDERS) {
    const blocking = await findBlockingPart(folder, own.name);
    // Nothing is read or written through a link, which may lead out of the project.
    if (blocking === undefined) steps.push(await (remove ? removal(folder, own) : creation(folder, own)));
    // A linked `.claude` is reported by the step that registers the hooks in it.
    else if (!remove && blocking === own.name) {
      const fix = `replace it with a folder, or keep ${own.content} elsewhere with ${own.setting} in ~/.config/witan/config.yaml`;
      shell.stderr.write(`witan: ${blocking} is not a folder and is not used; ${fix}\n`);
    }
  }
  return steps.filter((step) => step !== undefined);
}

/** Hooks remember only where there is a memory; `--remove` leaves one in which something is. A home that cannot be written is reported, and init continues. */
async function memoryStep(
  folder: string,
  remove: boolean,
  shell: Pick<Shell, 'stderr' | 'environment' | 'homeFolder'>,
): Promise<Step | undefined> {
  const { openRememberedProject } = await import('../project-memory.js');
  const memory = await openRememberedProject(folder, shell);
  if (remove) {
    const names = await readdir(memory.folder() ?? '').catch(() => []);
    if (names.length !== 1 || names[0] !== RECORD_FILE) return undefined;
    return {
      title: "Witan's folder for this project (removed: nothing is in it)",
      lines: [],
      apply: async () => void (await memory.delete()),
    };
  }
  if (memory.folder() !== undefined) return undefined;
  return {
    title: 'a folder for what Witan remembers about this project (outside of it; `witan project` shows it)',
    lines: [],
    async apply() {
      try {
        memory.make();
      } catch (error) {
        if (!isUserError(error)) throw error;
        shell.stderr.write(`witan: ${error.message}\n`);
      }
    },
  };
}

/** The first part of the path that exists and is not a folder. */
async function findBlockingPart(folder: string, name: string): Promise<string | undefined> {
  const parts = name.split('/').map((_, index, all) => all.slice(0, index + 1).join('/'));
  for (const part of parts) {
    const found = await lstat(join(folder, part)).catch(() => undefined);
    if (found !== undefined && !found.isDirectory()) return part;
  }
  return undefined;
}

async function creation(folder: string, { name, content }: OwnFolder): Promise<Step | undefined> {
  const path = join(folder, name);
  if ((await lstat(join(path, IGNORE_FILE)).catch(() => undefined)) !== undefined) return undefined;
  return {
    title: `${name}/${IGNORE_FILE} (keeps ${content} out of git)`,
    lines: ['+ *'],
    apply: async () => ignoreFolder(path),
  };
}

/** Only an empty folder is removed, because its data and settings belong to the user. */
async function removal(folder: string, { name }: OwnFolder): Promise<Step | undefined> {
  const path = join(folder, name);
  const files = await readdir(path).catch(() => []);
  const isOnlyOurs =
    files.length === 1 &&
    files[0] === IGNORE_FILE &&
    (await readFile(join(path, IGNORE_FILE), 'utf8')) === IGNORE_EVERYTHING;
  if (!isOnlyOurs) return undefined;
  return {
    title: `${name}/ (folder removed: no data is in it)`,
    lines: ['- *'],
    async apply() {
      await rm(join(path, IGNORE_FILE));
      await rmdir(path);
    },
  };
}
