import { useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { takeFocus } from '../../shell/keyboard.js';
import { type FoundFile, findFiles } from '../model/find-files.js';
import type { CoachStore } from '../store.js';
import { Dialog } from './dialog.js';

interface QuickOpenProps {
  readonly store: CoachStore;
  readonly close: () => void;
}

/** Opens a file by some letters of its path. Files in tabs come first. */
export function QuickOpen({ store, close }: QuickOpenProps) {
  const typed = useSignal('');
  const chosen = useSignal(0);
  const { value: changes } = store.tree.changes;
  const paths = useMemo(() => {
    const open = store.files.tabs.peek().map(({ path }) => path);
    return [...new Set([...open, ...store.tree.files()])];
  }, [changes]);
  const found = useMemo(() => findFiles(paths, typed.value, MAX_SHOWN), [paths, typed.value]);
  const open = (file: FoundFile | undefined) => {
    close();
    if (file !== undefined) store.openFile(file.path);
  };
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 }[event.key];
    if (event.key === 'Enter') open(found[chosen.value]);
    else if (step !== undefined) chosen.value = Math.max(Math.min(chosen.value + step, found.length - 1), 0);
    else return;
    event.preventDefault();
  };
  return (
    <Dialog label="Open a file" class="quick-open" close={close}>
      <input
        type="text"
        role="combobox"
        aria-label="Name of a file"
        aria-expanded="true"
        aria-controls="found-files"
        aria-activedescendant={found.length === 0 ? undefined : `found-${chosen.value}`}
        placeholder="Some letters of the name"
        spellcheck={false}
        ref={takeFocus}
        value={typed.value}
        onInput={(event) => {
          typed.value = event.currentTarget.value;
          chosen.value = 0;
        }}
        onKeyDown={press}
      />
      <div id="found-files" role="listbox" aria-label="Files" tabIndex={-1}>
        {found.map((file, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: keys are pressed in the field.
          <div
            key={file.path}
            id={`found-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === chosen.value}
            ref={index === chosen.value ? scrollToOption : null}
            onClick={() => open(file)}
          >
            <Path file={file} />
          </div>
        ))}
      </div>
      <p class="quiet" role="status">
        {found.length === 0 ? 'No file has these letters.' : `${found.length} of ${paths.length} files`}
      </p>
    </Dialog>
  );
}

const MAX_SHOWN = 60;

function scrollToOption(option: HTMLElement | null): void {
  option?.scrollIntoView({ block: 'nearest' });
}

function Path({ file: { path, positions } }: { readonly file: FoundFile }) {
  const typed = new Set(positions);
  const name = path.lastIndexOf('/') + 1;
  const letters = (from: number, to: number) =>
    Array.from(path.slice(from, to), (letter, index) =>
      typed.has(from + index) ? <b key={from + index}>{letter}</b> : letter,
    );
  return (
    <>
      <span>{letters(name, path.length)}</span> <span class="quiet">{letters(0, Math.max(name - 1, 0))}</span>
    </>
  );
}
