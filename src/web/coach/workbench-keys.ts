import { openSearchPanel } from '@codemirror/search';
import { EditorView } from '@codemirror/view';
import { useEffect } from 'preact/hooks';
import { type Keys, useKeys } from '../shell/keyboard.js';
import type { WorkbenchState } from './editor/workbench-state.js';
import { MOD_KEY } from './mod-key.js';
import type { CoachStore } from './store.js';

interface WorkbenchKeys {
  readonly store: CoachStore;
  readonly state: WorkbenchState;
  /** Gives the focus to the next part of the page. */
  readonly nextArea: () => void;
}

/** The keys of the page, which also work while the person types. */
export function useWorkbenchKeys({ store, state, nextArea }: WorkbenchKeys): void {
  const withFile = (act: (file: NonNullable<typeof store.files.current.value>) => unknown) => () => {
    const file = store.files.current.peek();
    if (file !== undefined) act(file);
  };
  const keys: Keys = {
    [`${MOD_KEY}-S`]: { meaning: 'save', press: withFile((file) => state.save(file)) },
    [`${MOD_KEY}-P`]: { meaning: 'open a file by its name', press: () => (state.isChoosing.value = true) },
    [`${MOD_KEY}-F`]: { meaning: 'find and replace in the file', press: findInFile },
    'Alt-D': { meaning: 'compare with the disk, and back', press: withFile((file) => compare(state, file)) },
    'Alt-E': { meaning: 'explain the selected code', press: withFile((file) => explain(store, file)) },
    'Alt-W': { meaning: 'close the file', press: withFile((file) => state.close(file)) },
    'Alt-PageDown': { meaning: 'next file', press: () => state.step(1) },
    'Alt-PageUp': { meaning: 'file before', press: () => state.step(-1) },
    F8: { meaning: 'in the editor: next mark of the coach (with Shift: the one before)', press: () => undefined },
    'Alt-N': { meaning: 'in the tree: new file (with Shift: folder)', press: () => undefined },
    F2: { meaning: 'in the tree: rename', press: () => undefined },
    Delete: { meaning: 'in the tree: delete', press: () => undefined },
    F6: { meaning: 'files, editor, coach', press: nextArea },
    '/': { meaning: 'open a file by its name', press: () => (state.isChoosing.value = true) },
    'Esc Tab': { meaning: 'leave the editor', press: () => undefined },
    ...NO_ROWS,
  };
  useKeys(keys);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const key = keys[keyName(event)];
      if (key === undefined || IN_PARTS.has(keyName(event))) return;
      event.preventDefault();
      // A dialog is answered first.
      if (document.querySelector('dialog[open]') === null) key.press();
    };
    addEventListener('keydown', listen, { capture: true });
    return () => removeEventListener('keydown', listen, { capture: true });
  }, [state]);
}

/** Listed here, and pressed in the tree or the editor. */
const IN_PARTS: ReadonlySet<string> = new Set(['F8', 'Alt-N', 'F2', 'Delete', 'Enter', 'j', 'k', '/']);

/** Keys of other pages, which have rows. */
const NO_ROWS: Keys = Object.fromEntries(
  ['j', 'k', 'Enter'].map((key) => [key, { meaning: '', press: () => undefined }]),
);

function keyName({ ctrlKey, metaKey, altKey, shiftKey, key, code }: KeyboardEvent): string {
  const isMod = MOD_KEY === 'Cmd' ? metaKey : ctrlKey;
  if (shiftKey) return '';
  if (isMod && !altKey) return `${MOD_KEY}-${key.toUpperCase()}`;
  // With Alt, some keyboards give another letter.
  if (altKey && !isMod) return `Alt-${code.replace(/^Key/, '')}`;
  return isMod || altKey ? '' : key;
}

function explain(
  { explanations, notice }: CoachStore,
  file: NonNullable<CoachStore['files']['current']['value']>,
): void {
  if (!explanations.explain(file)) notice.value = { text: 'Select the code to explain first.', isProblem: false };
}

function compare(state: WorkbenchState, file: NonNullable<WorkbenchState['comparing']['value']>): void {
  const isShown = state.comparing.peek() === file;
  state.comparing.value = isShown || !file.isDirty.peek() ? undefined : file;
}

/** Wherever the focus is: the search of the browser finds only the lines in sight. */
function findInFile(): void {
  const element = document.querySelector('.editor')?.shadowRoot?.querySelector<HTMLElement>('.cm-editor');
  const editor = element == null ? null : EditorView.findFromDOM(element);
  if (editor !== null) openSearchPanel(editor);
}
