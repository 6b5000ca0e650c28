import { useState } from 'preact/hooks';
import { lazy } from '../lazy.js';
import type { CoachState, Phase } from '../model/coach-state.js';
import type { PanelProps } from './panel-props.js';

interface ReviewPhaseProps extends Pick<PanelProps, 'act' | 'openFile'> {
  readonly phase: Phase;
  readonly reviews: CoachState['reviews'];
}

/** A review of what was changed since the phase began, when the person asks for it. */
export function ReviewPhase({ phase: { number }, reviews, act, openFile }: ReviewPhaseProps) {
  const [isAsking, setAsking] = useState(false);
  const [error, setError] = useState('');
  const { [number]: review } = reviews;
  const ask = async () => {
    setAsking(true);
    setError('');
    const answer = await act('user:review', {});
    setAsking(false);
    if (answer?.type === 'review:phase_error') setError(answer.payload.error);
  };
  return (
    <div class="phase-review">
      {/* Not `disabled`: the button would lose the focus. */}
      <button
        type="button"
        aria-disabled={isAsking}
        aria-label={isAsking ? 'Reviewing …' : 'Review my changes'}
        onClick={() => !isAsking && void ask()}
      >
        {isAsking ? 'Reviewing …' : 'Review'}
      </button>
      {error !== '' && (
        <p class="warn" role="status">
          {error}
        </p>
      )}
      {review !== undefined && <Review review={review} openFile={openFile} />}
    </div>
  );
}

const Review = lazy(async () => (await import('../help/phase-review.js')).PhaseReview);
