import { findParent, getName, isAtOrBelow } from '../model/project-tree.js';
import type { CoachStore } from '../store.js';
import type { TreeView } from './tree-view.js';

/** Takes the name that the person typed for a new entry, or for one that exists. An empty one changes nothing. */
export async function finishNaming(typed: string, view: TreeView, store: CoachStore): Promise<void> {
  const asked = view.naming.peek();
  view.naming.value = undefined;
  const name = typed.trim().replace(/^\/+|\/+$/g, '');
  if (asked === undefined || name === '') return;
  const folder = asked.kind === 'rename' ? findParent(asked.path) : asked.path;
  const path = folder === '' ? name : `${folder}/${name}`;
  if (path === asked.path) return;
  if (store.tree.has(path)) {
    store.notice.value = { text: `${path} exists already; choose another name.`, isProblem: true };
    return;
  }
  const answer =
    asked.kind === 'rename'
      ? await store.act('file:rename', { path: asked.path, newPath: path })
      : await store.act('file:create', { path, kind: asked.kind });
  if (answer === undefined) return;
  if (asked.kind === 'rename') view.follow(asked.path, path);
  view.reveal(path);
  if (asked.kind === 'file') store.openFile(path);
}

/** Deletes an entry. It is kept where it can be restored from. */
export async function remove(path: string, view: TreeView, store: CoachStore): Promise<void> {
  const others = view.rows.peek().filter((row) => row.path === path || !isAtOrBelow(row.path, path));
  const index = others.findIndex((row) => row.path === path);
  const isOpen = store.files.tabs.peek().some((file) => file.path === path);
  const answer = await store.act('file:delete', { path });
  if (answer?.type !== 'file:deleted') return;
  view.active.value = (others[index + 1] ?? others[index - 1])?.path ?? '';
  const { trashId } = answer.payload;
  store.notice.value = {
    text: `${getName(path)} was deleted.`,
    isProblem: false,
    action: {
      label: 'Undo',
      run: async () => {
        if ((await restore({ trashId, path }, view, store)) && isOpen) store.openFile(path);
      },
    },
  };
}

interface RemovedEntry {
  readonly trashId: string;
  readonly path: string;
}

/** Shows what was restored in the tree, which gets the focus: the button that was pressed is gone. */
export async function restore({ trashId, path }: RemovedEntry, view: TreeView, store: CoachStore): Promise<boolean> {
  const answer = await store.act('file:restore', { trashId });
  document.querySelector<HTMLElement>('[role=tree]')?.focus();
  if (answer === undefined) return false;
  view.reveal(path);
  return true;
}
