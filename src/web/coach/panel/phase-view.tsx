import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { ConfirmButton } from '../../components/confirm-button.js';
import { lazy } from '../lazy.js';
import { Markdown } from '../markdown.js';
import type { Phase } from '../model/coach-state.js';
import type { PanelProps } from './panel-props.js';
import { AskCouncil, EditPhase } from './phase-forms.js';
import { useKeptFocus } from './use-kept-focus.js';

interface PhaseProps extends PanelProps {
  readonly phase: Phase;
  /** Those of the plan. */
  readonly phases: readonly Phase[];
  /** True if the phase stays in the list although a new plan does not have it. */
  readonly keep: (phase: Phase, isTypedIn: boolean) => void;
  /** The person types in this phase or in another one. */
  readonly isTyping: boolean;
}

/** One step, and what can be done with it. */
export function PhaseView({ phase, phases, coach, keep, isTyping, act, openFile }: PhaseProps) {
  const [form, setForm] = useState<'edit' | 'ask'>();
  const details = useRef<HTMLDetailsElement>(null);
  useKeptFocus(details, 'summary');
  const { id, number, title, status } = phase;
  const isInPlan = phases.some((each) => each.id === id);
  const show = (next?: typeof form) => {
    setForm(next);
    keep(phase, next !== undefined);
    if (next === undefined) details.current?.querySelector('summary')?.focus();
  };
  const shownStatus = useRef<Phase['status'] | null>(null);
  const wasTyping = useRef(false);
  // A phase that becomes the current one opens, and closes when it is finished, but not while the person types: the text
  // would move, and what was typed would not be seen.
  useLayoutEffect(() => {
    if (isTyping) wasTyping.current = true;
    if (details.current === null || isTyping || shownStatus.current === status) return;
    shownStatus.current = status;
    details.current.open = status === 'active' || (wasTyping.current && details.current.open);
    wasTyping.current = false;
  }, [status, isTyping]);
  return (
    <details ref={details}>
      <summary>
        <b aria-hidden="true">{STATUSES[status].symbol}</b> {number}. {title}
        <span class="hidden">, {STATUSES[status].name}</span>
      </summary>
      {form === 'edit' && <EditPhase phase={phase} isInPlan={isInPlan} act={act} close={() => show()} />}
      {form === 'ask' && <AskCouncil phase={phase} act={act} close={() => show()} />}
      {!isInPlan && <p class="notice">The new plan does not have this phase. What you typed is still here.</p>}
      {form === undefined && (
        <>
          <PhaseText phase={phase} openFile={openFile} />
          <div class="toolbar">
            {STATUSES[status].next.map(([next, label]) => (
              <button
                key={next}
                type="button"
                class={label === 'Finish' ? 'primary' : undefined}
                aria-label={`${label} phase ${number}`}
                onClick={() => act('phase:update', { phase: number, status: next })}
              >
                {label}
              </button>
            ))}
            <button type="button" aria-label={`Edit phase ${number}`} onClick={() => show('edit')}>
              Edit
            </button>
            {status === 'active' && (
              <button type="button" onClick={() => show('ask')}>
                Ask the council
              </button>
            )}
            {status === 'pending' && <ChangePlan phase={phase} phases={phases} act={act} />}
            {status === 'active' && <ReviewPhase phase={phase} coach={coach} act={act} openFile={openFile} />}
          </div>
        </>
      )}
    </details>
  );
}

function PhaseText({ phase: { description, expectedFiles }, openFile }: Pick<PhaseProps, 'phase' | 'openFile'>) {
  return (
    <>
      {description !== '' && <Markdown text={description} />}
      {expectedFiles.length > 0 && (
        <ul class="plain">
          {expectedFiles.map((file) => (
            <li key={file}>
              <button type="button" class="link" onClick={() => openFile(file)}>
                {file}
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** Another order, or one less: only for phases that were not started. */
function ChangePlan({ phase: { id, number }, phases, act }: Pick<PhaseProps, 'phase' | 'phases' | 'act'>) {
  const moves = [
    { symbol: '↑', label: 'Move up', to: number - 1 },
    { symbol: '↓', label: 'Move down', to: number + 1 },
  ];
  const isPending = (to: number) => phases.some((each) => each.number === to && each.status === 'pending');
  return (
    <>
      {moves.map(({ symbol, label, to }) => (
        <button
          key={label}
          type="button"
          title={label}
          aria-label={`${label} phase ${number}`}
          disabled={!isPending(to)}
          onClick={() => act('phase:move', { phaseId: id, to })}
        >
          {symbol}
        </button>
      ))}
      <ConfirmButton
        label="Delete"
        name={`Delete phase ${number}`}
        question="Delete it?"
        onConfirm={() => void act('phase:delete', { phaseId: id })}
      />
    </>
  );
}

/** The look of each status, and what can follow it. */
const STATUSES: Readonly<Record<Phase['status'], StatusLook>> = {
  pending: { symbol: '○', name: 'to do', next: [['active', 'Start']] },
  active: { symbol: '●', name: 'current', next: [['complete', 'Finish']] },
  complete: { symbol: '✓', name: 'finished', next: [['active', 'Open again']] },
};

interface StatusLook {
  readonly symbol: string;
  readonly name: string;
  readonly next: readonly (readonly [Phase['status'], string])[];
}

interface ReviewPhaseProps extends PanelProps {
  readonly phase: Phase;
}

/** A review of what was changed since the phase began, when the person asks for it. */
function ReviewPhase({ phase: { id }, coach, act, openFile }: ReviewPhaseProps) {
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
