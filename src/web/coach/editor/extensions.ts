import { closeBrackets, closeBracketsKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { bracketMatching, foldGutter, foldKeymap, indentOnInput } from '@codemirror/language';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { Compartment, EditorState, type Extension, Facet } from '@codemirror/state';
import {
  crosshairCursor,
  drawSelection,
  dropCursor,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
  rectangularSelection,
} from '@codemirror/view';
import { coachMarks } from '../marks/index.js';
import type { CoachStore } from '../store.js';
import { editorTheme } from './theme.js';
/** The language of a file is loaded after it is shown. */
export const language = new Compartment();

/** Everything that an editor of a file has. */
export function editorExtensions(store: CoachStore, path: string): Extension {
  return [filePath.of(path), writingExtensions(`Text of ${path}`), language.of([]), coachMarks(store.dismiss)];
}

/** The extensions of every text that a person writes. */
export function writingExtensions(label: string): Extension {
  return [
    basicEditor(label),
    foldGutter({ markerDOM: foldMarker }),
    history(),
    closeBrackets(),
    indentOnInput(),
    typeOverSelection,
    rectangularSelection(),
    crosshairCursor(),
    highlightActiveLine(),
    highlightActiveLineGutter(),
    highlightSelectionMatches(),
    search({ top: true }),
    keymap.of([
      ...closeBracketsKeymap,
      ...defaultKeymap,
      ...searchKeymap,
      ...historyKeymap,
      ...foldKeymap,
      // Esc and then Tab leaves the editor.
      indentWithTab,
    ]),
  ];
}

/** The extensions that texts side by side have, too. */
export function basicEditor(label: string): Extension {
  return [
    lineNumbers(),
    highlightSpecialChars(),
    drawSelection(),
    dropCursor(),
    bracketMatching(),
    EditorState.allowMultipleSelections.of(true),
    // A text that can be edited has the focus anyway; with `tabindex`, programs that check pages see it, too.
    EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0', spellcheck: 'false', autocorrect: 'off' }),
    editorTheme(),
  ];
}

function foldMarker(isOpen: boolean): HTMLElement {
  const marker = document.createElement('span');
  marker.textContent = isOpen ? '⌄' : '›';
  marker.title = isOpen ? 'Fold' : 'Unfold';
  return marker;
}

/** Chromium would give the new text the colors of the old one as an inline style, which the page does not allow. */
const typeOverSelection = EditorView.domEventHandlers({
  beforeinput({ inputType, data, isComposing }, view) {
    const { state } = view;
    const { from, to, empty } = state.selection.main;
    if (inputType !== 'insertText' || data === null || isComposing || empty || state.readOnly) return false;
    const insert = () => state.update(state.replaceSelection(data), { userEvent: 'input.type', scrollIntoView: true });
    const handlers = state.facet(EditorView.inputHandler);
    if (!handlers.some((handle) => handle(view, from, to, data, insert))) view.dispatch(insert());
    return true;
  },
});

/** The path of the file that an editor shows, for extensions: `state.facet(filePath)`. */
const filePath = Facet.define<string, string>({ combine: ([path = '']) => path });
