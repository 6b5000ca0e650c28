import { stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type Entry, listCheckedFolder } from '../list-checked-folder.js';
import type { PersonPaths } from './person-paths.js';

export interface TreeNode {
  readonly name: string;
  /** Relative to the root; '' is the root. */
  readonly path: string;
  readonly type: 'file' | 'directory';
  /** Folders first, then files, each by name. */
  readonly children?: TreeNode[];
}

export interface ProjectTree {
  readonly root: TreeNode;
  /** False if there are more entries than a page can show. */
  readonly isComplete: boolean;
}

/** All folders and files of the project, level by level, so that what is near the top is there in a huge project too. */
export async function readProjectTree(paths: PersonPaths, maxEntries = MAX_ENTRIES): Promise<ProjectTree> {
  const root = folderNode('', basename(paths.allowed.root));
  const queue: FolderNode[] = [root];
  let entries = 0;
  while (queue.length > 0 && entries < maxEntries) {
    const folders = queue.splice(0, FOLDERS_AT_ONCE);
    const found = await Promise.all(folders.map(({ path }) => getChildren(path, paths)));
    for (const [index, folder] of folders.entries()) {
      const children = found[index]?.slice(0, maxEntries - entries) ?? [];
      entries += children.length;
      folder.children.push(...children);
      for (const child of children) if (isFolderNode(child)) queue.push(child);
    }
  }
  return { root, isComplete: entries < maxEntries };
}

const MAX_ENTRIES = 50_000;
const FOLDERS_AT_ONCE = 16;

type FolderNode = TreeNode & { readonly type: 'directory'; readonly children: TreeNode[] };

function folderNode(path: string, name: string): FolderNode {
  return { name, path, type: 'directory', children: [] };
}

function isFolderNode(node: TreeNode): node is FolderNode {
  return node.children !== undefined;
}

async function getChildren(folder: string, paths: PersonPaths): Promise<TreeNode[]> {
  const listed = await listCheckedFolder(folder, folder, paths.allowed);
  if (!listed.ok) return [];
  const folders: TreeNode[] = [];
  const files: TreeNode[] = [];
  for (const entry of listed.value.entries) {
    const name = basename(entry.path);
    const isFolder = entry.kind === 'folder';
    if (isLeftOut(name, isFolder)) continue;
    if (isFolder) folders.push(folderNode(entry.path, name));
    else if (await isFile(entry, paths)) files.push({ name, path: entry.path, type: 'file' });
  }
  return [...folders, ...files];
}

/** A link is shown if it leads to a file of the project. One to a folder is not: it would show the same files twice. */
async function isFile({ kind, path }: Entry, paths: PersonPaths): Promise<boolean> {
  if (kind !== 'link') return kind === 'file';
  if (!paths.locate(path).ok) return false;
  const found = await stat(join(paths.allowed.root, path)).catch(() => undefined);
  return found?.isFile() === true;
}

/** Folders that tree and watcher leave out: what tools made, not what the person writes. Files in them can be opened. */
const FOLDERS: ReadonlySet<string> = new Set(['node_modules', '.git', 'dist', 'build', 'coverage', '.next', '.cache']);

/** The draft of a file that is being saved. */
const DRAFT = /^\..+\.\d+-[0-9a-f]{12}\.tmp$/;

export function isLeftOut(name: string, isFolder: boolean): boolean {
  return isFolder ? FOLDERS.has(name) : DRAFT.test(name);
}
