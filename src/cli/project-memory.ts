import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { configContext, configFolder, distrustFolder, loadSettings } from '../config/index.js';
import { UserError } from '../kernel/user-error.js';
import { writeAtomically } from '../kernel/write-atomically.js';
import { deleteMemory, openProjectMemory, type ProjectMemory, takeOverMemory } from '../storage/make-project-memory.js';
import type { Shell } from './shell.js';

type Needs = Pick<Shell, 'environment' | 'homeFolder'>;

/** The memory of a project where the user's configuration puts it. */
export async function openChosenMemory(projectFolder: string, shell: Needs): Promise<ProjectMemory> {
  // A faulty configuration is reported where it is used.
  return openProjectMemory(projectFolder, { ...shell, chosenFolder: await readChosenFolder(projectFolder, shell) });
}

async function readChosenFolder(projectFolder: string, shell: Needs): Promise<string | undefined> {
  const settings = await loadSettings(configContext(projectFolder, shell.environment)).catch(() => undefined);
  return settings?.storage.chosenFolder;
}

/** `witan project` and its commands. */
export async function openRememberedProject(projectFolder: string, shell: Needs) {
  const chosenFolder = await readChosenFolder(projectFolder, shell);
  const memory = openProjectMemory(projectFolder, { ...shell, chosenFolder });
  const found = memory.find();
  return {
    id: found === undefined ? undefined : path.basename(found),
    folder: () => memory.find(),
    make: () => memory.make(),
    /** A line about the folder that the project was copied from. */
    copy: memory.describeCopy(),
    files: found === undefined ? [] : listFiles(found),
    /** Relative paths of what Witan wrote into the project itself. */
    inProject: OWN_PATHS.filter((name) => existsSync(path.join(projectFolder, name))),
    /** Returns the folder of what was used before, if there was anything. Rejects with a `UserError`. */
    async use(source: string) {
      expectDefault(chosenFolder);
      return takeOverMemory(projectFolder, source, shell).replaced;
    },
    /** Everything that Witan stores about the project outside of it. False if that was nothing. */
    async delete() {
      expectDefault(chosenFolder);
      const store = { configFolder: configFolder(shell.homeFolder, shell.environment), write: writeAtomically };
      await distrustFolder(projectFolder, store);
      return deleteMemory(projectFolder, shell) !== undefined;
    },
  };
}

function expectDefault(chosenFolder: string | undefined): void {
  if (chosenFolder === undefined) return;
  const cause = `storage.data_dir in your config says that everything is in ${chosenFolder}`;
  throw new UserError('conflict', `${cause}; change that folder itself, or \`witan config unset storage.data_dir\``);
}

const OWN_PATHS = ['.witan', '.claude/journal', '.claude/graphs', 'transcripts'];

function listFiles(folder: string): { name: string; bytes: number }[] {
  const names = readdirSync(folder).toSorted();
  return names.flatMap((name) => {
    const facts = statSync(path.join(folder, name), { throwIfNoEntry: false });
    return facts?.isFile() ? [{ name, bytes: facts.size }] : [];
  });
}
