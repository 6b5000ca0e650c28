import { EditorView } from '@codemirror/view';
import { useEffect, useRef } from 'preact/hooks';
import { language as languageOf, writingExtensions } from '../editor/extensions.js';
import { loadLanguage } from '../editor/languages/index.js';

interface KataEditorProps {
  /** The text at first. */
  readonly text: string;
  /** Undefined if it is not known. */
  readonly language: string | undefined;
  readonly edited: (text: string) => void;
}

/** In a shadow root, as the editor of files. */
export function KataEditor({ text, language = '', edited }: KataEditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const latest = useRef(edited);
  latest.current = edited;
  useEffect(() => {
    if (host.current === null) return;
    const root = host.current.shadowRoot ?? host.current.attachShadow({ mode: 'open' });
    const listen = EditorView.updateListener.of(
      ({ docChanged, state }) => docChanged && latest.current(state.doc.toString()),
    );
    const view = new EditorView({
      doc: text,
      root,
      parent: root,
      extensions: [writingExtensions('Your solution'), languageOf.of([]), listen],
    });
    let isOpen = true;
    void loadLanguage(language).then((support) => {
      if (isOpen && support !== undefined) view.dispatch({ effects: languageOf.reconfigure(support) });
    });
    return () => {
      isOpen = false;
      view.destroy();
    };
  }, []);
  return <div class="editor kata-editor" ref={host} />;
}
