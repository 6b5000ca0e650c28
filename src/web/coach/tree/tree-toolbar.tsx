import { Icon } from '../icon.js';
import type { CoachStore } from '../store.js';
import type { TreeView } from './tree-view.js';

interface ToolbarProps {
  readonly store: CoachStore;
  readonly view: TreeView;
  readonly remove: () => void;
  readonly showDeleted: () => void;
}

/** What can be done with files, for the mouse and for fingers; keys do the same in the tree. */
export function TreeToolbar({ store, view, remove, showDeleted }: ToolbarProps) {
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
