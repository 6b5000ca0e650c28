import { useRef, useState } from 'preact/hooks';
import type { CoachSession, Phase } from '../model/coach-state.js';
import { DemoLabel } from './demo-label.js';
import type { PanelProps } from './panel-props.js';
import { AddPhase } from './phase-forms.js';
import { PhaseView } from './phase-view.js';
import { useKeptFocus } from './use-kept-focus.js';

interface PhasesProps extends PanelProps {
  readonly session: CoachSession;
}

/** The plan of the session: how far the person is, and its steps. The current one is open. */
export function Phases({ coach, session: { phases, plan }, act, openFile }: PhasesProps) {
  /** Phases that the person types in: a new plan must not take the text away. */
  const [typedIn, setTypedIn] = useState<readonly Phase[]>([]);
  const section = useRef<HTMLElement>(null);
  useKeptFocus(section, 'h2');
  const keep = (phase: Phase, isTypedIn: boolean) =>
    setTypedIn((known) => [...known.filter(({ id }) => id !== phase.id), ...(isTypedIn ? [phase] : [])]);
  return (
    <section ref={section} aria-labelledby="phases">
      <h2 id="phases" tabIndex={-1}>
        Plan {plan?.isDemo === true && <DemoLabel />}
      </h2>
      {phases.length === 0 && (
        <p class="quiet">No phases yet: the coach makes them from the plan of Claude Code, or you add them here.</p>
      )}
      {phases.length > 0 && <Progress phases={phases} difficulty={plan?.estimatedDifficulty} />}
      {plan?.memoryConnection != null && plan.memoryConnection !== '' && (
        // One line until it is opened: the phases need the room.
        <details class="memory">
          <summary>
            <strong>Remembered:</strong> {plan.memoryConnection}
          </summary>
        </details>
      )}
      <ol class="phases plain">
        {withRemoved(phases, typedIn).map((phase) => (
          <li key={phase.id} class={phase.status} aria-current={phase.status === 'active' ? 'step' : undefined}>
            <PhaseView
              phase={phase}
              phases={phases}
              coach={coach}
              keep={keep}
              isTyping={typedIn.length > 0}
              act={act}
              openFile={openFile}
            />
          </li>
        ))}
      </ol>
      <AddPhase act={act} />
    </section>
  );
}

interface ProgressProps {
  readonly phases: readonly Phase[];
  readonly difficulty: string | undefined;
}

function Progress({ phases, difficulty = '' }: ProgressProps) {
  const done = phases.filter(({ status }) => status === 'complete').length;
  return (
    <div class="plan-progress">
      <progress max={phases.length} value={done} aria-labelledby="progress" />
      <p id="progress" class="quiet">
        {done} of {phases.length} {phases.length === 1 ? 'phase' : 'phases'} done
        {difficulty !== '' && ` · difficulty: ${difficulty}`}
      </p>
    </div>
  );
}

/** The phases of the plan, and at their old numbers those that are gone from it and are still typed in. */
export function withRemoved(phases: readonly Phase[], typedIn: readonly Phase[]): readonly Phase[] {
  const shown = [...phases];
  for (const phase of typedIn) {
    if (!phases.some(({ id }) => id === phase.id)) shown.splice(phase.number - 1, 0, phase);
  }
  return shown;
}
