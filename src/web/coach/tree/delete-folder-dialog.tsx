import { formatCount } from '../../../kernel/format-count.js';
import { Dialog } from '../editor/dialog.js';
import { isAtOrBelow, nameOf } from '../model/project-tree.js';
import type { CoachStore } from '../store.js';
import { remove } from './change-files.js';
import type { TreeView } from './tree-view.js';

interface DeleteFolderDialogProps {
  readonly store: CoachStore;
  readonly view: TreeView;
  readonly folder: string;
  readonly close: () => void;
}

/** One key must not delete many files. */
export function DeleteFolderDialog({ store, view, folder, close }: DeleteFolderDialogProps) {
  const count = store.tree.files().filter((file) => isAtOrBelow(file, folder)).length;
  return (
    <Dialog label={`Delete ${nameOf(folder)}`} close={close}>
      <h2>Delete the folder {nameOf(folder)}?</h2>
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
