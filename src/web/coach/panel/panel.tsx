import type { ReadonlySignal, Signal } from '@preact/signals';
import type { CoachState } from '../model/coach-state.js';
import { HintSlider } from './hint-slider.js';
import { Issue } from './issue.js';
import { Messages } from './messages.js';
import type { PanelProps } from './panel-props.js';
import { Phases } from './phases.js';
import { Protection } from './protection.js';
import { SessionControls } from './session-controls.js';
import { StartSession } from './start-session.js';

type PanelStore = Omit<PanelProps, 'coach'> & { readonly coach: ReadonlySignal<CoachState> };

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
        <StartSession {...props} />
      </>
    );
  }
  return (
    <>
      <Protection {...status} />
      <div class="coach-plan">
        <Issue {...session.issueContext} />
        <HintSlider {...props} session={session} />
        <Phases {...props} session={session} />
      </div>
      <Messages {...props} session={session} unread={unread} />
      <SessionControls {...props} session={session} />
    </>
  );
}
