import { history, historyKeymap, standardKeymap } from '@codemirror/commands';
import { getOriginalDoc, MergeView, originalDocChangeEffect, unifiedMergeView } from '@codemirror/merge';
import { ChangeSet, EditorState, type Text, Transaction } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import { changeBetween } from '../model/text-format.js';
import { basicEditor } from './extensions.js';

export interface MergeOptions {
  readonly root: ShadowRoot;
  readonly texts: MergedTexts;
  /** Describes the other text. */
  readonly label: string;
  /** Called with the person's text whenever it changes here. */
  readonly edited: (mine: Text) => void;
  /** One below the other, where there is no room for two. */
  readonly isNarrow: boolean;
}

interface MergedTexts {
  readonly other: Text;
  readonly mine: Text;
}

export interface ShownMerge {
  /** Shows other texts without a new view, so that the cursor and the history stay. */
  update(texts: MergedTexts): void;
  destroy(): void;
}

/** Two texts with their differences: side by side, or as one. Loaded when it is needed. */
export function showMerge({ root, texts: { other, mine }, label, edited, isNarrow }: MergeOptions): ShownMerge {
  const fixed = [EditorState.readOnly.of(true), EditorView.editable.of(false)];
  const own = [
    basicEditor('Your text'),
    EditorView.lineWrapping,
    mergeTheme,
    history(),
    keymap.of([...standardKeymap, ...historyKeymap]),
    EditorView.updateListener.of(({ docChanged, state }) => docChanged && edited(state.doc)),
  ];
  const diffConfig = { scanLimit: 1_000, timeout: 1_000 };
  const collapseUnchanged = { margin: 3, minSize: 6 };
  if (isNarrow) {
    const merged = unifiedMergeView({
      original: other,
      mergeControls: partControl,
      diffConfig,
      collapseUnchanged,
    });
    const view = new EditorView({ doc: mine, root, parent: root, extensions: [own, merged] });
    return {
      update(texts) {
        replaceText(view, texts.mine);
        const original = getOriginalDoc(view.state);
        const changes = ChangeSet.of(changeBetween(original, texts.other), original.length);
        if (!original.eq(texts.other)) view.dispatch({ effects: originalDocChangeEffect(view.state, changes) });
      },
      destroy: () => view.destroy(),
    };
  }
  const view = new MergeView({
    a: { doc: other, extensions: [basicEditor(label), EditorView.lineWrapping, mergeTheme, fixed] },
    b: { doc: mine, extensions: own },
    root,
    parent: root,
    revertControls: 'a-to-b',
    renderRevertControl: takeControl,
    diffConfig,
    collapseUnchanged,
  });
  return {
    update(texts) {
      replaceText(view.a, texts.other);
      replaceText(view.b, texts.mine);
    },
    destroy: () => view.destroy(),
  };
}

function replaceText(view: EditorView, text: Text): void {
  const { doc } = view.state;
  if (doc.eq(text)) return;
  view.dispatch({ changes: changeBetween(doc, text), annotations: Transaction.addToHistory.of(false) });
}

function takeControl(): HTMLElement {
  const button = document.createElement('button');
  button.textContent = '→';
  button.title = 'Take this part of the other text';
  button.ariaLabel = button.title;
  return button;
}

/** For one part of the text: as it was typed, or as it is on disk. */
function partControl(type: 'accept' | 'reject', act: (event: MouseEvent) => void): HTMLElement {
  const button = document.createElement('button');
  button.textContent = type === 'accept' ? 'Mine' : 'Theirs';
  button.onmousedown = act;
  return button;
}

/** Added and removed parts have a color and a line at their side, not a color alone. */
const mergeTheme = EditorView.theme({
  '&': { height: 'auto', minHeight: '100%' },
  '&.cm-merge-a .cm-changedLine, .cm-deletedChunk': { backgroundColor: 'var(--merge-removed)' },
  '&.cm-merge-b .cm-changedLine, .cm-insertedLine': { backgroundColor: 'var(--merge-added)' },
  '&.cm-merge-a .cm-changedText, .cm-deletedChunk .cm-deletedText': {
    background: 'none',
    textDecoration: 'underline 2px var(--bad)',
  },
  '&.cm-merge-b .cm-changedText': { background: 'none', textDecoration: 'underline 2px var(--good)' },
  '.cm-collapsedLines': {
    background: 'var(--mark)',
    color: 'var(--text)',
    padding: '0.15rem 0.75rem',
  },
  '.cm-deletedChunk .cm-chunkButtons button': {
    background: 'var(--card)',
    color: 'var(--text)',
    border: '1px solid var(--line)',
    minHeight: '24px',
  },
  '.cm-changeGutter': { width: '4px', paddingLeft: '1px' },
  '&.cm-merge-a .cm-changedLineGutter, .cm-deletedLineGutter': { backgroundColor: 'var(--bad)' },
  '&.cm-merge-b .cm-changedLineGutter': { backgroundColor: 'var(--good)' },
});
