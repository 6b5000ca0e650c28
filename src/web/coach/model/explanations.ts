import type { EditorState } from '@codemirror/state';
import { type ReadonlySignal, signal } from '@preact/signals';
import type { PageMessage, ToPage, ToServer } from '../../../http/websocket/protocol.js';
import type { Connection } from '../connection.js';

/** A part of a file that the person asked about. */
export interface Explanation {
  readonly id: number;
  /** Of the server, once it is known. */
  readonly explanationId?: string | undefined;
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
  let count = 0;
  const change = (id: number, part: Partial<Explanation>) => {
    list.value = list.peek().map((each) => (each.id === id ? { ...each, ...part } : each));
  };
  const find = (isMeant: (each: Explanation) => boolean) => list.peek().find(isMeant)?.id;
  const settle = (id: number, { type, payload }: PageMessage) => {
    if (type === 'explain:response') change(id, { answer: payload, explanationId: payload.explanationId });
    else change(id, { answer: type === 'explain:error' ? payload.error : 'The coach gave no explanation.' });
  };
  const restore = ({ answer, ...asked }: Given) => {
    const { explanationId, path, startLine, endLine } = asked;
    const isSame = (each: Explanation) =>
      each.explanationId === explanationId ||
      (typeof each.answer !== 'object' &&
        each.path === path &&
        each.startLine === startLine &&
        each.endLine === endLine);
    const part = { ...asked, answer: answer ?? undefined };
    const known = find(isSame);
    if (known !== undefined) change(known, part);
    else if (!dismissed.peek().has(explanationId)) list.value = [...list.peek(), { id: count++, ...part }];
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
        (answer) => settle(id, answer),
        (error: Error) => change(id, { answer: error.message }),
      );
      return true;
    },
    close(id) {
      const { explanationId } = list.peek().find((each) => each.id === id) ?? {};
      if (explanationId !== undefined) dismiss(explanationId);
      list.value = list.peek().filter((each) => each.id !== id);
    },
    receive(message) {
      const { type, payload } = message;
      if (type === 'connection:init') payload.state.explanations?.forEach(restore);
      if (type !== 'explain:response' && type !== 'explain:error') return;
      const id = find(({ explanationId }) => explanationId !== undefined && explanationId === payload.explanationId);
      if (id !== undefined) settle(id, message);
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
