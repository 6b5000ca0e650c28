import { type ReadonlySignal, signal } from '@preact/signals';
import type { ToPage } from '../../../http/websocket/protocol.js';

type TreeNode = ToPage['fs:tree']['root'];
type TreeUpdate = ToPage['fs:tree_update'];

/** A line of the tree as it is shown. */
export interface TreeRow {
  readonly path: string;
  readonly name: string;
  readonly depth: number;
  readonly isFolder: boolean;
  readonly isExpanded: boolean;
  /** From 1, among `siblings`. */
  readonly position: number;
  readonly siblings: number;
}

/** The folders and files of the project. */
export interface ProjectTree {
  /** Grows with every change. */
  readonly changes: ReadonlySignal<number>;
  replace(root: TreeNode): void;
  apply(update: TreeUpdate): void;
  remove(path: string): void;
  has(path: string): boolean;
  isFolder(path: string): boolean;
  /** Paths of all files. */
  files(): string[];
  rows(expanded: ReadonlySet<string>): TreeRow[];
}

interface Entry {
  readonly path: string;
  readonly name: string;
  /** Undefined for a file. */
  children: Map<string, Entry> | undefined;
  sorted: Entry[] | undefined;
}

export function createProjectTree(): ProjectTree {
  const changes = signal(0);
  let root = newEntry('', true);
  let isNoted = false;
  /** Another program may change thousands of files at once: they are shown together. */
  const note = () => {
    if (isNoted) return;
    isNoted = true;
    setTimeout(() => {
      isNoted = false;
      changes.value++;
    }, FRAME_MS);
  };

  return {
    changes,
    replace(node) {
      root = toEntry(node);
      changes.value++;
    },
    apply({ action, path, newPath }) {
      if (newPath !== undefined) move(root, path, newPath);
      else if (action === 'add' || action === 'addDir') add(root, path, action === 'addDir');
      else if (action === 'change') return;
      else remove(root, path);
      note();
    },
    remove(path) {
      remove(root, path);
      note();
    },
    has: (path) => find(root, path) !== undefined,
    isFolder: (path) => find(root, path)?.children !== undefined,
    files: () => getFiles(root),
    rows(expanded) {
      const rows: TreeRow[] = [];
      addRows(root, { depth: 1, expanded, rows });
      return rows;
    },
  };
}

const FRAME_MS = 16;

export function findParent(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf('/'), 0));
}

export function getName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** The folders that a path is in, outermost first. */
export function getFolders(path: string): string[] {
  const names = path.split('/').slice(0, -1);
  return names.map((_, index) => names.slice(0, index + 1).join('/'));
}

/** True for the path itself and for everything in that folder. */
export function isAtOrBelow(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

function find(root: Entry, path: string): Entry | undefined {
  let entry: Entry | undefined = root;
  for (const name of getNames(path)) entry = entry?.children?.get(name);
  return entry;
}

/** With the folders on the way: their own messages may come later. */
function add(root: Entry, path: string, isFolder: boolean): void {
  let entry = root;
  const names = getNames(path);
  for (const [index, name] of names.entries()) {
    const isInner = index < names.length - 1;
    entry.children ??= new Map();
    let child = entry.children.get(name);
    if (child === undefined) {
      child = newEntry(names.slice(0, index + 1).join('/'), isInner || isFolder);
      entry.children.set(name, child);
      entry.sorted = undefined;
    } else if ((isInner || isFolder) && child.children === undefined) {
      child.children = new Map();
      entry.sorted = undefined;
    }
    entry = child;
  }
}

function remove(root: Entry, path: string): void {
  const parent = find(root, findParent(path));
  if (parent?.children?.delete(getName(path))) parent.sorted = undefined;
}

function move(root: Entry, path: string, newPath: string): void {
  const entry = find(root, path);
  if (entry === undefined) return;
  const copy = (from: Entry) => {
    add(root, newPath + from.path.slice(path.length), from.children !== undefined);
    for (const child of from.children?.values() ?? []) copy(child);
  };
  copy(entry);
  remove(root, path);
}

function getNames(path: string): string[] {
  return path === '' ? [] : path.split('/');
}

function newEntry(path: string, isFolder: boolean): Entry {
  return { path, name: getName(path), children: isFolder ? new Map() : undefined, sorted: undefined };
}

function toEntry(node: TreeNode): Entry {
  const entry = newEntry(node.path, node.type === 'directory');
  for (const child of node.children ?? []) entry.children?.set(child.name, toEntry(child));
  return entry;
}

/** Folders first, each by name, as the server sends them. */
function sortedChildren(entry: Entry): Entry[] {
  entry.sorted ??= [...(entry.children?.values() ?? [])].sort((a, b) => {
    const kinds = Number(a.children === undefined) - Number(b.children === undefined);
    return kinds === 0 ? NAMES.compare(a.name, b.name) : kinds;
  });
  return entry.sorted;
}

const NAMES = new Intl.Collator('en', { numeric: true });

function getFiles(folder: Entry): string[] {
  return sortedChildren(folder).flatMap((entry) => (entry.children === undefined ? [entry.path] : getFiles(entry)));
}

interface RowContext {
  readonly depth: number;
  readonly expanded: ReadonlySet<string>;
  readonly rows: TreeRow[];
}

function addRows(folder: Entry, { depth, expanded, rows }: RowContext): void {
  const entries = sortedChildren(folder);
  for (const [index, { path, name, children }] of entries.entries()) {
    const isFolder = children !== undefined;
    const isExpanded = isFolder && expanded.has(path);
    rows.push({ path, name, depth, isFolder, isExpanded, position: index + 1, siblings: entries.length });
    if (isExpanded) addRows(entries[index] as Entry, { depth: depth + 1, expanded, rows });
  }
}
