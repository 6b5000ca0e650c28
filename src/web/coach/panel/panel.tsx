import type { ReadonlySignal, Signal } from '@preact/signals';
import { ConfirmButton } from '../../components/confirm-button.js';
import { Command } from '../../components/text.js';
import { Markdown } from '../markdown.js';
import type { CoachSession, CoachState, CouncilAnswer } from '../model/coach-state.js';
import { formatIssue } from './format-issue.js';
import { HintSlider } from './hint-slider.js';
import { Messages } from './messages.js';
import { NudgeCard } from './nudge-card.js';
import type { PanelProps } from './panel-props.js';
import { Phases } from './phases.js';
import { StartSession } from './start-session.js';
import { Summary } from './summary.js';

interface PanelStore extends Omit<PanelProps, 'coach'> {
  readonly coach: ReadonlySignal<CoachState>;
  readonly dismissed: ReadonlySignal<ReadonlySet<string>>;
  readonly dismiss: (id: string) => void;
}

interface CoachPanelProps {
  readonly store: PanelStore;
  /** The number of unseen messages. */
  readonly unread: Signal<number>;
}

/** Shows the work of the session and what the coach says. */
export function CoachPanel({ store, unread }: CoachPanelProps) {
  const { value: coach } = store.coach;
  // A person who closed the summary has read that the session ended.
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

/** Shows what was learned from the session before, until it is closed. It may be ready only after the next session has begun. */
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

/** Shows the question to the council in this session, and its answer. */
function Council({ coach: { council }, act }: Pick<PanelProps, 'coach' | 'act'>) {
  if (council.length === 0) return null;
  return (
    <section aria-labelledby="council">
      <h2 id="council">Council</h2>
      <ul class="plain">
        {council.map(({ question, status, text, deliberationId }) => (
          <li key={question} class={`council ${status}`}>
            <p>
              <q>{question}</q>
            </p>
            <p class={LOOKS[status].look}>
              <b aria-hidden="true">{LOOKS[status].symbol}</b> {LOOKS[status].name}
              {text !== '' && `: ${text}`}
            </p>
            <p class="toolbar">
              {deliberationId !== null && (
                <a href={`/deliberations/${encodeURIComponent(deliberationId)}`}>
                  {status === 'running' ? 'Watch the deliberation' : 'Look at the deliberation'}
                </a>
              )}
              {status === 'failed' && (
                <button type="button" onClick={() => void act('council:ask', { question })}>
                  Ask again
                </button>
              )}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

const LOOKS: Readonly<Record<CouncilAnswer['status'], Readonly<Record<'symbol' | 'name' | 'look', string>>>> = {
  running: { symbol: '…', name: 'The council is working on it', look: 'quiet' },
  done: { symbol: '✓', name: 'Verdict', look: 'good' },
  failed: { symbol: '!', name: 'No verdict', look: 'warn' },
};

/** Shows the issue of the session. */
function Issue({ number, title, summary, labels, url }: CoachSession['issueContext']) {
  const isMore = summary !== '' || url !== null;
  return (
    <section class="coach-issue" aria-labelledby="issue-title">
      <h2 id="issue-title">{formatIssue(number, title)}</h2>
      {isMore && (
        <details>
          <summary>
            Description <Labels labels={labels} />
          </summary>
          {summary !== '' && <Markdown text={summary} />}
          {url !== null && (
            <p class="address">
              <Command text={url} />
            </p>
          )}
        </details>
      )}
      {!isMore && <Labels labels={labels} />}
    </section>
  );
}

function Labels({ labels }: Pick<CoachSession['issueContext'], 'labels'>) {
  return labels.map((label) => (
    <span key={label} class="tag">
      {label}
    </span>
  ));
}

interface SessionControlsProps extends Pick<PanelProps, 'act'> {
  readonly session: CoachSession;
}

/** The person can always let Claude Code write, or end the session. */
function SessionControls({ session: { isPaused }, act }: SessionControlsProps) {
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

/** Says whether Claude Code is kept from writing: said only of a session whose hooks have reported. */
function Protection({ writes, agents }: CoachState['status']) {
  const { symbol, look } = PROTECTION_LOOKS[writes];
  return (
    <p class={`protection ${look}`} role="status">
      <b aria-hidden="true">{symbol}</b>
      <span>
        {writes === 'held' && 'Claude Code connected, writes held'}
        {writes === 'paused' && 'Paused: Claude Code may write'}
        {writes === 'no_session' && 'No session: Claude Code may write'}
        {writes === 'not_protected' && (
          <>
            Not protected: run <Command text="witan init" />
          </>
        )}
        {agents > 1 && ` (${agents} agents)`}
      </span>
    </p>
  );
}

const PROTECTION_LOOKS = {
  held: { symbol: '✓', look: 'good' },
  paused: { symbol: '‖', look: 'warn' },
  not_protected: { symbol: '!', look: 'warn' },
  no_session: { symbol: '–', look: 'quiet' },
} as const;
