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

/** The person's text and choices for a kata, in this browser: it survives a reload and a closed tab. */
export interface Solution {
  readonly code: string;
  /** Titles of constraints. */
  readonly constraints: readonly string[];
}

export function readSolution(kataId: string): Solution | undefined {
  const text = localStorage.getItem(getKey(kataId));
  return text === null ? undefined : (JSON.parse(text) as Solution);
}

export function keepSolution(kataId: string, solution: Solution): void {
  localStorage.setItem(getKey(kataId), JSON.stringify(solution));
}

/** The id of the last submission, until it is known how it ended: after a reload, the page asks for it and not for another one. */
export const submissions = {
  get: (kataId: string) => localStorage.getItem(getSubmissionKey(kataId)),
  keep: (kataId: string, id: string) => localStorage.setItem(getSubmissionKey(kataId), id),
  forget: (kataId: string) => localStorage.removeItem(getSubmissionKey(kataId)),
};

function getSubmissionKey(kataId: string): string {
  return `witan-coach-submission ${kataId}`;
}

function getKey(kataId: string): string {
  return `witan-coach-kata ${kataId}`;
}

/** The language of a code that has no file name, for its colors; undefined if it looks like none of those with colors. */
export function guessLanguage(code: string): string | undefined {
  const start = code.trimStart().slice(0, MAX_LENGTH);
  return LANGUAGES.find(([, looks]) => looks.test(start))?.[0];
}

/** The language shows within this length. */
const MAX_LENGTH = 5_000;

/** The first that fits. Languages without colors are here, too, so that they do not get those of another one. */
const LANGUAGES: readonly (readonly [string | undefined, RegExp])[] = [
  [undefined, /^[ \t]*(?:#include|package\s|using\s|func\s|(?:pub\s+)?fn\s|let mut\s)/m],
  // In TypeScript these are before members, which are indented.
  [undefined, /^(?:public|private|static)\s/m],
  ['html', /^</],
  ['json', /^[[{]\s*(?:"|[\]}])/],
  [
    'python',
    /^[ \t]*(?:(?:async\s+)?def\s.*:|class\s[^{]*:|from\s\S+\simport\s|import\s[\w., ]+$|(?:if|for|while|with)\s.*:)[ \t]*(?:#.*)?$/m,
  ],
  ['css', /^[.#:@\w][^{};=()]*\{\s*(?:[\w-]+\s*:[^;{}]+;|\})/],
  ['typescriptreact', /^[ \t]*(?:return\s*\(?\s*)?<[A-Za-z][^>]*>.*$/m],
  [
    'typescript',
    /^[ \t]*(?:(?:export|import|async|const|let|var|function|class|interface|type|enum|describe|it|test)\b|\/\/|\/\*)|=>/m,
  ],
];
