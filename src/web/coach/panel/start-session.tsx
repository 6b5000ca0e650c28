import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { formatCount } from '../../../kernel/format-count.js';
import { Command, formatSeconds, Time } from '../../components/text.js';
import { formatIssue } from './format-issue.js';
import type { PanelProps } from './panel-props.js';

interface StartSessionProps extends PanelProps {
  /** What is shown of the session before: below the form, so that the person types in peace when it comes. */
  readonly children: ComponentChildren;
}

/** What to do while no session runs: first steps, one that was left unfinished, or a new one. */
export function StartSession({ coach, act, children }: StartSessionProps) {
  const { ended, unfinished } = coach;
  return (
    <div class="coach-plan">
      {ended !== null && (
        <p class="notice" role="status">
          The session has ended after {formatSeconds(Math.round(ended.durationMs / 1000))}.{' '}
          {formatCount(ended.phasesCompleted, 'phase')} finished.
        </p>
      )}
      {unfinished.map(({ id, issueNumber, issueTitle, startedAt }) => (
        <section key={id} class="card">
          <h2>Unfinished: {formatIssue(issueNumber, issueTitle)}</h2>
          <p class="quiet">
            Started <Time value={startedAt} />
          </p>
          <p class="toolbar">
            <button type="button" class="primary" onClick={() => act('session:resume', { sessionId: id })}>
              Resume
            </button>
            <button type="button" onClick={() => act('session:end', { sessionId: id })}>
              End it
            </button>
          </p>
        </section>
      ))}
      {unfinished.length === 0 && <StartForm act={act} />}
      {children}
      <section aria-labelledby="first-steps">
        <h2 id="first-steps">How it works</h2>
        <ol class="steps">
          <li>
            Run <Command text="witan init" /> once: it lets Claude Code use the coach, and holds its writes.
          </li>
          <li>
            Start <Command text="claude" /> in a terminal, in the folder of this project.
          </li>
          <li>
            Type <Command text={START_COMMAND} /> there with an issue or a goal, or start here.
          </li>
          <li>Write the code here. The coach sees it, points at lines and answers in the terminal. It cannot write.</li>
        </ol>
      </section>
    </div>
  );
}

/** A slash command that `witan init` installs. */
const START_COMMAND = '/coach-start';

function StartForm({ act }: Pick<PanelProps, 'act'>) {
  const [goal, setGoal] = useState('');
  const start = (event: SubmitEvent) => {
    event.preventDefault();
    const [, number] = ISSUE.exec(goal.trim()) ?? [];
    if (goal.trim() === '') return;
    void act('session:start', number === undefined ? { goal: goal.trim() } : { issueNumber: Number(number) });
  };
  return (
    <form class="field" onSubmit={start}>
      <label for="goal">What do you want to work on?</label>
      <input
        id="goal"
        value={goal}
        maxLength={2_000}
        aria-describedby="goal-help"
        onInput={({ currentTarget }) => setGoal(currentTarget.value)}
      />
      <p id="goal-help" class="quiet">
        The number of an issue, or a goal in your own words.
      </p>
      <button type="submit" class="primary" disabled={goal.trim() === ''}>
        Start a session
      </button>
    </form>
  );
}

const ISSUE = /^#?(\d{1,9})$/;
