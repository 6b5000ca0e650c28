import type { OpenFile } from '../model/open-file.js';
import { nameOf } from '../model/project-tree.js';
import type { CoachStore } from '../store.js';
import { Dialog } from './dialog.js';
import type { WorkbenchState } from './workbench-state.js';

interface CloseDialogProps {
  readonly store: CoachStore;
  readonly state: WorkbenchState;
  readonly file: OpenFile;
}

export function CloseDialog({ store, state, file }: CloseDialogProps) {
  const leave = () => {
    state.closing.value = undefined;
  };
  const save = async () => {
    leave();
    await state.save(file);
    if (!file.isDirty.peek()) store.files.close(file);
  };
  return (
    <Dialog label={`Close ${nameOf(file.path)}`} close={leave}>
      <h2>{nameOf(file.path)} is not saved</h2>
      <p class="quiet">{file.path}</p>
      <div class="toolbar">
        <button type="button" class="primary" onClick={() => void save()}>
          Save and close
        </button>
        <button
          type="button"
          class="danger"
          onClick={() => {
            leave();
            store.files.close(file, { isDiscarded: true });
          }}
        >
          Discard my changes
        </button>
        <button type="button" onClick={leave}>
          Cancel
        </button>
      </div>
    </Dialog>
  );
}
