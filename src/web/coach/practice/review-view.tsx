import { useLayoutEffect, useRef } from 'preact/hooks';
import type { ToPage } from '../../../http/websocket/protocol.js';
import { Markdown } from '../markdown.js';

type Answer = Pick<ToPage['review:response'], 'passed' | 'level' | 'feedback' | 'followUp' | 'unlockedConstraints'>;

/** Undefined before the first one. */
export type Review = Answer | { readonly error: string } | 'asked' | undefined;

/** What the coach says about a solution, and what it unlocks. */
export function ReviewView({ review }: { readonly review: Review }) {
  return (
    <div role="status">
      {typeof review === 'object' &&
        ('error' in review ? <p class="notice">{review.error}</p> : <AnswerView {...review} />)}
    </div>
  );
}

function AnswerView({ passed, level, feedback, followUp, unlockedConstraints }: Answer) {
  const section = useRef<HTMLElement>(null);
  // The person has just asked for it, and the editor fills the window.
  useLayoutEffect(() => section.current?.scrollIntoView({ block: 'nearest' }), [feedback]);
  return (
    <section ref={section} class="card" aria-label="Review of your solution">
      <p class={passed ? 'good' : 'warn'}>
        <b aria-hidden="true">{passed ? '✓' : '○'}</b>{' '}
        <strong>
          {passed ? 'Passed' : 'Not passed yet'}, level {level}
        </strong>
      </p>
      <Markdown text={feedback} />
      {followUp !== null && (
        <div class="said">
          <strong>{NEXT[followUp.type]}</strong>{' '}
          <Markdown text={[followUp.constraint, followUp.reason].filter(Boolean).join(': ')} />
        </div>
      )}
      {unlockedConstraints.length > 0 && (
        <>
          <h3>Unlocked</h3>
          <ul>
            {unlockedConstraints.map(({ title, description }) => (
              <li key={title}>
                <strong>{title}</strong>: {description}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

const NEXT: Readonly<Record<NonNullable<Answer['followUp']>['type'], string>> = {
  constraint_escalation: 'Try it with',
  retry_hint: 'Try again:',
  completed: 'Done.',
};
