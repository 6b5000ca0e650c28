import { effect, useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { formatCount } from '../../../kernel/format-count.js';
import { Dialog } from '../editor/dialog.js';
import { findTreeHints } from '../marks/find-tree-hints.js';
import { getName, isAtOrBelow, type TreeRow } from '../model/project-tree.js';
import type { CoachStore } from '../store.js';
import { finishNaming, remove } from './change-files.js';
import { DeletedFiles } from './deleted-files.js';
import { pressTreeKey } from './tree-keys.js';
import { getId, Row, type ShownRow } from './tree-row.js';
import type { TreeView } from './tree-view.js';

interface FileTreeProps {
  readonly store: CoachStore;
  readonly view: TreeView;
}

/** The files of the project, with what can be done to them. */
export function FileTree({ store, view }: FileTreeProps) {
  const dialog = useSignal<'deleted' | { readonly folder: string } | undefined>(undefined);
  const closeDialog = () => {
    dialog.value = undefined;
  };
  const removeActive = () => {
    const path = view.active.peek();
    if (path === '' || !store.tree.has(path)) return;
    if (store.tree.isFolder(path)) dialog.value = { folder: path };
    else void remove(path, view, store);
  };
  return (
    <>
      <TreeToolbar store={store} view={view} remove={removeActive} showDeleted={() => (dialog.value = 'deleted')} />
      <TreeList store={store} view={view} removeActive={removeActive} />
      {view.naming.value !== undefined && (
        <span class="hidden" role="status">
          Type a name, then Enter.
        </span>
      )}
      {dialog.value === 'deleted' && <DeletedFiles store={store} view={view} close={closeDialog} />}
      {typeof dialog.value === 'object' && (
        <DeleteFolderDialog store={store} view={view} folder={dialog.value.folder} close={closeDialog} />
      )}
    </>
  );
}

interface TreeListProps extends FileTreeProps {
  readonly removeActive: () => void;
}

/** Only the rows in sight are in the document: a project may have many thousands. */
function TreeList({ store, view, removeActive }: TreeListProps) {
  const list = useRef<HTMLDivElement>(null);
  const scroll = useScroll(list);
  const { active } = view;
  const shown = withNaming(view.rows.value, view);
  useRowInSight(list, shown, { store, view });
  const first = Math.max(Math.floor(scroll.top / ROW_HEIGHT) - SPARE_ROWS, 0);
  const last = first + Math.ceil(scroll.height / ROW_HEIGHT) + 2 * SPARE_ROWS;
  const inSight = shown.slice(first, last);
  const { fileHints, highlights, session } = store.coach.value;
  const level = session?.hintLevel ?? 'none';
  const hintOf = useMemo(() => findTreeHints({ fileHints, highlights }, level), [fileHints, highlights, level]);
  return (
    <div
      ref={list}
      class="tree"
      role="tree"
      tabIndex={0}
      aria-label={`Files of ${store.coach.value.projectName}`}
      aria-activedescendant={inSight.some(({ path }) => path === active.value) ? getId(active.value) : undefined}
      onFocusIn={keepFocus}
      onKeyDown={(event) => pressTreeKey(event, view, removeActive)}
    >
      <div class="tree-rows" role="presentation" style={{ height: `${shown.length * ROW_HEIGHT}px` }}>
        {inSight.map((row, index) => (
          <Row
            key={row.path}
            row={row}
            view={view}
            top={(first + index) * ROW_HEIGHT}
            isOpen={store.files.current.value?.path === row.path}
            hint={hintOf(row.path)}
            finish={(typed) => void finishNaming(typed, view, store)}
          />
        ))}
      </div>
      {shown.length === 0 && store.tree.changes.value > 0 && (
        <p class="quiet tree-empty">No files yet. Alt-N makes one.</p>
      )}
    </div>
  );
}

/** Scrolls to the file that is opened, to the active row and to the one that gets a name. */
function useRowInSight(
  list: RefObject<HTMLElement | null>,
  shown: readonly ShownRow[],
  { store, view }: FileTreeProps,
): void {
  const { rows, active, naming } = view;
  // At once: a dialog that closes gives the focus back to the tree.
  useLayoutEffect(
    () =>
      effect(() => {
        const file = store.files.current.value;
        // The next key would act on another file than the person has chosen.
        const isActive = !list.current?.contains(document.activeElement);
        if (file !== undefined) view.reveal(file.path, { isActive });
      }),
    [],
  );
  useLayoutEffect(() => {
    if (list.current !== null) keepInSight(list.current, rows.value, active.value);
    // Not at every change of the files: the person may look at another part of the list.
  }, [active.value, rows.value.some(({ path }) => path === active.value)]);
  useLayoutEffect(() => {
    const path = naming.value?.kind === 'rename' ? naming.value.path : shown.find((row) => 'kind' in row)?.path;
    if (list.current !== null && path !== undefined) keepInSight(list.current, shown, path);
  }, [naming.value]);
}

const ROW_HEIGHT = 26;
const SPARE_ROWS = 12;

/** A click gives the focus to a row, which leaves the document when it is scrolled out of sight: the tree takes it. */
function keepFocus({ target, currentTarget }: FocusEvent): void {
  if ((target as Element).matches('.tree-row')) (currentTarget as HTMLElement).focus({ preventScroll: true });
}

/** Follows which part of an element is in sight. */
function useScroll(list: RefObject<HTMLElement | null>): { readonly top: number; readonly height: number } {
  const scroll = useSignal({ top: 0, height: 600 });
  useLayoutEffect(() => {
    const element = list.current;
    if (element === null) return;
    const measure = () => {
      scroll.value = { top: element.scrollTop, height: element.clientHeight };
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    element.addEventListener('scroll', measure, { passive: true });
    return () => observer.disconnect();
  }, []);
  return scroll.value;
}

function withNaming(rows: readonly TreeRow[], { naming }: TreeView): readonly ShownRow[] {
  const { value: asked } = naming;
  if (asked === undefined || asked.kind === 'rename') return rows;
  const index = rows.findIndex(({ path }) => path === asked.path);
  const depth = (rows[index]?.depth ?? 0) + 1;
  const isFolder = asked.kind === 'directory';
  return [
    ...rows.slice(0, index + 1),
    { kind: 'new', path: `${asked.path}/ new`, depth, isFolder },
    ...rows.slice(index + 1),
  ];
}

/** Keys move the active row; the list follows. */
function keepInSight(list: HTMLElement, rows: readonly ShownRow[], path: string): void {
  const index = rows.findIndex((row) => row.path === path);
  if (index < 0) return;
  const top = index * ROW_HEIGHT;
  if (top < list.scrollTop) list.scrollTop = top;
  else if (top + ROW_HEIGHT > list.scrollTop + list.clientHeight) list.scrollTop = top + ROW_HEIGHT - list.clientHeight;
}

interface ToolbarProps {
  readonly store: CoachStore;
  readonly view: TreeView;
  readonly remove: () => void;
  readonly showDeleted: () => void;
}

/** Offers the actions on files to mouse and fingers; keys do the same in the tree. */
function TreeToolbar({ store, view, remove, showDeleted }: ToolbarProps) {
  const isNothing = view.active.value === '';
  return (
    <div class="coach-bar">
      <strong class="coach-project" title={store.coach.value.projectName}>
        {store.coach.value.projectName}
      </strong>
      <button type="button" title="New file (Alt-N)" aria-label="New file" onClick={() => view.startNew('file')}>
        <Icon name="newFile" />
      </button>
      <button
        type="button"
        title="New folder (Alt-Shift-N)"
        aria-label="New folder"
        onClick={() => view.startNew('directory')}
      >
        <Icon name="newFolder" />
      </button>
      <button
        type="button"
        title="Rename (F2)"
        aria-label="Rename"
        disabled={isNothing}
        onClick={() => view.startRename()}
      >
        <Icon name="rename" />
      </button>
      <button
        type="button"
        title="Delete; can be undone (Delete)"
        aria-label="Delete"
        disabled={isNothing}
        onClick={remove}
      >
        <Icon name="remove" />
      </button>
      <button type="button" title="Deleted files" aria-label="Deleted files" onClick={showDeleted}>
        <Icon name="restore" />
      </button>
      <button type="button" title="Close all folders" aria-label="Close all folders" onClick={() => view.collapseAll()}>
        <Icon name="collapse" />
      </button>
    </div>
  );
}

/** Drawn with one line of the color of the text around it. */
function Icon({ name }: { readonly name: keyof typeof PATHS }) {
  return (
    <svg class="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}

const PATHS = {
  newFile: 'M9 2H4v12h8V5L9 2v3h3M8 7.5v4M6 9.5h4',
  newFolder: 'M2 3.5h4l1.5 2H14v7.5H2zM8 7.5v4M6 9.5h4',
  rename: 'M3 13l.8-3.2 7.2-7.2 2.4 2.4-7.2 7.2zM9.5 4.1l2.4 2.4',
  remove: 'M3 4.5h10M6 4.5v-2h4v2M4.5 4.5l.6 9h5.8l.6-9M7 7v4M9 7v4',
  restore: 'M3 3v3.5h3.5M3.2 6.5A5.2 5.2 0 1 1 3 9.5M8 5.5v3l2 1.2',
  collapse: 'M4 2.5l4 4 4-4M4 13.5l4-4 4 4',
} as const;

interface DeleteFolderDialogProps {
  readonly store: CoachStore;
  readonly view: TreeView;
  readonly folder: string;
  readonly close: () => void;
}

/** One key must not delete many files. */
function DeleteFolderDialog({ store, view, folder, close }: DeleteFolderDialogProps) {
  const count = store.tree.files().filter((file) => isAtOrBelow(file, folder)).length;
  return (
    <Dialog label={`Delete ${getName(folder)}`} close={close}>
      <h2>Delete the folder {getName(folder)}?</h2>
      <p class="quiet">
        {folder}, with {formatCount(count, 'file')}. It can be restored.
      </p>
      <div class="toolbar">
        <button
          type="button"
          class="danger"
          onClick={() => {
            close();
            void remove(folder, view, store);
          }}
        >
          Delete
        </button>
        <button type="button" onClick={close}>
          Cancel
        </button>
      </div>
    </Dialog>
  );
}
