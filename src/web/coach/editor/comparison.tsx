import { Text } from '@codemirror/state';
import type { RefObject } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { Draft } from '../model/drafts.js';
import type { OpenFile } from '../model/open-file.js';
import { readText } from '../model/text-format.js';
import type { ShownMerge } from './merge.js';
import type { WorkbenchState } from './workbench-state.js';

interface ComparisonProps {
  readonly state: WorkbenchState;
  readonly file: OpenFile;
}

/** The text of a file next to another one: that on disk, or one that a closed tab left. */
export function Comparison({ state, file }: ComparisonProps) {
  const [draft] = file.others.value;
  // What the disk has comes first: the next save depends on it.
  if (draft === undefined || file.isOutdated.value) return <WithDisk key={file.path} state={state} file={file} />;
  return <WithDraft key={`${draft.tab} ${draft.path}`} state={state} file={file} draft={draft} />;
}

function WithDisk({ state, file }: ComparisonProps) {
  const host = useMerge(file, { text: file.disk.value?.text ?? Text.empty, label: 'Text on disk' });
  const first = useRef(file.text.peek());
  const isGone = file.disk.value?.version === null;
  const isMerged = !isGone && !file.text.value.eq(first.current);
  const title = isGone ? 'Deleted on disk' : 'Changed on disk';
  return (
    <section class="coach-compare" aria-labelledby="comparison">
      <div class="coach-banner">
        <h2 id="comparison">
          {file.isOutdated.value ? title : file.isDirty.value ? 'Not saved yet' : 'Same as on disk'}
        </h2>
        {file.isOutdated.value && (
          <>
            <button type="button" onClick={() => state.takeDisk(file)}>
              {isGone ? 'Discard mine' : 'Take theirs'}
            </button>
            <button type="button" class="primary" onClick={() => void state.keep(file)}>
              {isMerged ? 'Save merged' : 'Keep mine'}
            </button>
          </>
        )}
        <BackButton state={state} />
      </div>
      <Sides other="On disk" host={host} />
    </section>
  );
}

function WithDraft({ state, file, draft }: ComparisonProps & { readonly draft: Draft }) {
  const text = useMemo(() => readText(draft.content).text, [draft]);
  const host = useMerge(file, { text, label: 'Another text' });
  return (
    <section class="coach-compare" aria-labelledby="comparison">
      <div class="coach-banner">
        <h2 id="comparison">Another text that was not saved</h2>
        <button type="button" onClick={() => state.settle(file, draft, { isTaken: true })}>
          Take the other text
        </button>
        <button type="button" class="primary" onClick={() => state.settle(file, draft, { isTaken: false })}>
          Keep mine
        </button>
        <BackButton state={state} />
      </div>
      <Sides
        other={draft.at === 0 ? 'From another browser' : `From a closed tab, ${new Date(draft.at).toLocaleString()}`}
        host={host}
      />
    </section>
  );
}

function BackButton({ state }: Pick<ComparisonProps, 'state'>) {
  return (
    <button type="button" onClick={() => (state.comparing.value = undefined)}>
      Back to the editor
    </button>
  );
}

function Sides({ other, host }: { readonly other: string; readonly host: RefObject<HTMLDivElement | null> }) {
  return (
    <>
      <div class="coach-sides" aria-hidden="true">
        <span>{other}</span>
        <span>Yours (can be edited here)</span>
      </div>
      <div class="merge" ref={host} />
    </>
  );
}

/** Shows both texts in the returned element. Each edit is one of the file, so whatever keeps its text keeps it, too. */
function useMerge(
  file: OpenFile,
  other: { readonly text: Text; readonly label: string },
): RefObject<HTMLDivElement | null> {
  const host = useRef<HTMLDivElement>(null);
  const merge = useRef<ShownMerge>(undefined);
  const texts = { other: other.text, mine: file.text.value };
  const latest = useRef(texts);
  latest.current = texts;
  useEffect(() => {
    let isShown = true;
    void import('./merge.js').then(({ showMerge }) => {
      if (!isShown || host.current === null) return;
      const root = host.current.shadowRoot ?? host.current.attachShadow({ mode: 'open' });
      const isNarrow = matchMedia('(max-width: 50rem)').matches;
      const edited = (mine: Text) => file.edit(mine);
      merge.current = showMerge({ root, texts: latest.current, label: other.label, edited, isNarrow });
    });
    return () => {
      isShown = false;
      merge.current?.destroy();
    };
  }, [file]);
  useEffect(() => merge.current?.update({ ...texts, mine: file.text.peek() }), [texts.other, texts.mine]);
  return host;
}
