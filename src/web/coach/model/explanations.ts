import type { EditorState } from '@codemirror/state';
import { type ReadonlySignal, signal } from '@preact/signals';
import type { PageMessage, ToPage, ToServer } from '../../../http/websocket/protocol.js';
import type { Connection } from '../connection.js';

/** A part of a file that the person asked about. */
export interface Explanation {
  readonly id: string;
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
  close(id: string): void;
  /** Shows what was asked before a reload or a break of the connection. */
  receive(message: PageMessage): void;
}

/** Ids of what the person has closed, which a reload does not show again. */
interface Dismissing {
  readonly dismissed: ReadonlySignal<ReadonlySet<string>>;
  readonly dismiss: (id: string) => void;
}

type Given = NonNullable<ToPage['connection:init']['state']['explanations']>[number];

interface ExplainedFile {
  readonly path: string;
  readonly language: { peek(): string };
  readonly state: EditorState;
}

/** Answers come in any order; each stays with its own question. */
export function createExplanations(ask: Connection['ask'], { dismissed, dismiss }: Dismissing): Explanations {
  const list = signal<readonly Explanation[]>([]);
  const change = (id: string | undefined, answer: Explanation['answer']) => {
    list.value = list.peek().map((each) => (each.id === id ? { ...each, answer } : each));
  };
  const settle = (id: string | undefined, { type, payload }: PageMessage) => {
    if (type === 'explain:response') change(id, payload);
    else change(id, type === 'explain:error' ? payload.error : 'The coach gave no explanation.');
  };
  const restore = ({ explanationId: id, answer, ...asked }: Given) => {
    if (list.peek().some((each) => each.id === id)) change(id, answer ?? undefined);
    else if (!dismissed.peek().has(id)) list.value = [...list.peek(), { id, ...asked, answer: answer ?? undefined }];
  };
  return {
    list,
    explain(file) {
      const request = getRequest(file);
      if (request === undefined) return false;
      const { startLine, endLine } = request.selection;
      const id = crypto.randomUUID();
      list.value = [...list.peek(), { id, path: file.path, startLine, endLine, answer: undefined }];
      ask('user:explain', { ...request, explanationId: id }).then(
        (answer) => settle(id, answer),
        (error: Error) => change(id, error.message),
      );
      return true;
    },
    close(id) {
      dismiss(id);
      list.value = list.peek().filter((each) => each.id !== id);
    },
    receive(message) {
      const { type, payload } = message;
      if (type === 'connection:init') payload.state.explanations?.forEach(restore);
      if (type === 'explain:response' || type === 'explain:error') settle(payload.explanationId, message);
    },
  };
}

/** Lines before and after the selection that help to understand it. */
const CONTEXT_LINES = 50;

function getRequest({ path, language, state }: ExplainedFile) {
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
