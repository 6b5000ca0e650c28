import { EditorView } from '@codemirror/view';

/** Added and removed parts have a color and a line at their side, not a color alone. */
export const mergeTheme = EditorView.theme({
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
