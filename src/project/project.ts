import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import { realPathOf } from '../kernel/real-path.js';
import { failure, type Result, success } from '../kernel/result.js';
import type { AllowedPaths } from './allowed-paths.js';
import { refuseWorkingDirectory } from './check-working-directory.js';
import { createDenyList } from './deny-list.js';
import { type Entry, listCheckedFolder } from './list-checked-folder.js';
import { type OpenFile, openCheckedFile } from './open-checked-file.js';
import { deniedMessage, readPath } from './read-path.js';
import { createSecretNames } from './secret-names.js';
import { type WalkOptions, walkProject } from './walk-project.js';
import { createWitanFolders } from './witan-folders.js';

/**
 * The working directory of one deliberation, as participants may see it. Every error is one sentence that names nothing
 * outside the project and is safe to print.
 */
export interface Project {
  /** The real path of the working directory. */
  readonly root: string;
  /**
   * Opens a regular file inside the project. The path is as a participant wrote it: relative to the root, or absolute
   * and inside it. What counts is the descriptor, which is checked after opening.
   */
  openFile(path: string): Promise<Result<OpenFile, string>>;
  /** The entries of one folder, sorted by name; what may not be shown is left out. Links are listed, not followed. */
  listFolder(path: string): Promise<Result<readonly Entry[], string>>;
  /** Finds the real path of a folder, relative to the root: what the paths of a walk below it begin with. '' is the root. */
  locateFolder(path: string): Promise<Result<string, string>>;
  /** Everything below a folder, depth first and sorted by name. Links are listed, not followed. */
  walk(options: WalkOptions): AsyncIterable<Entry>;
  /** Why a path may not be shown, checked by its text alone; null when it may. Some names are secret for a file only. */
  refusal(path: string, isFile?: boolean): string | null;
}

export interface ProjectRules {
  /** Patterns of the configuration, added to the built-in ones. */
  readonly deny: readonly string[];
  /** Witan's own folders, data and transcripts: they contain answers of others. */
  readonly ownFolders: readonly string[];
  readonly homeFolder: string;
}

/** The working directory as participants may see it, or why it cannot be one. */
export async function openProject(workingDirectory: string, rules: ProjectRules): Promise<Result<Project, string>> {
  const written = resolve(workingDirectory);
  const root = await realpath(written).catch(() => undefined);
  if (root === undefined) return failure('The working directory does not exist or cannot be read.');
  const witanFolders = await createWitanFolders(rules.ownFolders, rules.homeFolder);
  const home = rules.homeFolder === '' ? undefined : realPathOf(rules.homeFolder);
  const refused = await refuseWorkingDirectory(root, home, witanFolders);
  if (refused !== undefined) return failure(refused);

  const isDenied = createDenyList(rules.deny, root);
  const allowed: AllowedPaths = {
    root,
    witanFolders,
    isDenied,
    secretNames: createSecretNames(root, isDenied, witanFolders),
  };
  const read = (path: string) => readPath(path, [root, written], isDenied);
  const list = async (path: string) => {
    const relative = read(path);
    return relative.ok ? listCheckedFolder(relative.value, path, allowed) : relative;
  };
  return success({
    root,
    openFile: async (path) => {
      const relative = read(path);
      return relative.ok ? openCheckedFile(relative.value, path, allowed) : relative;
    },
    listFolder: async (path) => {
      const listed = await list(path);
      return listed.ok ? success(listed.value.entries) : listed;
    },
    locateFolder: async (path) => {
      const listed = await list(path);
      return listed.ok ? success(listed.value.path) : listed;
    },
    walk: (options) => walkProject(read(options.below ?? ''), options, allowed),
    refusal: (path, isFile = false) => {
      const relative = read(path);
      if (!relative.ok) return relative.error;
      return isFile && isDenied(relative.value, true) ? deniedMessage(path) : null;
    },
  });
}
