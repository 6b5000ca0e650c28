import { lazy } from '../lazy.js';
import { MOD_KEY } from '../mod-key.js';
import type { OpenFile } from '../model/open-file.js';
import { findParent, getName } from '../model/project-tree.js';
import type { CoachStore } from '../store.js';
import { Comparison } from './comparison.js';
import { Dialog } from './dialog.js';
import { Editor } from './editor.js';
import { NoticeBar } from './notice-bar.js';
import { QuickOpen } from './quick-open.js';
import type { WorkbenchState } from './workbench-state.js';

interface WorkbenchProps {
  readonly store: CoachStore;
  readonly state: WorkbenchState;
}

/** Tabs, and the file that is shown. */
export function Workbench({ store, state }: WorkbenchProps) {
  const file = store.files.current.value;
  return (
    <>
      <Tabs store={store} close={(file) => state.close(file)} />
      {file === undefined ? <NoFile state={state} /> : <ShownFile store={store} state={state} file={file} />}
      {store.explanations.list.value.length > 0 && <Explanations store={store} />}
    </>
  );
}

const Explanations = lazy(async () => (await import('../help/explanation-list.js')).ExplanationList);

/** Over all parts of the page, also over one that a narrow window does not show. */
export function WorkbenchDialogs({ store, state }: WorkbenchProps) {
  const closing = state.closing.value;
  return (
    <>
      <NoticeBar notice={store.notice} />
      {state.isChoosing.value && <QuickOpen store={store} close={() => (state.isChoosing.value = false)} />}
      {closing !== undefined && <CloseDialog store={store} state={state} file={closing} />}
    </>
  );
}

function NoFile({ state }: Pick<WorkbenchProps, 'state'>) {
  return (
    <div class="coach-nothing">
      <p class="quiet">Choose a file on the left, or open one by its name.</p>
      <button type="button" onClick={() => (state.isChoosing.value = true)}>
        Open file <kbd>{MOD_KEY}-P</kbd>
      </button>
    </div>
  );
}

function ShownFile({ store, state, file }: WorkbenchProps & { readonly file: OpenFile }) {
  const { value: status } = file.status;
  if (status === 'loading') return <p class="quiet coach-nothing">Loading …</p>;
  if (status !== 'ready')
    return (
      <div class="coach-nothing">
        <p class="notice">{status.message}</p>
        <p class="quiet">{REASONS[status.code] ?? 'It cannot be shown here.'}</p>
      </div>
    );
  if (state.comparing.value === file) return <Comparison state={state} file={file} />;
  return (
    <>
      <Warning state={state} file={file} />
      <Editor store={store} file={file} />
    </>
  );
}

const REASONS: Readonly<Record<string, string>> = {
  TOO_LARGE: 'Files up to 2 MiB are shown and edited here. It stays as it is, and is never sent to a model.',
  BINARY_FILE: 'Only text in UTF-8 is edited here. The file stays as it is.',
  NOT_FOUND: 'It may have been moved or deleted.',
  FORBIDDEN_PATH: 'It is outside of the project, or belongs to Witan or git.',
};

/** There is another text of the file. */
function Warning({ state, file }: { readonly state: WorkbenchState; readonly file: OpenFile }) {
  const isGone = file.disk.value?.version === null;
  const text = file.isOutdated.value
    ? isGone
      ? 'The file was deleted on disk. Your text is still here.'
      : 'The file was changed on disk after you began. Your text is kept.'
    : 'There is another text of this file that was not saved: of a closed tab or another browser.';
  if (!file.isOutdated.value && file.others.value.length === 0) return null;
  return (
    <div class="coach-banner" role="status">
      <span>{text}</span>
      <button type="button" onClick={() => (state.comparing.value = file)}>
        Compare
      </button>
    </div>
  );
}

interface CloseDialogProps {
  readonly store: CoachStore;
  readonly state: WorkbenchState;
  readonly file: OpenFile;
}

function CloseDialog({ store, state, file }: CloseDialogProps) {
  const leave = () => {
    state.closing.value = undefined;
  };
  const save = async () => {
    leave();
    await state.save(file);
    if (!file.isDirty.peek()) store.files.close(file);
  };
  return (
    <Dialog label={`Close ${getName(file.path)}`} close={leave}>
      <h2>{getName(file.path)} is not saved</h2>
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

interface TabsProps {
  readonly store: CoachStore;
  readonly close: (file: OpenFile) => void;
}

/** The open files. A dot says that a file has changes which are not saved. */
function Tabs({ store, close }: TabsProps) {
  const { tabs, current } = store.files;
  const names = tabs.value.map(({ path }) => getName(path));
  return (
    <ul class="coach-tabs" aria-label="Open files">
      {tabs.value.map((file) => {
        const name = getName(file.path);
        const isShared = names.indexOf(name) !== names.lastIndexOf(name);
        return (
          <li key={file.path} class={file === current.value ? 'current' : ''}>
            <button
              type="button"
              class="coach-tab"
              aria-current={file === current.value ? 'true' : undefined}
              title={file.path}
              ref={file === current.value ? scrollToTab : null}
              onClick={() => store.files.show(file)}
              onAuxClick={(event) => event.button === 1 && close(file)}
            >
              {name}
              {isShared && <span class="quiet"> {findParent(file.path)}</span>}
              {file.isOutdated.value && (
                <span class="warn"> {file.disk.value?.version === null ? 'deleted' : 'changed'} on disk</span>
              )}
              {file.isDirty.value && (
                <span class="dirty" title="Not saved">
                  ●<span class="hidden"> not saved</span>
                </span>
              )}
            </button>
            <button type="button" class="coach-close" aria-label={`Close ${name}`} onClick={() => close(file)}>
              ×
            </button>
          </li>
        );
      })}
    </ul>
  );
}

function scrollToTab(tab: HTMLElement | null): void {
  tab?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}
