import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import { failure, type Result, success } from '../../../kernel/result.js';
import { walkProject } from '../walk/walk-project.js';
import { refuseRoot } from './check-root.js';
import { createDataFolder } from './data-folder.js';
import { createDenyList } from './deny-list.js';
import { listCheckedFolder } from './list-checked-folder.js';
import { openCheckedFile } from './open-checked-file.js';
import { readPath } from './path-text.js';
import type { Project } from './project.js';
import { realPathOf } from './real-path-of.js';
import type { Walls } from './walls.js';

export interface ProjectRules {
  /** Patterns of the configuration, added to the built-in ones. */
  readonly deny: readonly string[];
  readonly dataFolder: string;
  readonly homeFolder: string;
}

/** The working directory as participants may see it, or why it cannot be one. */
export async function openProject(workingDirectory: string, rules: ProjectRules): Promise<Result<Project, string>> {
  const written = resolve(workingDirectory);
  const root = await realpath(written).catch(() => undefined);
  if (root === undefined) return failure('The working directory does not exist or cannot be read.');
  const dataFolder = await createDataFolder(rules.dataFolder);
  const home = rules.homeFolder === '' ? undefined : await realPathOf(rules.homeFolder);
  const refused = await refuseRoot(root, home, dataFolder);
  if (refused !== undefined) return failure(refused);

  const isDenied = createDenyList(rules.deny);
  const walls: Walls = { root, dataFolder, isDenied };
  const read = (path: string) => readPath(path, [root, written], isDenied);
  const list = async (path: string) => {
    const relative = read(path);
    return relative.ok ? listCheckedFolder(relative.value, path, walls) : relative;
  };
  return success({
    root,
    openFile: async (path) => {
      const relative = read(path);
      return relative.ok ? openCheckedFile(relative.value, path, walls) : relative;
    },
    listFolder: async (path) => {
      const listed = await list(path);
      return listed.ok ? success(listed.value.entries) : listed;
    },
    locateFolder: async (path) => {
      const listed = await list(path);
      return listed.ok ? success(listed.value.path) : listed;
    },
    walk: (options) => walkProject(read(options.below ?? ''), options, walls),
    refusal: (path) => {
      const relative = read(path);
      return relative.ok ? null : relative.error;
    },
  });
}
