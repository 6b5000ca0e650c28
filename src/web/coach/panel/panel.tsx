import type { ReadonlySignal, Signal } from '@preact/signals';
import type { CoachState } from '../model/coach-state.js';
import { Council } from './council.js';
import { HintSlider } from './hint-slider.js';
import { Issue } from './issue.js';
import { Messages } from './messages.js';
import type { PanelProps } from './panel-props.js';
import { Phases } from './phases.js';
import { Protection } from './protection.js';
import { SessionControls } from './session-controls.js';
import { StartSession } from './start-session.js';
import { Summary } from './summary.js';

interface PanelStore extends Omit<PanelProps, 'coach'> {
  readonly coach: ReadonlySignal<CoachState>;
  readonly dismissed: ReadonlySignal<ReadonlySet<string>>;
  readonly dismiss: (id: string) => void;
}

interface CoachPanelProps {
  readonly store: PanelStore;
  /** How many messages were not seen yet. */
  readonly unread: Signal<number>;
}

/** What the person and the coach are working on, and what the coach says. */
export function CoachPanel({ store, unread }: CoachPanelProps) {
  const props: PanelProps = { ...store, coach: store.coach.value };
  const { session, status } = props.coach;
  if (session === null) {
    return (
      <>
        <Protection {...status} />
        <StartSession {...props}>
          <LastSession store={store} />
        </StartSession>
      </>
    );
  }
  return (
    <>
      <Protection {...status} />
      <div class="coach-plan">
        <Issue {...session.issueContext} />
        <Phases key={session.sessionId} {...props} session={session} />
        <Council {...props} />
        <LastSession store={store} />
      </div>
      <HintSlider {...props} session={session} />
      <Messages {...props} session={session} unread={unread} />
      <SessionControls {...props} session={session} />
    </>
  );
}

/** What is learned from the session before, until it is closed. It may be ready only after the next session has begun. */
function LastSession({ store: { coach, dismissed, dismiss } }: Pick<CoachPanelProps, 'store'>) {
  const { ended, completed, status } = coach.value;
  const id = `summary ${completed?.sessionId ?? ''}`;
  if (completed === null && ended !== null) return <p role="status">Looking back on the session…</p>;
  if (completed === null || dismissed.value.has(id)) return null;
  const close = () => {
    dismiss(id);
    document.getElementById('coach-panel')?.focus();
  };
  return <Summary completed={completed} isDemo={status.model === null} close={close} />;
}
