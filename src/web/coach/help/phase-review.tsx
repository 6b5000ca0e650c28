import { useLayoutEffect, useRef } from 'preact/hooks';
import type { ToPage } from '../../../http/websocket/protocol.js';
import { Markdown } from '../markdown.js';

interface PhaseReviewProps {
  readonly review: ToPage['review:phase'];
  readonly openFile: (path: string, line?: number) => void;
}

/** What is good, and what to look at again. */
export function PhaseReview({ review, openFile }: PhaseReviewProps) {
  const { summary, strengths, remarks, isReady } = review;
  const section = useRef<HTMLElement>(null);
  // The person has just asked for it, and the plan may end above it.
  useLayoutEffect(() => section.current?.scrollIntoView({ block: 'nearest' }), [review]);
  return (
    <section ref={section} class="card" aria-label="Review of your changes">
      <p class={isReady ? 'good' : 'warn'}>
        <b aria-hidden="true">{isReady ? '✓' : '○'}</b>{' '}
        <strong>{isReady ? 'Ready: you can finish the phase' : 'Not ready yet'}</strong>
      </p>
      <Markdown text={summary} />
      {strengths.length > 0 && (
        <>
          <h3>What is good</h3>
          <ul>
            {strengths.map((strength) => (
              <li key={strength} class="said">
                <Markdown text={strength} />
              </li>
            ))}
          </ul>
        </>
      )}
      {remarks.length > 0 && (
        <>
          <h3>Look again</h3>
          <ul>
            {remarks.map(({ path, line, text }) => (
              <li key={`${path} ${line} ${text}`} class="said">
                <button type="button" class="link" onClick={() => openFile(path, line ?? undefined)}>
                  {path}
                  {line !== null && `:${line}`}
                </button>{' '}
                <Markdown text={text} />
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
