import type { EditorState } from '@codemirror/state';
import { type ReadonlySignal, signal } from '@preact/signals';
import type { ToPage, ToServer } from '../../../http/websocket/protocol.js';
import type { Connection } from '../connection.js';

/** A part of a file that the person asked about. */
export interface Explanation {
  readonly id: number;
  readonly path: string;
  readonly startLine: number;
  readonly endLine: number;
  /** A string is why there is none. */
  readonly answer: ToPage['explain:response'] | string | undefined;
}

export interface Explanations {
  /** The oldest first. */
  readonly list: ReadonlySignal<readonly Explanation[]>;
  /** False without a selection: nothing is asked. */
  explain(file: ExplainedFile): boolean;
  close(id: number): void;
}

interface ExplainedFile {
  readonly path: string;
  readonly language: { peek(): string };
  readonly state: EditorState;
}

/** Answers come in any order; each stays with its own question. */
export function createExplanations(ask: Connection['ask']): Explanations {
  const list = signal<readonly Explanation[]>([]);
  let count = 0;
  const answered = (id: number, answer: Explanation['answer']) => {
    list.value = list.peek().map((each) => (each.id === id ? { ...each, answer } : each));
  };
  return {
    list,
    explain(file) {
      const request = requestOf(file);
      if (request === undefined) return false;
      const { startLine, endLine } = request.selection;
      const id = count++;
      list.value = [...list.peek(), { id, path: file.path, startLine, endLine, answer: undefined }];
      ask('user:explain', request).then(
        ({ type, payload }) => {
          if (type === 'explain:response') answered(id, payload);
          else answered(id, type === 'explain:error' ? payload.error : 'The coach gave no explanation.');
        },
        (error: Error) => answered(id, error.message),
      );
      return true;
    },
    close(id) {
      list.value = list.peek().filter((each) => each.id !== id);
    },
  };
}

/** Lines before and after the selection that help to understand it. */
const CONTEXT_LINES = 50;

function requestOf({ path, language, state }: ExplainedFile) {
  const { doc, selection } = state;
  const { from, to, empty } = selection.main;
  if (empty) return undefined;
  const start = doc.lineAt(from);
  // A line that is selected with its end does not reach into the next one.
  const last = doc.lineAt(to);
  const end = to === last.from ? doc.lineAt(to - 1) : last;
  const context = {
    from: doc.line(Math.max(start.number - CONTEXT_LINES, 1)).from,
    to: doc.line(Math.min(end.number + CONTEXT_LINES, doc.lines)).to,
  };
  return {
    path,
    language: language.peek(),
    selection: {
      startLine: start.number,
      startCol: from - start.from,
      endLine: end.number,
      endCol: Math.min(to, end.to) - end.from,
    },
    selectedText: state.sliceDoc(from, to),
    surroundingContext: state.sliceDoc(context.from, context.to),
  } satisfies ToServer['user:explain'];
}
