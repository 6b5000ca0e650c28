import { EditorView } from '@codemirror/view';

/** Chromium would give the new text the colors of the old one as an inline style, which the page does not allow. */
export const typeOverSelection = EditorView.domEventHandlers({
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
