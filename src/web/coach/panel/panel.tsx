import type { ReadonlySignal, Signal } from '@preact/signals';
import type { CoachState } from '../model/coach-state.js';
import { Council } from './council.js';
import { HintSlider } from './hint-slider.js';
import { Issue } from './issue.js';
import { Messages } from './messages.js';
import { NudgeCard } from './nudge-card.js';
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
  const { value: coach } = store.coach;
  // Who has closed the summary has read that the session ended.
  const isClosed = store.dismissed.value.has(summaryId(coach));
  const props: PanelProps = { ...store, coach: isClosed ? { ...coach, ended: null, completed: null } : coach };
  const { session, status } = coach;
  if (session === null) {
    return (
      <>
        <PanelTop status={status} />
        <StartSession {...props}>
          <LastSession {...props} dismiss={store.dismiss} />
        </StartSession>
      </>
    );
  }
  return (
    <>
      <PanelTop status={status} />
      <div class="coach-plan">
        <Issue {...session.issueContext} />
        <Phases key={session.sessionId} {...props} session={session} />
        <Council {...props} />
        <LastSession {...props} dismiss={store.dismiss} />
      </div>
      <NudgeCard {...props} />
      <HintSlider {...props} session={session} />
      <Messages {...props} session={session} unread={unread} />
      <SessionControls {...props} session={session} />
    </>
  );
}

function PanelTop({ status }: Pick<CoachState, 'status'>) {
  return (
    <div class="coach-top">
      <Protection {...status} />
      <a href="/coach?show=progress">Progress</a>
    </div>
  );
}

interface LastSessionProps extends Pick<PanelProps, 'coach'>, Pick<PanelStore, 'dismiss'> {}

/** What is learned from the session before, until it is closed. It may be ready only after the next session has begun. */
function LastSession({ coach, dismiss }: LastSessionProps) {
  const { ended, completed } = coach;
  if (completed === null) return ended === null ? null : <p role="status">Looking back on the session…</p>;
  const close = () => {
    dismiss(summaryId(coach));
    document.getElementById('coach-panel')?.focus();
  };
  return <Summary completed={completed} close={close} />;
}

function summaryId({ completed }: CoachState): string {
  return `summary ${completed?.sessionId ?? ''}`;
}
