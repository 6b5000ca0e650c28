import { formatCount } from '../../../kernel/format-count.js';
import { Time } from '../../components/text.js';
import { goTo } from '../../shell/location.js';
import type { Kata } from '../model/progress-state.js';
import { formatIssue } from '../panel/format-issue.js';
import type { CoachStore } from '../store.js';

interface KatasProps {
  readonly katas: readonly Kata[];
}

/** First: what was learned is soon forgotten without it. */
export function DuePractice({ katas }: KatasProps) {
  const due = katas.filter(({ isDue }) => isDue);
  return (
    <section aria-labelledby="due">
      <h2 id="due">Practice due</h2>
      {due.length > 0 && <KataList katas={due} />}
      {due.length === 0 && (
        <p class="empty">
          {katas.length === 0
            ? 'Nothing to practice yet. When a session ends, the coach makes tasks from what was hard in it.'
            : 'Nothing is due. The coach says here when it is time to repeat something.'}
        </p>
      )}
    </section>
  );
}

/** What is due later can be practiced any time. */
export function OtherPractice({ katas }: KatasProps) {
  const later = katas.filter(({ isDue }) => !isDue);
  if (later.length === 0) return null;
  return (
    <section aria-labelledby="later">
      <h2 id="later">Practice later</h2>
      <KataList katas={later} />
    </section>
  );
}

function KataList({ katas }: KatasProps) {
  return (
    <ul class="plain rows">
      {katas.map(({ id, title, topic, attemptsCount, bestLevel, constraintCount, dueAt, isDue }) => (
        <li key={id}>
          <p>
            <a href={`/coach?show=practice&kata=${encodeURIComponent(id)}`}>{title}</a>{' '}
            {topic !== '' && topic !== title && <span class="tag">{topic}</span>}
          </p>
          <p class="quiet">
            {attemptsCount === 0 ? 'not tried yet' : formatCount(attemptsCount, 'attempt')}
            {bestLevel !== null && `, best level ${bestLevel}`}
            {constraintCount > 0 && `, ${formatCount(constraintCount, 'constraint')}`}
            {dueAt !== null && (
              <>
                , {isDue ? 'due since' : 'due'} <Time value={dueAt} />
              </>
            )}
          </p>
        </li>
      ))}
    </ul>
  );
}

interface SessionsProps {
  readonly sessions: CoachStore['coach']['value']['unfinished'];
  readonly store: Pick<CoachStore, 'act' | 'coach'>;
}

export function SessionsInProgress({ sessions, store: { act, coach } }: SessionsProps) {
  const active = coach.value.session?.sessionId;
  const resume = async (sessionId: string) => {
    if ((await act('session:resume', { sessionId })) !== undefined) goTo('/coach');
  };
  return (
    <section aria-labelledby="sessions">
      <h2 id="sessions">Sessions in progress</h2>
      {sessions.length === 0 && <p class="empty">None. Start one with an issue below, or with a goal of your own.</p>}
      <ul class="plain rows" hidden={sessions.length === 0}>
        {sessions.map(({ id, issueNumber, issueTitle, startedAt }) => (
          <li key={id}>
            <p>
              {formatIssue(issueNumber, issueTitle)} <span class="quiet">started</span> <Time value={startedAt} />
            </p>
            <p>
              {id === active ? (
                <a href="/coach">Go on</a>
              ) : (
                <button type="button" onClick={() => void resume(id)}>
                  Resume
                </button>
              )}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
