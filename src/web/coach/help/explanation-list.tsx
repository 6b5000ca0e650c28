import { useLayoutEffect, useRef } from 'preact/hooks';
import type { ToPage } from '../../../http/websocket/protocol.js';
import { Markdown } from '../markdown.js';
import type { Explanation } from '../model/explanations.js';
import type { CoachStore } from '../store.js';

interface ExplanationListProps {
  readonly store: Pick<CoachStore, 'explanations' | 'openFile'>;
}

/** What was asked about selected code, below the editor, with the answers. */
export function ExplanationList({ store: { explanations, openFile } }: ExplanationListProps) {
  const list = useRef<HTMLElement>(null);
  const { value: shown } = explanations.list;
  const newest = shown.at(-1)?.id;
  // The person has just asked for it.
  useLayoutEffect(() => {
    list.current?.lastElementChild?.scrollIntoView({ block: 'nearest' });
  }, [newest]);
  const close = (id: string) => {
    explanations.close(id);
    list.current?.focus();
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keys must reach it.
    <section ref={list} class="explanations" aria-label="Explanations" tabIndex={0}>
      {shown.map((each) => (
        <article key={each.id} class="card" aria-busy={each.answer === undefined}>
          <h2>
            <button type="button" class="link" onClick={() => openFile(each.path, each.startLine)}>
              {each.path}, {formatLines(each)}
            </button>
          </h2>
          <button
            type="button"
            class="close"
            aria-label={`Close the explanation of ${each.path}, ${formatLines(each)}`}
            onClick={() => close(each.id)}
          >
            ×
          </button>
          <div role="status">
            {each.answer === undefined && <p class="quiet">The coach reads it …</p>}
            {typeof each.answer === 'string' && <p class="warn">{each.answer}</p>}
            {typeof each.answer === 'object' && <Answer answer={each.answer} openFile={openFile} />}
          </div>
        </article>
      ))}
    </section>
  );
}

interface AnswerProps extends Pick<CoachStore, 'openFile'> {
  readonly answer: ToPage['explain:response'];
}

function Answer({ answer, openFile }: AnswerProps) {
  const { explanation, keyConcepts, analogy, relatedFiles, phaseConnection } = answer;
  return (
    <>
      <Markdown text={explanation} />
      {phaseConnection !== null && (
        <div class="said">
          <strong>For your phase:</strong> <Markdown text={phaseConnection} />
        </div>
      )}
      {analogy !== null && (
        <div class="said">
          <strong>Like this:</strong> <Markdown text={analogy} />
        </div>
      )}
      {keyConcepts.length > 0 && (
        <p>
          <strong>Concepts:</strong>{' '}
          {keyConcepts.map((concept) => (
            <span key={concept} class="tag">
              {concept}
            </span>
          ))}
        </p>
      )}
      {relatedFiles !== null && relatedFiles.length > 0 && (
        <p class="toolbar">
          <strong>See also:</strong>
          {relatedFiles.map((path) => (
            <button key={path} type="button" class="link" onClick={() => openFile(path)}>
              {path}
            </button>
          ))}
        </p>
      )}
    </>
  );
}

function formatLines({ startLine, endLine }: Explanation): string {
  return startLine === endLine ? `line ${startLine}` : `lines ${startLine} to ${endLine}`;
}
