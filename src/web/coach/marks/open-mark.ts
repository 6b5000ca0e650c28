import { type EditorState, type Extension, Prec, StateEffect, StateField } from '@codemirror/state';
import { type Command, EditorView, hoverTooltip, keymap, showTooltip, type Tooltip } from '@codemirror/view';
import { isComment, isRegion, KIND_NAMES, type Mark } from './mark.js';
import { marksAt, marksField, type PlacedMark, shownLines } from './marks-field.js';

/** Shows the text of the mark of this id; null closes it. */
export const openMark = StateEffect.define<string | null>();

const openedField = StateField.define<string | null>({
  create: () => null,
  update(opened, { effects, docChanged, selection }) {
    const effect = effects.findLast((each) => each.is(openMark));
    if (effect !== undefined) return effect.value;
    return docChanged || selection !== undefined ? null : opened;
  },
  provide: (field) => showTooltip.compute([field, marksField], (state) => openedTooltip(state, state.field(field))),
});

const close: Command = (view) => {
  if (view.state.field(openedField) === null) return false;
  view.dispatch({ effects: openMark.of(null) });
  return true;
};

/** Moves the cursor to the next mark, or the one before, shows its text and reads it to a screen reader. */
const goToMark =
  (step: 1 | -1): Command =>
  (view) => {
    const { state } = view;
    const marks = state.field(marksField);
    const index = nextIndex(state, marks, step);
    const mark = marks[index];
    if (mark === undefined) {
      view.dispatch({ effects: EditorView.announce.of('The coach points at nothing in this file.') });
      return true;
    }
    const start = shownStart(state, mark);
    view.dispatch({
      selection: { anchor: start },
      effects: [
        EditorView.scrollIntoView(start, { y: 'center' }),
        openMark.of(mark.id),
        EditorView.announce.of(`${describeMark(state, mark)} ${index + 1} of ${marks.length}.`),
      ],
    });
    return true;
  };

/** The one that is open counts as the current one: several marks may begin at the same line. */
function nextIndex(state: EditorState, marks: readonly PlacedMark[], step: 1 | -1): number {
  const { head } = state.selection.main;
  const opened = marks.findIndex(({ id }) => id === state.field(openedField));
  if (opened >= 0) return (opened + step + marks.length) % marks.length;
  const found =
    step === 1
      ? marks.findIndex((mark) => shownStart(state, mark) > head)
      : marks.findLastIndex((mark) => shownStart(state, mark) < head);
  return found >= 0 ? found : step === 1 ? 0 : marks.length - 1;
}

/** The line of a region is not given away. */
function shownStart({ doc }: EditorState, mark: PlacedMark): number {
  return isRegion(mark) ? doc.line(shownLines(doc, mark).first).from : mark.from;
}

function describeMark({ doc }: EditorState, mark: PlacedMark): string {
  const { first, last } = shownLines(doc, mark);
  const lines = first === last ? `line ${first}` : `lines ${first} to ${last}`;
  const where = isRegion(mark) ? 'somewhere around here' : lines;
  return `${KIND_NAMES[mark.kind]}, ${where}${mark.text === '' ? '.' : `: ${mark.text}`}`;
}

/** The texts of marks: under the pointer, and of the one that a key or a click opened. */
export const markTexts: Extension = [
  openedField,
  hoverTooltip(
    (view, position) => {
      const marks = marksAt(view.state, position).filter((mark) => !isComment(mark) && mark.text !== '');
      if (marks.length === 0) return null;
      const line = view.state.doc.lineAt(position);
      return { pos: line.from, end: line.to, above: true, create: () => ({ dom: getTexts(marks) }) };
    },
    // One text at a time.
    { hideOn: ({ effects }) => effects.some((effect) => effect.is(openMark)) },
  ),
  Prec.high(
    keymap.of([
      { key: 'F8', run: goToMark(1), shift: goToMark(-1), preventDefault: true },
      { key: 'Escape', run: close },
    ]),
  ),
];

/** A comment is visible already. */
function openedTooltip(state: EditorState, id: string | null): Tooltip | null {
  const mark = state.field(marksField).find((each) => each.id === id);
  if (mark === undefined || isComment(mark)) return null;
  return { pos: shownStart(state, mark), above: true, create: () => ({ dom: getTexts([mark]) }) };
}

function getTexts(marks: readonly Mark[]): HTMLElement {
  const texts = document.createElement('div');
  texts.className = 'cm-coach-texts';
  for (const { kind, form, text } of marks) {
    const line = document.createElement('p');
    const name = document.createElement('strong');
    name.textContent = KIND_NAMES[kind];
    line.append(name, ` ${form === 'region' ? 'somewhere around here' : text}`);
    texts.append(line);
  }
  return texts;
}
