import { existsSync, readdirSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import type { RememberedProject } from '../cli/ports.js';
import { configFolder, distrustFolder, loadSettings } from '../config/index.js';
import { UserError } from '../kernel/user-error.js';
import { writeAtomically } from '../kernel/write-atomically.js';
import { deleteMemory, openProjectMemory, type ProjectMemory, takeOverMemory } from '../storage/make-project-memory.js';
import { configContext } from './installation.js';

const context = () => ({ environment: process.env, homeFolder: homedir() });

/** The memory of a project where the user's configuration puts it. */
export async function openChosenMemory(projectFolder: string): Promise<ProjectMemory> {
  // A faulty configuration is reported where it is used.
  const settings = await loadSettings(configContext(projectFolder)).catch(() => undefined);
  return openProjectMemory(projectFolder, { ...context(), chosenFolder: settings?.storage.chosenFolder });
}

/** `witan project` and its commands. */
export async function openMemoryOf(projectFolder: string): Promise<RememberedProject> {
  const memory = await openChosenMemory(projectFolder);
  const found = memory.find();
  return {
    id: found === undefined ? undefined : path.basename(found),
    folder: () => memory.find(),
    make: () => memory.make(),
    copy: memory.describeCopy(),
    files: found === undefined ? [] : listFiles(found),
    inProject: OWN_PATHS.filter((name) => existsSync(path.join(projectFolder, name))),
    async use(source) {
      if (!existsSync(source) && !path.isAbsolute(source))
        throw new UserError('not_found', `there is no folder ${source}`);
      return takeOverMemory(projectFolder, source, context()).replaced;
    },
    async delete() {
      const store = { configFolder: configFolder(homedir(), process.env), write: writeAtomically };
      await distrustFolder(projectFolder, store);
      return deleteMemory(projectFolder, context()) !== undefined;
    },
  };
}

const OWN_PATHS = ['.witan', '.claude/journal', '.claude/graphs', 'transcripts'];

function listFiles(folder: string): { name: string; bytes: number }[] {
  const names = readdirSync(folder).toSorted();
  return names.flatMap((name) => {
    const facts = statSync(path.join(folder, name), { throwIfNoEntry: false });
    return facts?.isFile() ? [{ name, bytes: facts.size }] : [];
  });
}
