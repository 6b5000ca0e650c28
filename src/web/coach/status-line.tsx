import { formatCount } from '../../kernel/format-count.js';
import type { WorkbenchState } from './editor/workbench-state.js';
import { formatLineEnd } from './model/text-format.js';
import { DemoLabel } from './panel/demo-label.js';
import type { CoachStore } from './store.js';

interface StatusLineProps {
  readonly store: CoachStore;
  readonly state: WorkbenchState;
}

/** The last line of the page: connection, unsaved files, who coaches, and what is known of the file that is shown. */
export function StatusLine({ store, state }: StatusLineProps) {
  const file = store.files.current.value;
  const { model, problem } = store.coach.value.status;
  const unsaved = store.files.tabs.value.filter(({ isDirty }) => isDirty.value).length;
  return (
    <footer class="coach-status">
      <span role="status" class="coach-connection">
        <Connection {...store.connection} />
        {unsaved > 0 && <span> · {formatCount(unsaved, 'file is not saved', 'files are not saved')}</span>}
        {problem != null && <span class="warn"> · unsaved text is only in memory</span>}
      </span>
      {model === null && <DemoLabel />}
      {model != null && <span class="quiet coach-model">coach: {model}</span>}
      {file?.status.value === 'ready' && (
        <span class="coach-facts">
          {file.hasSelection.value && (
            <button type="button" class="link" onClick={() => store.explanations.explain(file)}>
              Explain <kbd>Alt-E</kbd>
            </button>
          )}
          {file.isDirty.value && (
            <>
              <button type="button" class="link" onClick={() => (state.comparing.value = file)}>
                Compare with disk
              </button>
              <button type="button" class="link" onClick={() => void state.save(file)}>
                Save
              </button>
            </>
          )}
          <span class="quiet">
            {file.language} · {formatLineEnd(file.format.value)}
          </span>
        </span>
      )}
    </footer>
  );
}

function Connection({ state, retry }: CoachStore['connection']) {
  switch (state.value) {
    case 'live':
      return <span class="good">● connected</span>;
    case 'connecting':
      return <span class="quiet">○ connecting …</span>;
    case 'silent':
      return <span class="warn">○ the server is not answering: your text is kept here and sent when it does</span>;
    case 'offline':
      return (
        <>
          <span class="warn">
            ○ offline: your text is kept here. Run <code>witan coach</code>, then this page continues
          </span>
          <button type="button" class="link" onClick={() => retry()}>
            Try now
          </button>
        </>
      );
  }
}
