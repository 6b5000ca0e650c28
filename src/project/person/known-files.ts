import type { Stats } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { listCheckedFolder } from '../list-checked-folder.js';
import type { PersonPaths } from './person-paths.js';
import { isLeftOut } from './project-tree.js';

export interface FileChange {
  readonly action: 'add' | 'change' | 'unlink' | 'addDir' | 'unlinkDir';
  /** Relative to the root, with `/`. */
  readonly path: string;
}

interface KnownFilesOptions {
  readonly paths: PersonPaths;
  /** Returns what ends it, or undefined if the folder cannot be watched. */
  readonly watch: (folder: string) => (() => void) | undefined;
  readonly report: (action: FileChange['action'], path: string) => void;
  readonly isFull: () => boolean;
}

const FOLDER = Symbol('folder');
/** A file has a stamp; '' until it was looked at, or if it may change again without a new stamp. */
type Known = typeof FOLDER | string;

interface Folder {
  readonly names: Map<string, Known>;
  readonly identity: bigint | number | undefined;
  readonly unwatch: (() => void) | undefined;
}

/** The names that the watcher has seen, so that it can say what a change is. One call at a time. */
export class KnownFiles {
  /** Folders without a watch. */
  readonly unwatched = new Set<string>();
  readonly #folders = new Map<string, Folder>();
  readonly #options: KnownFilesOptions;
  readonly #root: string;
  #isClosed = false;

  constructor(options: KnownFilesOptions) {
    this.#options = options;
    this.#root = options.paths.allowed.root;
  }

  get folderCount(): number {
    return this.#folders.size;
  }

  nameCount(folder: string): number {
    return this.#folders.get(folder)?.names.size ?? 0;
  }

  /** A folder and everything in it, one folder after the other. What is there at the start is no change. */
  async addFolder(first: string, isReported: boolean): Promise<void> {
    const { watch, report, isFull } = this.#options;
    const queue = [first];
    for (const path of queue) {
      if (this.#isClosed || isFull()) return;
      // Before it is listed: what is made in between is seen twice instead of never.
      const unwatch = watch(path);
      if (unwatch === undefined) this.unwatched.add(path);
      const stats = await this.#stat(path);
      const folder: Folder = { names: new Map(), identity: stats?.ino, unwatch };
      const entries = await this.#list(path);
      if (this.#isClosed) return unwatch?.();
      this.#folders.set(path, folder);
      for (const { name, isFolder } of entries) {
        folder.names.set(name, isFolder ? FOLDER : '');
        const inside = below(path, name);
        if (isReported) report(isFolder ? 'addDir' : 'add', inside);
        if (isFolder) queue.push(inside);
      }
    }
  }

  /** Compares one name with the disk. */
  async look(path: string, name: string): Promise<void> {
    const relative = below(path, name);
    const folder = this.#folders.get(path);
    if (folder === undefined) return;
    const stats = await this.#stat(relative);
    const known = folder.names.get(name);
    const isSame =
      stats !== undefined && (known === FOLDER ? this.#isSameFolder(relative, stats) : !stats.isDirectory());
    if (known !== undefined && !isSame) this.#forget(path, name);
    if (stats === undefined || !this.#isShown(relative, stats)) return;
    if (!stats.isDirectory()) return this.#noteFile(folder, name, { path: relative, stats });
    if (known === FOLDER && isSame) return;
    folder.names.set(name, FOLDER);
    this.#options.report('addDir', relative);
    await this.addFolder(relative, true);
  }

  /** All names of a folder. */
  async lookInto(path: string): Promise<void> {
    const known = this.#folders.get(path)?.names.keys() ?? [];
    const names = new Set([...known, ...(await this.#list(path)).map(({ name }) => name)]);
    for (const name of names) if (!this.#isClosed) await this.look(path, name);
  }

  close(): void {
    this.#isClosed = true;
    for (const { unwatch } of this.#folders.values()) unwatch?.();
    this.#folders.clear();
  }

  #noteFile(folder: Folder, name: string, { path, stats }: { readonly path: string; readonly stats: Stats }): void {
    const known = folder.names.get(name);
    const stamp = `${stats.mtimeMs} ${stats.size} ${stats.ino}`;
    if (known === stamp) return;
    const isWatched = folder.unwatch !== undefined;
    folder.names.set(name, isWatched && Date.now() - stats.mtimeMs < STAMP_UNIT_MS ? '' : stamp);
    if (known === undefined) this.#options.report('add', path);
    // Without a watch, the first look only says where comparing starts.
    else if (known !== '' || isWatched) this.#options.report('change', path);
  }

  #forget(path: string, name: string): void {
    const names = this.#folders.get(path)?.names;
    const isFolder = names?.get(name) === FOLDER;
    names?.delete(name);
    if (isFolder) this.#forgetFolder(below(path, name));
    else this.#options.report('unlink', below(path, name));
  }

  #forgetFolder(path: string): void {
    const folder = this.#folders.get(path);
    this.#folders.delete(path);
    this.unwatched.delete(path);
    folder?.unwatch?.();
    for (const [name, known] of folder?.names ?? []) {
      if (known === FOLDER) this.#forgetFolder(below(path, name));
      else this.#options.report('unlink', below(path, name));
    }
    this.#options.report('unlinkDir', path);
  }

  /** Another folder may have got its name. */
  #isSameFolder(path: string, stats: Stats): boolean {
    return stats.isDirectory() && stats.ino === this.#folders.get(path)?.identity;
  }

  #isShown(path: string, stats: Stats): boolean {
    const { isDenied, witanFolders } = this.#options.paths.allowed;
    const name = path.slice(path.lastIndexOf('/') + 1);
    if (!stats.isFile() && !stats.isDirectory() && !stats.isSymbolicLink()) return false;
    return !isLeftOut(name, stats.isDirectory()) && !isDenied(path) && !witanFolders.contains(join(this.#root, path));
  }

  #stat(path: string): Promise<Stats | undefined> {
    return lstat(join(this.#root, path)).catch(() => undefined);
  }

  async #list(path: string) {
    const listed = await listCheckedFolder(path, path, this.#options.paths.allowed);
    if (!listed.ok) return [];
    return listed.value.entries.flatMap((entry) => {
      const name = entry.path.slice(entry.path.lastIndexOf('/') + 1);
      const isFolder = entry.kind === 'folder';
      return entry.kind === 'other' || isLeftOut(name, isFolder) ? [] : [{ name, isFolder }];
    });
  }
}

/** Two changes within the clock tick of a disk can have the same time. */
const STAMP_UNIT_MS = 100;

function below(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}
