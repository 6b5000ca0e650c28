import { type EditorState, StateEffect, StateField, type Text, type Transaction } from '@codemirror/state';
import { isRegion, type Mark } from './mark.js';

/** A mark with the text that it belongs to by now. */
export interface PlacedMark extends Mark {
  readonly from: number;
  readonly to: number;
}

/** All marks of the file. Those that are there already stay with their text. */
export const showMarks = StateEffect.define<readonly Mark[]>();

/** In the order of the text. */
export const marksField = StateField.define<readonly PlacedMark[]>({
  create: () => [],
  update(placed, transaction) {
    const moved = transaction.docChanged ? moveMarks(placed, transaction) : placed;
    const shown = transaction.effects.findLast((effect) => effect.is(showMarks));
    return shown === undefined ? moved : updateMarks(moved, shown.value, transaction.newDoc);
  },
});

/** The lines that a mark is shown at now: those that it covers, or the region around them. */
export function shownLines(doc: Text, mark: PlacedMark): Lines {
  return isRegion(mark) ? regionAround(doc, getLines(doc, mark)) : getLines(doc, mark);
}

function getLines(doc: Text, { from, to }: PlacedMark): Lines {
  return { first: doc.lineAt(from).number, last: doc.lineAt(to).number };
}

export function marksAt(state: EditorState, position: number): PlacedMark[] {
  const line = state.doc.lineAt(position);
  return state.field(marksField).filter(({ form, from, to }) => {
    return form === 'words' ? from <= position && position <= to : from <= line.to && to >= line.from;
  });
}

/** Text that is typed right before or behind a mark is no part of it. */
function moveMarks(placed: readonly PlacedMark[], transaction: Transaction): readonly PlacedMark[] {
  const { startState, newDoc, changes } = transaction;
  // Another text, as after a change on disk: its lines are the best guess.
  if (isReplaced(transaction)) {
    return placed.map((mark) => {
      const { first, last } = getLines(startState.doc, mark);
      return { ...mark, ...findRange({ ...mark, startLine: first, endLine: last }, newDoc) };
    });
  }
  return placed.map((mark) => {
    const to = changes.mapPos(mark.to, -1);
    return { ...mark, from: Math.min(changes.mapPos(mark.from, 1), to), to };
  });
}

function isReplaced({ changes, startState }: Transaction): boolean {
  let isWhole = false;
  changes.iterChangedRanges((from, to) => {
    isWhole = isWhole || (from === 0 && to > 0 && to === startState.doc.length);
  });
  return isWhole;
}

function updateMarks(placed: readonly PlacedMark[], marks: readonly Mark[], doc: Text): readonly PlacedMark[] {
  const known = new Map(placed.map((mark) => [mark.id, mark]));
  return marks
    .map((mark) => {
      const { from, to } = known.get(mark.id) ?? findRange(mark, doc);
      return { ...mark, from, to };
    })
    .sort((a, b) => a.from - b.from || a.to - b.to);
}

/** A line that the file does not have becomes its last one. */
function findRange({ startLine, endLine, columns }: Mark, doc: Text): { readonly from: number; readonly to: number } {
  const lineAt = (number: number) => doc.line(Math.min(Math.max(number, 1), doc.lines));
  const [first, last] = [lineAt(startLine), lineAt(endLine)];
  if (columns === undefined) return { from: first.from, to: last.to };
  const from = Math.min(first.from + columns.start, first.to);
  return { from, to: Math.max(from, Math.min(last.from + columns.end, last.to)) };
}

interface Lines {
  readonly first: number;
  readonly last: number;
}

/** At least three more lines on both sides, up to the next blank ones: enough to search in. */
export function regionAround(doc: Text, { first, last }: Lines): Lines {
  const isBlank = (number: number) => doc.line(number).text.trim() === '';
  const reach = (line: number, step: 1 | -1) => {
    let distance = 0;
    const isInside = () => line + step >= 1 && line + step <= doc.lines && distance < MAX_DISTANCE;
    while (isInside() && (distance < MIN_DISTANCE || !isBlank(line + step))) {
      line += step;
      distance++;
    }
    return line;
  };
  return { first: reach(first, -1), last: reach(last, 1) };
}

const MIN_DISTANCE = 3;
const MAX_DISTANCE = 15;
