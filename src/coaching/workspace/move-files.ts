import type { Renamed } from '../../project/person/change-entries.js';
import type { TreeNode } from '../../project/person/project-tree.js';
import type { RemovedFile, RemovedFiles } from './removed-files.js';
import { expectFile, expectNoTypedText, locate, savedText, type WorkspaceContext } from './workspace-context.js';

export interface Moving {
  createFolder(path: string): Promise<string>;
  /** Unsaved texts move along. */
  rename(path: string, newPath: string): Promise<Renamed>;
  /** To the folder for removed files. Unsaved texts stay until they are discarded. */
  remove(path: string): Promise<RemovedFile>;
  listRemoved(): Promise<RemovedFile[]>;
  restore(id: string): Promise<string>;
}

export function createMoving(context: WorkspaceContext, removed: RemovedFiles): Moving {
  const { files, buffers, baselines, opened } = context;

  async function keepBaselines(path: string): Promise<string[]> {
    const affected = filesBelow((await files.getProjectTree()).root, path);
    for (const file of affected) await baselines.keep(file, await savedText(context, file));
    return affected;
  }

  return {
    createFolder: async (path) => expectFile(await files.createFolder(path)),
    async rename(written, newName) {
      const [path, newPath] = [locate(context, written), locate(context, newName)];
      if (newPath !== path) expectNoTypedText(context, newPath);
      const affected = await keepBaselines(path);
      const moved = affected.map((file) => newPath + file.slice(path.length));
      for (const file of moved) await baselines.keep(file, await savedText(context, file));
      const renamed = expectFile(await files.rename(written, newName));
      for (const old of isAtOrBelow(path, [...buffers.paths(), ...opened.keys()])) {
        const next = newPath + old.slice(path.length);
        await buffers.move(old, next);
        const known = opened.get(old);
        if (known === undefined) continue;
        opened.delete(old);
        opened.set(next, known);
      }
      return renamed;
    },
    async remove(written) {
      const path = locate(context, written);
      await keepBaselines(path);
      const entry = await removed.remove(written);
      for (const file of isAtOrBelow(path, [...opened.keys()])) opened.delete(file);
      for (const file of isAtOrBelow(path, buffers.paths()))
        if (buffers.get(file)?.dirty !== true) await buffers.discard(file);
      return entry;
    },
    listRemoved: () => removed.list(),
    restore: (id) => removed.restore(id),
  };
}

function isAtOrBelow(path: string, candidates: readonly string[]): string[] {
  return [...new Set(candidates)].filter((other) => other === path || other.startsWith(`${path}/`));
}

/** A rename of a huge folder is not what a review of the phase is about. */
const MAX_BASELINES = 500;

function filesBelow(root: TreeNode, path: string): string[] {
  const found: string[] = [];
  const queue: TreeNode[] = [root];
  for (const node of queue) {
    if (found.length >= MAX_BASELINES) break;
    if (node.type === 'file' && isAtOrBelow(path, [node.path]).length > 0) found.push(node.path);
    const isOnTheWay =
      path.startsWith(`${node.path}/`) || node.path === '' || isAtOrBelow(path, [node.path]).length > 0;
    if (isOnTheWay) queue.push(...(node.children ?? []));
  }
  return found;
}
