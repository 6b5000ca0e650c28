import type { ReadonlySignal } from '@preact/signals';
import { formatCount } from '../../../kernel/format-count.js';
import { KIND_NAMES } from '../marks/mark.js';
import type { CoachState, News } from '../model/coach-state.js';

/** What the coach did last, for a screen reader, wherever the person is. What was there at first is not news. */
export function Announcement({ coach }: { readonly coach: ReadonlySignal<CoachState> }) {
  const { news } = coach.value;
  return (
    <p class="hidden" role="status">
      {news === null ? '' : formatNews(news)}
    </p>
  );
}

function formatNews({ type, payload }: News): string {
  switch (type) {
    case 'coaching:message':
      return `Coach, ${KIND_NAMES[payload.type]}: ${payload.message}`;
    case 'coaching:plan_ready':
      return `The coach made a plan with ${formatCount(payload.phases.length, 'phase')}.`;
    case 'council:answer':
      if (payload.status === 'running') return 'The council is working on your question.';
      return payload.status === 'done' ? `The council answered: ${payload.text}` : `No verdict: ${payload.text}`;
    case 'session:ended':
      return 'The session has ended.';
    case 'session:completed':
      return 'The summary of the session is ready.';
    case 'review:phase':
      return `The review of phase ${payload.phaseNumber} is ready: ${payload.summary}`;
    case 'observer:nudge':
      return `The coach noticed something: ${payload.text}`;
  }
}
