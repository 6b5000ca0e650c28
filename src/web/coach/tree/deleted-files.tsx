import { useEffect, useState } from 'preact/hooks';
import type { ToPage } from '../../../http/websocket/protocol.js';
import { Time } from '../../components/text.js';
import { Dialog } from '../editor/dialog.js';
import type { CoachStore } from '../store.js';
import { restore } from './change-files.js';
import type { TreeView } from './tree-view.js';

type RemovedFile = ToPage['files:removed_list']['files'][number];

interface DeletedFilesProps {
  readonly store: CoachStore;
  readonly view: TreeView;
  readonly close: () => void;
}

/** Everything that was deleted here and can be restored, the newest first. */
export function DeletedFiles({ store, view, close }: DeletedFilesProps) {
  const [files, setFiles] = useState<readonly RemovedFile[]>();
  useEffect(() => {
    void store.act('files:removed', {}).then((answer) => {
      if (answer?.type === 'files:removed_list') setFiles(answer.payload.files);
      else close();
    });
  }, []);
  return (
    <Dialog label="Deleted files" class="deleted-files" close={close}>
      <h2>Deleted files</h2>
      {files?.length === 0 && <p class="quiet">Nothing was deleted here.</p>}
      <ul class="plain">
        {files?.map(({ trashId, path, removedAt }) => (
          <li key={trashId}>
            <span>
              {path}
              <br />
              <span class="quiet">
                deleted <Time value={removedAt} />
              </span>
            </span>
            <button
              type="button"
              aria-label={`Restore ${path}`}
              onClick={() => {
                close();
                void restore({ trashId, path }, view, store);
              }}
            >
              Restore
            </button>
          </li>
        ))}
      </ul>
      <div class="toolbar">
        <button type="button" onClick={close}>
          Close
        </button>
      </div>
    </Dialog>
  );
}
