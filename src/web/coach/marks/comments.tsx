import { type EditorState, type Extension, type Range, StateEffect, StateField, type Text } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, WidgetType } from '@codemirror/view';
import { render } from 'preact';
import { Markdown } from '../markdown.js';
import { isComment, KIND_NAMES, KIND_SYMBOLS, type Mark } from './mark.js';
import { marksField, type PlacedMark, shownLines } from './marks-field.js';

/** Comments of the coach, each below the last line that it is about. `dismiss` gets the id of one that is closed. */
export function comments(dismiss: (id: string) => void): Extension {
  const balloons = (state: EditorState, heights: Heights): DecorationSet =>
    Decoration.set(
      state
        .field(marksField)
        .filter(isComment)
        .map((mark) => balloonBelow(state.doc, mark, new Balloon(mark, dismiss, heights.get(mark.id)))),
      true,
    );
  const shownHeights = StateField.define<Heights>({
    create: () => new Map(),
    update: (heights, { effects }) => {
      const resized = effects.filter((effect) => effect.is(resize)).map(({ value }) => value);
      return resized.length === 0 ? heights : new Map([...heights, ...resized]);
    },
  });
  const decorations = StateField.define<DecorationSet>({
    create: (state) => balloons(state, state.field(shownHeights)),
    update: (shown, { startState, state, docChanged }) => {
      const heights = state.field(shownHeights);
      const isSame = state.field(marksField) === startState.field(marksField, false);
      if (isSame && heights === startState.field(shownHeights, false) && !docChanged) return shown;
      return balloons(state, heights);
    },
    provide: (field) => EditorView.decorations.from(field),
  });
  return [shownHeights, decorations];
}

/** Pixels, by the ids of comments. */
type Heights = ReadonlyMap<string, number>;

/**
 * A comment that gets higher is another decoration. `requestMeasure` is not enough: the editor compares the height of the
 * whole text, which stays the same while the text is lower than the window, and line numbers would stay where they were.
 */
const resize = StateEffect.define<readonly [id: string, height: number]>();

function balloonBelow(doc: Text, mark: PlacedMark, widget: Balloon): Range<Decoration> {
  return Decoration.widget({ widget, block: true, side: 1 }).range(doc.line(shownLines(doc, mark).last).to);
}

class Balloon extends WidgetType {
  constructor(
    private readonly mark: Mark,
    private readonly dismiss: (id: string) => void,
    private readonly height = -1,
  ) {
    super();
  }

  override eq({ mark, height }: Balloon): boolean {
    return mark.id === this.mark.id && height === this.height;
  }

  override get estimatedHeight(): number {
    return this.height;
  }

  /** With another height, the element stays: it may have the focus. */
  override updateDOM(element: HTMLElement): boolean {
    return element.dataset.mark === this.mark.id;
  }

  /** Clicks and keys in it are not the editor's. */
  override ignoreEvent(): boolean {
    return true;
  }

  override toDOM(view: EditorView): HTMLElement {
    const { id, kind, text } = this.mark;
    const element = document.createElement('div');
    element.className = `cm-coach-comment cm-coach-${kind}`;
    element.dataset.mark = id;
    const close = () => {
      this.dismiss(id);
      view.focus();
    };
    render(
      <div role="note" aria-label={`Comment of the coach: ${KIND_NAMES[kind]}`}>
        <p class="cm-coach-name">
          <span aria-hidden="true">{KIND_SYMBOLS[kind]}</span> {KIND_NAMES[kind]}
          <button type="button" onClick={close} aria-label="Hide this comment">
            ✕
          </button>
        </p>
        <Markdown text={text} />
      </div>,
      element,
    );
    new ResizeObserver(() => {
      if (element.offsetHeight > 0) view.dispatch({ effects: resize.of([id, element.offsetHeight]) });
    }).observe(element);
    return element;
  }

  override destroy(element: HTMLElement): void {
    render(null, element);
  }
}
