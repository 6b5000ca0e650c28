import type { TreeRow } from '../model/project-tree.js';
import { findParent } from '../model/project-tree.js';
import type { TreeView } from './tree-view.js';

/** The keys of a tree, as in the guide of WAI-ARIA, and those that change files. */
export function pressTreeKey(event: KeyboardEvent, view: TreeView, remove: () => void): void {
  if (event.ctrlKey || event.metaKey) return;
  const isLetter = event.key.length === 1 && !event.altKey && event.key !== ' ' && event.key !== '?';
  if (event.key === 'Delete') remove();
  const done = event.altKey ? pressWithAlt(event, view) : isLetter ? find(event.key, view) : press(event.key, view);
  if (!done) return;
  event.preventDefault();
  event.stopPropagation();
}

function pressWithAlt({ code, shiftKey }: KeyboardEvent, view: TreeView): boolean {
  if (code !== 'KeyN') return false;
  view.startNew(shiftKey ? 'directory' : 'file');
  return true;
}

function press(key: string, view: TreeView): boolean {
  const { rows, active } = view;
  const list = rows.peek();
  const index = list.findIndex(({ path }) => path === active.peek());
  const row = list[index];
  const moveTo = (next: TreeRow | undefined) => {
    if (next !== undefined) active.value = next.path;
    return true;
  };
  switch (key) {
    case 'ArrowDown':
      return moveTo(list[index + 1]);
    case 'ArrowUp':
      return moveTo(list[Math.max(index - 1, 0)]);
    case 'PageDown':
      return moveTo(list[Math.min(index + PAGE, list.length - 1)]);
    case 'PageUp':
      return moveTo(list[Math.max(index - PAGE, 0)]);
    case 'Home':
      return moveTo(list[0]);
    case 'End':
      return moveTo(list.at(-1));
    case 'F2':
      view.startRename();
      return true;
    case 'Delete':
      return true;
    default:
      return row !== undefined && pressOnRow(key, row, view);
  }
}

const PAGE = 15;

function pressOnRow(key: string, row: TreeRow, view: TreeView): boolean {
  switch (key) {
    case 'ArrowRight':
      if (row.isFolder && !row.isExpanded) view.toggle(row.path, true);
      else if (row.isFolder) press('ArrowDown', view);
      return true;
    case 'ArrowLeft':
      if (row.isExpanded) view.toggle(row.path, false);
      else if (findParent(row.path) !== '') view.active.value = findParent(row.path);
      return true;
    case 'Enter':
    case ' ':
      view.activate(row);
      return true;
    default:
      return false;
  }
}

/** The next row whose name begins with the letters that were typed within a second. */
function find(letter: string, { rows, active, typed }: TreeView): boolean {
  const now = Date.now();
  const { text: before, at } = typed.peek();
  const text = (now - at < 1_000 ? before : '') + letter.toLowerCase();
  typed.value = { text, at: now };
  const list = rows.peek();
  const index = Math.max(
    list.findIndex(({ path }) => path === active.peek()),
    0,
  );
  const start = text.length === 1 ? index + 1 : index;
  const found = [...list.slice(start), ...list.slice(0, start)].find(({ name }) => name.toLowerCase().startsWith(text));
  if (found !== undefined) active.value = found.path;
  return true;
}
