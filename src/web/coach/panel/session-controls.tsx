import { ConfirmButton } from '../../components/confirm-button.js';
import type { CoachSession } from '../model/coach-state.js';
import type { PanelProps } from './panel-props.js';

interface SessionControlsProps extends Pick<PanelProps, 'act'> {
  readonly session: CoachSession;
}

/** The person can always let Claude Code write, or end the session. */
export function SessionControls({ session: { isPaused }, act }: SessionControlsProps) {
  return (
    <p class="toolbar coach-controls">
      <button type="button" onClick={() => act('session:pause', { isPaused: !isPaused })}>
        {isPaused ? 'Hold writes again' : 'Pause: let Claude Code write'}
      </button>
      <ConfirmButton
        label="End"
        name="End the session"
        question="End the session?"
        onConfirm={() => void act('session:end', {})}
      />
    </p>
  );
}
