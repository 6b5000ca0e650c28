import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import { failure, type Result, success } from '../../../kernel/result.js';
import { walkProject } from '../walk/walk-project.js';
import { refuseRoot } from './check-root.js';
import { createDenyList } from './deny-list.js';
import { listCheckedFolder } from './list-checked-folder.js';
import { openCheckedFile } from './open-checked-file.js';
import { createOwnFolders } from './own-folders.js';
import { readPath } from './path-text.js';
import type { Project } from './project.js';
import { realPathOf } from './real-path-of.js';
import { createSecretNames } from './secret-names.js';
import type { Walls } from './walls.js';

export interface ProjectRules {
  /** Patterns of the configuration, added to the built-in ones. */
  readonly deny: readonly string[];
  /** What the program keeps for itself, data and transcripts: the answers of others stand there. */
  readonly ownFolders: readonly string[];
  readonly homeFolder: string;
}

/** The working directory as participants may see it, or why it cannot be one. */
export async function openProject(workingDirectory: string, rules: ProjectRules): Promise<Result<Project, string>> {
  const written = resolve(workingDirectory);
  const root = await realpath(written).catch(() => undefined);
  if (root === undefined) return failure('The working directory does not exist or cannot be read.');
  const ownFolders = await createOwnFolders(rules.ownFolders);
  const home = rules.homeFolder === '' ? undefined : await realPathOf(rules.homeFolder);
  const refused = await refuseRoot(root, home, ownFolders);
  if (refused !== undefined) return failure(refused);

  const isDenied = createDenyList(rules.deny, root);
  const walls: Walls = { root, ownFolders, isDenied, secretNames: createSecretNames(root, isDenied, ownFolders) };
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
