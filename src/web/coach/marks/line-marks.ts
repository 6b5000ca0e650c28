import { type Extension, RangeSetBuilder } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  type EditorView,
  GutterMarker,
  gutter,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view';
import { isRegion, KIND_NAMES, KIND_SYMBOLS, type Mark } from './mark.js';
import { marksField, type PlacedMark, shownLines } from './marks-field.js';
import { openMark } from './open-mark.js';

/** Marked lines, marked words, and a symbol in the margin where a mark begins. */
export const lineMarks: Extension = [
  ViewPlugin.define((view) => ({ decorations: decorate(view), update: decorateAgain }), {
    decorations: ({ decorations }) => decorations,
  }),
  gutter({
    class: 'cm-coach-gutter',
    lineMarker: (view, { from }) => symbolAt(view, from),
    lineMarkerChange: ({ startState, state }) => startState.field(marksField) !== state.field(marksField),
    initialSpacer: () => new KindMarker('focus'),
    domEventHandlers: {
      mousedown(view, { from }) {
        const mark = beginningAt(view, from);
        if (mark !== undefined) view.dispatch({ effects: openMark.of(mark.id) });
        return mark !== undefined;
      },
    },
  }),
];

function decorateAgain(this: { decorations: DecorationSet }, update: ViewUpdate): void {
  const isOther = update.startState.field(marksField) !== update.state.field(marksField);
  if (isOther || update.docChanged || update.viewportChanged) this.decorations = decorate(update.view);
}

/** Only what is in view: a mark may cover a whole file. */
function decorate(view: EditorView): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  const marks = view.state.field(marksField);
  const { doc } = view.state;
  const areas = marks
    .filter(({ form }) => form === 'lines' || form === 'region')
    .map((mark) => ({ mark, ...shownLines(doc, mark) }));
  const words = marks.filter(({ form, from, to }) => form === 'words' && from < to);
  for (let { number } = doc.lineAt(view.viewport.from); number <= doc.lines; number++) {
    const line = doc.line(number);
    if (line.from > view.viewport.to) break;
    const here = areas.filter(({ first, last }) => first <= number && number <= last).map(({ mark }) => mark);
    const strongest = STRENGTH.flatMap((kind) => here.filter((mark) => mark.kind === kind))[0];
    if (strongest !== undefined) builder.add(line.from, line.from, lineLook(strongest));
    for (const { from, to } of words.filter((mark) => mark.from >= line.from && mark.from <= line.to))
      builder.add(from, to, WORDS);
  }
  return builder.finish();
}

/** Of several marks on a line, the first of these is drawn. */
const STRENGTH: readonly Mark['kind'][] = ['warning', 'focus', 'hint'];

function lineLook({ form, kind }: PlacedMark): Decoration {
  return Decoration.line({ class: `cm-coach-${form} cm-coach-${kind}` });
}

const WORDS = Decoration.mark({ class: 'cm-coach-words' });

function symbolAt(view: EditorView, from: number): GutterMarker | null {
  const mark = beginningAt(view, from);
  return mark === undefined ? null : new KindMarker(mark.kind);
}

/** A region has no symbol: that would give away its line. */
function beginningAt({ state }: EditorView, lineStart: number): PlacedMark | undefined {
  const { to } = state.doc.lineAt(lineStart);
  return state.field(marksField).find((mark) => !isRegion(mark) && mark.from >= lineStart && mark.from <= to);
}

class KindMarker extends GutterMarker {
  constructor(private readonly kind: Mark['kind']) {
    super();
    this.elementClass = `cm-coach-${kind}`;
  }

  override eq(other: KindMarker): boolean {
    return other.kind === this.kind;
  }

  override toDOM(): Node {
    const symbol = document.createElement('span');
    symbol.textContent = KIND_SYMBOLS[this.kind];
    symbol.title = KIND_NAMES[this.kind];
    return symbol;
  }
}
