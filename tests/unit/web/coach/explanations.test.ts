import { EditorState } from '@codemirror/state';
import { signal } from '@preact/signals';
import { describe, expect, it } from 'vitest';
import type { PageMessage, ToServer } from '../../../../src/http/websocket/protocol.js';
import { createExplanations } from '../../../../src/web/coach/model/explanations.js';

const DOC = Array.from({ length: 300 }, (_, index) => `line ${index + 1}`).join('\n');

/** A file in the editor with a selection; both positions are `[line, column]`. */
function fileWith(from: readonly [number, number], to: readonly [number, number]) {
  const { doc } = EditorState.create({ doc: DOC });
  const [anchor = 0, head = 0] = [from, to].map(([line, column]) => doc.line(line).from + column);
  const state = EditorState.create({ doc: DOC, selection: { anchor, head } });
  return { path: 'a.ts', language: { peek: () => 'typescript' }, state };
}

interface Asked {
  readonly payload: ToServer['user:explain'];
  readonly resolve: (answer: PageMessage) => void;
  readonly reject: (error: Error) => void;
  readonly answer: Promise<PageMessage>;
}

function createDismissing() {
  const dismissed = signal<ReadonlySet<string>>(new Set());
  return { dismissed, dismiss: (id: string) => (dismissed.value = new Set([...dismissed.peek(), id])) };
}

/** Questions, with what answers each of them. */
function openQuestions(dismissing = createDismissing()) {
  const asked: Asked[] = [];
  const ask = (_type: string, payload: object) => {
    const answers = {} as Pick<Asked, 'resolve' | 'reject'>;
    const answer = new Promise<PageMessage>((resolve, reject) => Object.assign(answers, { resolve, reject }));
    asked.push({ payload: payload as ToServer['user:explain'], ...answers, answer });
    return answer;
  };
  return { asked, dismissing, explanations: createExplanations(ask, dismissing) };
}

function response(explanation: string): PageMessage {
  const payload = {
    path: 'a.ts',
    explanation,
    keyConcepts: [],
    analogy: null,
    relatedFiles: null,
    phaseConnection: null,
  };
  return { type: 'explain:response', payload, timestamp: 0 };
}

/** The first message of a connection, with what the server knows. */
function init(...explanations: object[]): PageMessage {
  return { type: 'connection:init', payload: { state: { explanations } }, timestamp: 0 } as unknown as PageMessage;
}

function keptOf(asked: Asked | undefined) {
  const { explanationId, path } = asked?.payload ?? {};
  return { explanationId, path, startLine: 2, endLine: 2, answer: null };
}

describe('explanations of selected code', () => {
  it('send the selection with 50 lines before and after it, also if it was made backward', () => {
    const { asked, explanations } = openQuestions();
    explanations.explain(fileWith([102, 4], [100, 2]));
    const [{ payload } = { payload: undefined }] = asked;
    expect(payload).toMatchObject({
      path: 'a.ts',
      language: 'typescript',
      selection: { startLine: 100, startCol: 2, endLine: 102, endCol: 4 },
      selectedText: 'ne 100\nline 101\nline',
    });
    const context = payload?.surroundingContext?.split('\n') ?? [];
    expect([context.at(0), context.at(-1), context.length]).toEqual(['line 50', 'line 152', 103]);
  });

  it('end their context with the file, and ask nothing without a selection', () => {
    const { asked, explanations } = openQuestions();
    expect(explanations.explain(fileWith([1, 0], [300, 8]))).toBe(true);
    expect(asked[0]?.payload.surroundingContext).toBe(DOC);
    expect(explanations.explain(fileWith([3, 1], [3, 1]))).toBe(false);
    expect(asked).toHaveLength(1);
  });

  it('keep their own answers in any order, and one sentence where there is none', async () => {
    const { asked, explanations } = openQuestions();
    for (const line of [1, 2, 3]) explanations.explain(fileWith([line, 0], [line, 4]));
    asked[2]?.resolve(response('third'));
    asked[0]?.resolve({ type: 'explain:error', payload: { path: 'a.ts', error: 'No model.' }, timestamp: 0 });
    asked[1]?.reject(new Error('Not connected.'));
    await Promise.allSettled(asked.map(({ answer }) => answer));
    const texts = explanations.list.value.map(({ startLine, answer }) => [
      startLine,
      typeof answer === 'object' ? answer.explanation : answer,
    ]);
    expect(texts).toEqual([
      [1, 'No model.'],
      [2, 'Not connected.'],
      [3, 'third'],
    ]);
    explanations.close(explanations.list.value[1]?.id ?? '');
    expect(explanations.list.value.map(({ startLine }) => startLine)).toEqual([1, 3]);
  });

  it('are there again after a reload, also those that are answered later, but not those that were closed', () => {
    const { explanations } = openQuestions();
    const { payload } = response('first') as Extract<PageMessage, { type: 'explain:response' }>;
    const given = (explanationId: string, line: number, answer: typeof payload | null = payload) => {
      return { explanationId, path: 'a.ts', startLine: line, endLine: line, answer };
    };
    const shown = () =>
      explanations.list.value.map(({ startLine, answer }) => [
        startLine,
        typeof answer === 'object' ? answer.explanation : answer,
      ]);
    explanations.receive(init(given('one', 1), given('two', 2, null)));
    expect(shown()).toEqual([
      [1, 'first'],
      [2, undefined],
    ]);
    explanations.receive({
      ...response('of another page'),
      payload: { ...payload, explanationId: 'three' },
    } as PageMessage);
    explanations.receive({ type: 'explain:response', payload: { ...payload, explanationId: 'two' }, timestamp: 0 });
    explanations.close(explanations.list.value[0]?.id ?? '');
    explanations.receive(init(given('one', 1), given('two', 2)));
    expect(shown()).toEqual([[2, 'first']]);
  });

  it('that were closed before they were answered stay closed after a reload', () => {
    const { asked, explanations, dismissing } = openQuestions();
    explanations.explain(fileWith([2, 0], [2, 4]));
    explanations.close(explanations.list.value[0]?.id ?? '');
    const reloaded = openQuestions(dismissing).explanations;
    reloaded.receive(init(keptOf(asked[0])));
    expect(reloaded.list.value).toEqual([]);
  });

  it('that were not answered when the connection broke get the answer of the server after it', async () => {
    const { asked, explanations } = openQuestions();
    explanations.explain(fileWith([2, 0], [2, 4]));
    asked[0]?.reject(new Error('Not connected.'));
    await Promise.allSettled(asked.map(({ answer }) => answer));
    explanations.receive(init({ ...keptOf(asked[0]), answer: response('late').payload }));
    expect(explanations.list.value).toMatchObject([{ startLine: 2, answer: { explanation: 'late' } }]);
  });
});
