import { useRef } from 'preact/hooks';
import type { Nudge } from '../model/coach-state.js';
import type { PanelProps } from './panel-props.js';
import { useKeptFocus } from './use-kept-focus.js';

/** What the coach noticed without being asked, and why. It waits for the person, and never takes the focus. */
export function NudgeCard({ coach: { nudge, isMuted }, act, openFile }: PanelProps) {
  const part = useRef<HTMLDivElement>(null);
  useKeptFocus(part, 'button');
  return (
    <div ref={part} class="coach-nudge">
      {nudge !== null && <ShownNudge nudge={nudge} isMuted={isMuted} act={act} openFile={openFile} />}
      {isMuted && (
        <p class="toolbar">
          <span class="quiet">Muted: the coach says nothing on its own.</span>
          <button type="button" onClick={() => act('observer:mute', { muted: false })}>
            Unmute
          </button>
        </p>
      )}
    </div>
  );
}

interface ShownNudgeProps extends Pick<PanelProps, 'act' | 'openFile'> {
  readonly nudge: Nudge;
  readonly isMuted: boolean;
}

function ShownNudge({ nudge: { nudgeId, signal, text, context }, isMuted, act, openFile }: ShownNudgeProps) {
  const { current_file: current, expected_file: expected, time_in_file: time } = context;
  const answer = (answer: 'helped' | 'not_now') => void act('nudge:dismiss', { nudgeId, answer });
  const file = (path: string) => (
    <button type="button" class="link" onClick={() => openFile(path)}>
      {path}
    </button>
  );
  return (
    <section class="card" aria-labelledby="nudge">
      <h2 id="nudge">The coach noticed something</h2>
      <p>{text}</p>
      {expected !== null && <p>Go to {file(expected)}</p>}
      {/* One line until it is opened: the plan needs the room. */}
      <details>
        <summary>Why</summary>
        <ul class="quiet">
          <li>{SIGNALS[signal] ?? signal.replaceAll('_', ' ')}</li>
          {current !== null && (
            <li>
              You are in {file(current)}
              {time !== null && ` (${time})`}
            </li>
          )}
        </ul>
      </details>
      <p class="toolbar">
        <button type="button" class="primary" onClick={() => answer('helped')}>
          Helpful
        </button>
        <button type="button" onClick={() => answer('not_now')}>
          Not now
        </button>
        {!isMuted && (
          <button type="button" onClick={() => act('observer:mute', { muted: true })}>
            Mute
          </button>
        )}
      </p>
    </section>
  );
}

/** What was noticed, by the name of the signal. */
const SIGNALS: Readonly<Record<string, string>> = {
  wrong_file: 'You work in a file that the phase does not name',
  scope_drift: 'You work on something else than the phase',
  edit_loop: 'The same lines were written and deleted several times',
  test_failing: 'The same test failed three times',
  idle: 'Nothing happened for a while',
  phase_complete: 'The phase looks finished',
};
