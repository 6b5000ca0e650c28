import { EditorView } from '@codemirror/view';
import { useEffect, useRef } from 'preact/hooks';
import { getMarks } from '../marks/mark.js';
import { showMarks } from '../marks/marks-field.js';
import type { OpenFile } from '../model/open-file.js';
import type { CoachStore } from '../store.js';
import { language } from './extensions.js';
import { loadLanguage } from './languages/index.js';

interface EditorProps {
  readonly store: CoachStore;
  readonly file: OpenFile;
}

/**
 * The text of a file. The editor is in a shadow root: there its styles are style sheets of the script, which the content
 * security policy allows, and not elements of the document.
 */
export function Editor({ store, file }: EditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const shown = useRef<OpenFile>(undefined);

  useEffect(() => {
    if (host.current === null) return;
    const root = host.current.shadowRoot ?? host.current.attachShadow({ mode: 'open' });
    const created = new EditorView({
      root,
      parent: root,
      dispatchTransactions(transactions, editor) {
        editor.update(transactions);
        shown.current?.changed(
          editor.state,
          transactions.some(({ docChanged }) => docChanged),
        );
      },
    });
    view.current = created;
    return () => created.destroy();
  }, []);

  useEffect(() => {
    const editor = view.current;
    if (editor === undefined) return;
    show(editor, file);
    shown.current = file;
    return () => {
      file.scroll = editor.scrollSnapshot();
      file.attach(undefined);
      shown.current = undefined;
    };
  }, [file]);

  const { value: name } = file.language;
  useEffect(() => {
    let isCurrent = true;
    void loadLanguage(name).then((support) => {
      const isKnown = support === undefined || language.get(file.state) === support;
      if (isCurrent && !isKnown) view.current?.dispatch({ effects: language.reconfigure(support) });
    });
    return () => {
      isCurrent = false;
    };
  }, [file, name]);

  const { value: coach } = store.coach;
  const { value: dismissed } = store.dismissed;
  useEffect(() => {
    const level = coach.session?.hintLevel ?? 'none';
    view.current?.dispatch({ effects: showMarks.of(getMarks(file.path, { ...coach, level }, dismissed)) });
  }, [file, coach, dismissed]);

  const { value: target } = store.target;
  useEffect(() => {
    const editor = view.current;
    if (editor === undefined || target?.path !== file.path) return;
    store.target.value = undefined;
    if (target.line !== undefined) showLine(editor, target.line);
    editor.focus();
  }, [target, file]);

  return <div class="editor" ref={host} />;
}

function show(editor: EditorView, file: OpenFile): void {
  editor.setState(file.state);
  file.attach(editor);
  if (file.scroll !== undefined) editor.dispatch({ effects: file.scroll });
}

function showLine(editor: EditorView, number: number): void {
  const { doc } = editor.state;
  const { from } = doc.line(Math.min(Math.max(number, 1), doc.lines));
  editor.dispatch({ selection: { anchor: from }, effects: EditorView.scrollIntoView(from, { y: 'center' }) });
}
