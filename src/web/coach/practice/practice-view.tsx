import { useComputed, useSignal } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { ToPage } from '../../../http/websocket/protocol.js';
import { ConfirmButton } from '../../components/confirm-button.js';
import { Time } from '../../components/text.js';
import { parameters } from '../../shell/location.js';
import type { CoachRefusal } from '../connection.js';
import { Markdown } from '../markdown.js';
import { MOD_KEY } from '../mod-key.js';
import type { CoachStore } from '../store.js';
import { guessLanguage, KataEditor, keepSolution, readSolution, type Solution, submissions } from './kata-editor.js';

type Loaded = ToPage['practice:kata_load'];

/** One kata of the address: its task, the person's solution, and what the coach says about it. */
export function PracticeView({ store }: { readonly store: CoachStore }) {
  const kataId = parameters.value.get('kata') ?? '';
  const [loaded, setLoaded] = useState<Loaded | string>();
  const [review, setReview] = useState<Review>();
  const isLive = store.connection.state.value === 'live';
  const load = () =>
    store.ask('practice:load', { kataId }).then(
      ({ type, payload }) => {
        if (type !== 'practice:kata_load') return;
        setLoaded(payload);
        setReview((known) => reviewAfter(payload, known));
      },
      // The page stays when it cannot be loaded again.
      ({ message }: Error) => setLoaded((known) => (typeof known === 'object' ? known : message)),
    );
  useEffect(() => {
    if (isLive) void load();
  }, [isLive, kataId]);
  // Not from the question alone: a review also comes after the page was left or loaded again.
  useEffect(() => {
    setReview(undefined);
    return store.listen(({ type, payload }) => {
      if ((type !== 'review:response' && type !== 'review:error') || payload.kataId !== kataId) return;
      setReview(payload);
      void load();
    });
  }, [kataId]);
  useEffect(() => onSave(() => (store.notice.value = KEPT)), []);
  const submit = ({ code, constraints }: Solution) => {
    const submissionId = crypto.randomUUID();
    submissions.keep(kataId, submissionId);
    setReview('asked');
    store
      .ask('user:review', { kataId, submissionId, userCode: code, activeConstraintTitles: [...constraints] })
      // Without a connection it is not known: loading the kata again tells.
      .catch(({ code, message }: CoachRefusal) => code !== 'OFFLINE' && setReview({ error: message }));
  };
  if (loaded === undefined) return <p class="quiet">Loading …</p>;
  if (typeof loaded === 'string') return <p class="notice">{loaded}</p>;
  return <KataView key={loaded.kata.id} {...loaded} review={review} submit={submit} />;
}

/** Finds the review of the last submission. A reload or a break of the connection may have come before its review. */
function reviewAfter({ kata, reviewing }: Loaded, known: Review): Review {
  const asked = submissions.get(kata.id);
  if (asked === null) return known;
  if (reviewing.includes(asked)) return 'asked';
  submissions.forget(kata.id);
  if (typeof known === 'object' && 'level' in known) return known;
  const attempt = kata.attempts.find(({ submissionId }) => submissionId === asked);
  if (attempt === undefined) return typeof known === 'object' ? known : { error: NOT_ARRIVED };
  const { passed = false, level = 1, review: feedback = '' } = attempt;
  return { passed, level, feedback, followUp: null, unlockedConstraints: [] };
}

const NOT_ARRIVED = 'The review of your last submission did not arrive. Submit it again.';

const KEPT = { text: 'What you type is kept in this browser. Submit it for a review.', isProblem: false };

/** Instead of the dialog of the browser. */
function onSave(save: () => void): () => void {
  const listen = (event: KeyboardEvent) => {
    if (!(MOD_KEY === 'Cmd' ? event.metaKey : event.ctrlKey) || event.key.toLowerCase() !== 's') return;
    event.preventDefault();
    save();
  };
  addEventListener('keydown', listen, { capture: true });
  return () => removeEventListener('keydown', listen, { capture: true });
}

interface KataViewProps extends Loaded {
  readonly review: Review;
  readonly submit: (solution: Solution) => void;
}

function KataView({ kata, constraints, review, submit }: KataViewProps) {
  const solution = useSignal<Solution>(readSolution(kata.id) ?? { code: kata.scaffoldingCode, constraints: [] });
  /** The view does not depend on the code, which changes with every key. */
  const chosen = useComputed(() => solution.value.constraints);
  /** The first text of the editor, and how often it began. */
  const [begun, begin] = useState({ code: solution.peek().code, count: 0 });
  const change = (part: Partial<Solution>) => {
    solution.value = { ...solution.peek(), ...part };
    keepSolution(kata.id, solution.value);
  };
  const startOver = () => {
    begin(({ count }) => ({ code: kata.scaffoldingCode, count: count + 1 }));
    change({ code: kata.scaffoldingCode });
  };
  return (
    <>
      <h2>{kata.title}</h2>
      <p class="quiet">
        {kata.topic}
        {kata.bestLevel !== null && ` · best level ${kata.bestLevel}`}
        {kata.dueAt !== null && (
          <>
            {' · due '}
            <Time value={kata.dueAt} />
          </>
        )}
      </p>
      <Markdown text={kata.description} />
      <Constraints all={constraints} chosen={chosen.value} choose={(titles) => change({ constraints: titles })} />
      <KataEditor
        key={begun.count}
        text={begun.code}
        language={guessLanguage(kata.scaffoldingCode || begun.code)}
        edited={(code) => change({ code })}
      />
      <p class="toolbar">
        {/* Not `disabled`: the button would lose the focus. */}
        <button
          type="button"
          class="primary"
          aria-disabled={review === 'asked'}
          onClick={() => review !== 'asked' && submit(solution.peek())}
        >
          {review === 'asked' ? 'The coach reads it …' : 'Submit'}
        </button>
        <ConfirmButton label="Start over" question="Give up what you typed?" onConfirm={startOver} />
      </p>
      <ReviewView review={review} />
      <Attempts attempts={kata.attempts} />
    </>
  );
}

/** Earlier solutions and what was said about them, the newest first. */
function Attempts({ attempts }: Pick<ToPage['practice:kata_load']['kata'], 'attempts'>) {
  return (
    <section aria-labelledby="attempts">
      <h2 id="attempts">Attempts</h2>
      {attempts.length === 0 && <p class="empty">None yet. What you submit is kept here with its review.</p>}
      <ol class="plain" reversed>
        {attempts
          .map(({ code, review = '', level, passed, constraints }, index) => (
            <li key={index}>
              <details>
                <summary>
                  Attempt {index + 1}: {passed === true ? 'passed' : 'not passed'}
                  {level !== undefined && `, level ${level}`}
                  {constraints.length > 0 && `, with ${constraints.join(', ')}`}
                </summary>
                {review !== '' && <Markdown text={review} />}
                <pre>
                  <code>{code}</code>
                </pre>
              </details>
            </li>
          ))
          .reverse()}
      </ol>
    </section>
  );
}

interface ConstraintsProps {
  readonly all: ToPage['practice:kata_load']['constraints'];
  /** Titles. */
  readonly chosen: readonly string[];
  readonly choose: (titles: readonly string[]) => void;
}

/** Lists what makes the kata harder; some need a level that was not reached yet. */
function Constraints({ all, chosen, choose }: ConstraintsProps) {
  if (all.length === 0) return null;
  const others = (title: string) => chosen.filter((each) => each !== title);
  return (
    <fieldset class="constraints">
      <legend>Constraints</legend>
      {all.map(({ title, description, minLevel, isUnlocked }) => (
        <label key={title} class={isUnlocked ? undefined : 'quiet'}>
          <input
            type="checkbox"
            disabled={!isUnlocked}
            checked={isUnlocked && chosen.includes(title)}
            onChange={({ currentTarget }) => choose(currentTarget.checked ? [...others(title), title] : others(title))}
          />
          <span>
            <strong>{title}</strong>: {description} {!isUnlocked && <em>Locked: needs level {minLevel}.</em>}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

type Answer = Pick<ToPage['review:response'], 'passed' | 'level' | 'feedback' | 'followUp' | 'unlockedConstraints'>;

/** Undefined before the first one. */
type Review = Answer | { readonly error: string } | 'asked' | undefined;

/** Shows the review of a solution, and what it unlocks. */
function ReviewView({ review }: { readonly review: Review }) {
  return (
    <div role="status">
      {typeof review === 'object' &&
        ('error' in review ? <p class="notice">{review.error}</p> : <AnswerView {...review} />)}
    </div>
  );
}

function AnswerView({ passed, level, feedback, followUp, unlockedConstraints }: Answer) {
  const section = useRef<HTMLElement>(null);
  // The person has just asked for it, and the editor fills the window.
  useLayoutEffect(() => section.current?.scrollIntoView({ block: 'nearest' }), [feedback]);
  return (
    <section ref={section} class="card" aria-label="Review of your solution">
      <p class={passed ? 'good' : 'warn'}>
        <b aria-hidden="true">{passed ? '✓' : '○'}</b>{' '}
        <strong>
          {passed ? 'Passed' : 'Not passed yet'}, level {level}
        </strong>
      </p>
      <Markdown text={feedback} />
      {followUp !== null && (
        <div class="said">
          <strong>{NEXT[followUp.type]}</strong>{' '}
          <Markdown text={[followUp.constraint, followUp.reason].filter(Boolean).join(': ')} />
        </div>
      )}
      {unlockedConstraints.length > 0 && (
        <>
          <h3>Unlocked</h3>
          <ul>
            {unlockedConstraints.map(({ title, description }) => (
              <li key={title}>
                <strong>{title}</strong>: {description}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

const NEXT: Readonly<Record<NonNullable<Answer['followUp']>['type'], string>> = {
  constraint_escalation: 'Try it with',
  retry_hint: 'Try again:',
  completed: 'Done.',
};
