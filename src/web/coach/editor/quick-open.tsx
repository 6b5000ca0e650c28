import { useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { takeFocus } from '../../shell/keyboard.js';
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

/** A path with the positions of the letters that were typed. */
interface FoundFile {
  readonly path: string;
  readonly positions: readonly number[];
}

/** Paths that have the typed letters in this order, best first: whole words, beginnings and names of files count more. */
export function findFiles(paths: readonly string[], typed: string, max: number): FoundFile[] {
  const wanted = typed.toLowerCase().replaceAll(/\s/g, '');
  if (wanted === '') return paths.slice(0, max).map((path) => ({ path, positions: [] }));
  const found: (FoundFile & { readonly score: number })[] = [];
  for (const path of paths) {
    const name = path.lastIndexOf('/') + 1;
    const lower = path.toLowerCase();
    // In the name alone if that is possible, else anywhere in the path.
    const match = matchFrom(lower, wanted, name) ?? matchFrom(lower, wanted, 0);
    if (match !== undefined) found.push({ path, positions: match, score: getScore(path, match, name) });
  }
  found.sort((a, b) => b.score - a.score || a.path.length - b.path.length || (a.path < b.path ? -1 : 1));
  return found.slice(0, max);
}

/** Prefers letters in a row: each next letter is looked for directly behind the last one first. */
function matchFrom(path: string, wanted: string, start: number): number[] | undefined {
  const whole = path.indexOf(wanted, start);
  if (whole >= 0) return Array.from(wanted, (_, index) => whole + index);
  const positions: number[] = [];
  let from = start;
  for (const letter of wanted) {
    const at = path.indexOf(letter, from);
    if (at < 0) return undefined;
    positions.push(at);
    from = at + 1;
  }
  return positions;
}

function getScore(path: string, positions: readonly number[], name: number): number {
  let score = 0;
  for (const [index, position] of positions.entries()) {
    if (position === (positions[index - 1] ?? Number.NaN) + 1) score += 4;
    if (position === 0 || /[/._-]/.test(path[position - 1] ?? '')) score += 3;
    if (position >= name) score += 2;
    if (position === name && index === 0) score += 4;
  }
  const behind = path[(positions.at(-1) ?? 0) + 1] ?? '/';
  return score + (/[/._-]/.test(behind) ? 3 : 0) - path.length / 100;
}
