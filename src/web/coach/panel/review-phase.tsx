import { useState } from 'preact/hooks';
import { lazy } from '../lazy.js';
import type { Phase } from '../model/coach-state.js';
import type { PanelProps } from './panel-props.js';

interface ReviewPhaseProps extends PanelProps {
  readonly phase: Phase;
}

/** A review of what was changed since the phase began, when the person asks for it. */
export function ReviewPhase({ phase: { id }, coach, act, openFile }: ReviewPhaseProps) {
  const [isAsking, setAsking] = useState(false);
  const { [id]: review } = coach.reviews;
  // Not from the answer alone: it also comes after the page was loaded again.
  const { phaseId, error } = coach.reviewError ?? {};
  const ask = async () => {
    setAsking(true);
    await act('user:review', {});
    setAsking(false);
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
      {!isAsking && phaseId === id && (
        <p class="warn" role="status">
          {error}
        </p>
      )}
      {review !== undefined && <Review review={review} openFile={openFile} />}
    </div>
  );
}

const Review = lazy(async () => (await import('../help/phase-review.js')).PhaseReview);
