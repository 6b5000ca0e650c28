import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { findParent, getFolders, isAtOrBelow, type TreeRow } from '../model/project-tree.js';
import type { CoachStore } from '../store.js';

/** A name that the person types: of a new entry, or of one that exists. */
interface Naming {
  readonly kind: 'file' | 'directory' | 'rename';
  /** The folder of a new entry, or the path of the one that is renamed. */
  readonly path: string;
}

/** What is open and selected in the tree. */
export interface TreeView {
  readonly rows: ReadonlySignal<readonly TreeRow[]>;
  /** The path of the row that keys act on. */
  readonly active: Signal<string>;
  readonly naming: Signal<Naming | undefined>;
  /** Letters of a name that is looked for, and when the last of them was pressed. */
  readonly typed: Signal<{ readonly text: string; readonly at: number }>;
  toggle(path: string, isExpanded?: boolean): void;
  /** Opens the folders on the way to a path, and makes it the active one if that is asked for. */
  reveal(path: string, options?: { readonly isActive: boolean }): void;
  /** Open folders stay open when they get another path. */
  follow(path: string, newPath: string): void;
  activate(row: TreeRow): void;
  collapseAll(): void;
  startNew(kind: 'file' | 'directory'): void;
  startRename(): void;
}

export function createTreeView(store: CoachStore): TreeView {
  const { tree } = store;
  const expanded = signal<ReadonlySet<string>>(new Set());
  const active = signal('');
  const naming = signal<Naming | undefined>(undefined);
  const rows = computed(() => {
    void tree.changes.value;
    return tree.rows(expanded.value);
  });
  const expand = (paths: readonly string[]) => {
    if (paths.some((path) => !expanded.peek().has(path))) expanded.value = new Set([...expanded.peek(), ...paths]);
  };
  const toggle = (path: string, isExpanded = !expanded.peek().has(path)) => {
    const others = [...expanded.peek()].filter((each) => each !== path);
    expanded.value = new Set(isExpanded ? [...others, path] : others);
    store.send(isExpanded ? 'explorer:expand_dir' : 'explorer:collapse_dir', { path });
  };
  return {
    rows,
    active,
    naming,
    typed: signal({ text: '', at: 0 }),
    toggle,
    reveal(path, { isActive } = { isActive: true }) {
      expand(getFolders(path));
      if (isActive) active.value = path;
    },
    follow(path, newPath) {
      const moved = (each: string) => (isAtOrBelow(each, path) ? newPath + each.slice(path.length) : each);
      expanded.value = new Set([...expanded.peek()].map(moved));
    },
    activate({ path, isFolder }) {
      active.value = path;
      if (isFolder) toggle(path);
      else store.openFile(path);
    },
    collapseAll() {
      expanded.value = new Set();
    },
    startNew(kind) {
      const path = active.peek();
      const folder = tree.isFolder(path) ? path : findParent(path);
      expand([...getFolders(folder), ...(folder === '' ? [] : [folder])]);
      naming.value = { kind, path: folder };
    },
    startRename() {
      if (tree.has(active.peek()) && active.peek() !== '') naming.value = { kind: 'rename', path: active.peek() };
    },
  };
}
