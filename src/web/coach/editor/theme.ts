import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

/** The look of editors. Colors are those of the page, which knows light and dark. */
export function editorTheme(): Extension {
  return [THEME, syntaxHighlighting(HIGHLIGHTING)];
}

const THEME = EditorView.theme({
  '&': { height: '100%', color: 'var(--text)', backgroundColor: 'var(--card)', fontSize: '13.5px' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.55' },
  '.cm-content': { caretColor: 'var(--text)', padding: '0.5rem 0' },
  '.cm-line': { padding: '0 0.75rem 0 0.5rem' },
  '.cm-cursor, .cm-dropCursor': { borderLeftColor: 'var(--text)', borderLeftWidth: '2px' },
  '.cm-gutters': { backgroundColor: 'var(--card)', color: 'var(--quiet)', border: 'none' },
  '.cm-lineNumbers .cm-gutterElement': { padding: '0 0.35rem 0 1rem' },
  '.cm-activeLine': { backgroundColor: 'var(--editor-line)' },
  '.cm-activeLineGutter': { backgroundColor: 'var(--editor-line)', color: 'var(--text)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'var(--editor-selection)',
  },
  '.cm-selectionMatch': { backgroundColor: 'var(--editor-match)' },
  '.cm-searchMatch': { backgroundColor: 'var(--editor-match)', outline: '1px solid var(--warn)' },
  '.cm-searchMatch-selected': { backgroundColor: 'var(--editor-selection)' },
  '&.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--editor-match)', outline: '1px solid var(--line)' },
  '.cm-foldPlaceholder': { backgroundColor: 'var(--mark)', border: '1px solid var(--line)', color: 'var(--quiet)' },
  '.cm-foldGutter .cm-gutterElement': { cursor: 'pointer', padding: '0 0.2rem' },
  '.cm-panels': { backgroundColor: 'var(--back)', color: 'var(--text)', borderColor: 'var(--line)' },
  '.cm-panels-top': { borderBottom: '1px solid var(--line)' },
  '.cm-panel.cm-search': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '0.3rem 0.4rem',
    padding: '0.5rem 2.25rem 0.5rem 0.75rem',
    font: '13px system-ui, sans-serif',
  },
  '.cm-panel.cm-search br': { display: 'block', flexBasis: '100%', content: '""' },
  '.cm-panel.cm-search :is(input, button, label)': { margin: '0', fontSize: '13px' },
  '.cm-panel.cm-search label': { display: 'inline-flex', alignItems: 'center', gap: '0.25rem', minHeight: '24px' },
  '.cm-textfield': {
    backgroundColor: 'var(--card)',
    color: 'var(--text)',
    border: '1px solid var(--line)',
    borderRadius: '6px',
    padding: '0.2rem 0.5rem',
    minWidth: '11rem',
  },
  '.cm-button': {
    backgroundImage: 'none',
    backgroundColor: 'var(--card)',
    color: 'var(--text)',
    border: '1px solid var(--line)',
    borderRadius: '6px',
    padding: '0.2rem 0.6rem',
    minHeight: '26px',
  },
  '.cm-button:active': { backgroundImage: 'none', backgroundColor: 'var(--mark)' },
  '.cm-button:hover': { backgroundColor: 'var(--mark)' },
  ':is(.cm-button, .cm-textfield, .cm-search [name=close]):focus-visible': {
    outline: '2px solid var(--link)',
    outlineOffset: '1px',
  },
  '.cm-panel.cm-search [name=close]': {
    top: '0.4rem',
    right: '0.6rem',
    width: '26px',
    height: '26px',
    color: 'var(--quiet)',
    cursor: 'pointer',
    fontSize: '18px',
  },
  '.cm-tooltip': {
    backgroundColor: 'var(--card)',
    color: 'var(--text)',
    border: '1px solid var(--line)',
    borderRadius: '8px',
  },
  '.cm-specialChar': { color: 'var(--bad)' },
});

const HIGHLIGHTING = HighlightStyle.define([
  { tag: [tags.keyword, tags.modifier, tags.operatorKeyword], color: 'var(--code-keyword)' },
  { tag: [tags.string, tags.special(tags.string), tags.regexp], color: 'var(--code-string)' },
  { tag: [tags.number, tags.bool, tags.null, tags.atom], color: 'var(--code-number)' },
  { tag: [tags.comment, tags.meta], color: 'var(--quiet)', fontStyle: 'italic' },
  { tag: [tags.function(tags.variableName), tags.function(tags.propertyName)], color: 'var(--code-function)' },
  { tag: [tags.typeName, tags.className, tags.namespace], color: 'var(--code-type)' },
  { tag: [tags.tagName, tags.heading], color: 'var(--code-keyword)', fontWeight: '600' },
  { tag: [tags.attributeName, tags.propertyName, tags.labelName], color: 'var(--code-property)' },
  { tag: [tags.link, tags.url], color: 'var(--link)', textDecoration: 'underline' },
  { tag: tags.strong, fontWeight: '700' },
  { tag: tags.emphasis, fontStyle: 'italic' },
  { tag: tags.strikethrough, textDecoration: 'line-through' },
  { tag: tags.invalid, color: 'var(--bad)' },
]);
