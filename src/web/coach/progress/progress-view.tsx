import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { ToPage } from '../../../http/websocket/protocol.js';
import { formatCount } from '../../../kernel/format-count.js';
import { Choice } from '../../components/choice.js';
import { formatUsd, Time } from '../../components/text.js';
import { parameters, setParameter } from '../../shell/location.js';
import {
  LEVEL_OF_STAGE,
  NO_PROGRESS,
  type Period,
  receiveProgress,
  type Skill,
  type Stage,
} from '../model/progress-state.js';
import type { CoachStore } from '../store.js';
import { Gaps } from './gaps.js';
import { Issues } from './issues.js';
import { DuePractice, OtherPractice, SessionsInProgress } from './to-do.js';

const PERIODS = [
  ['7d', '7 days'],
  ['30d', '30 days'],
  ['all', 'all time'],
] as const;

/** Shows what to do next, and how far the person has come. Parts that need a program or a model follow later. */
export function ProgressView({ store }: { readonly store: CoachStore }) {
  const { progress, error } = useProgress(store, chosenPeriod());
  const { state, issues, materials } = progress.value;
  if (state === undefined) {
    return error.value === '' ? <p class="quiet">Loading …</p> : <p class="notice">{error}</p>;
  }
  return (
    <>
      {error.value !== '' && <p class="notice">{error}</p>}
      <DuePractice katas={state.katas} />
      <SessionsInProgress sessions={state.inProgressSessions} store={store} />
      <Issues issues={issues} store={store} />
      <Skills skills={state.dreyfus} />
      <Gaps gaps={state.gaps} materials={materials} store={store} />
      <OtherPractice katas={state.katas} />
      <section aria-labelledby="stats">
        <h2 id="stats">Figures</h2>
        <Choice
          label="Period"
          value={state.stats.period}
          options={PERIODS}
          onChange={(value) => setParameter('period', value)}
        />
        <Stats stats={state.stats} />
        <Spending spending={state.spending} />
      </section>
    </>
  );
}

function chosenPeriod(): Period {
  const chosen = parameters.value.get('period');
  return PERIODS.find(([period]) => period === chosen)?.[0] ?? 'all';
}

/** Asked for again after a break, and when another period is chosen. */
function useProgress({ listen, ask, connection }: CoachStore, statsPeriod: Period) {
  const progress = useSignal(NO_PROGRESS);
  const error = useSignal('');
  const isLive = connection.state.value === 'live';
  useEffect(
    () =>
      listen((message) => {
        progress.value = receiveProgress(progress.peek(), message, statsPeriod);
      }),
    [statsPeriod],
  );
  useEffect(() => {
    if (!isLive) return;
    ask('dashboard:request', { statsPeriod }).then(
      () => (error.value = ''),
      ({ message }: Error) => (error.value = message),
    );
  }, [isLive, statsPeriod]);
  return { progress, error };
}

/** The stage of each skill, with what it was concluded from. */
function Skills({ skills }: { readonly skills: readonly Skill[] }) {
  return (
    <section aria-labelledby="skills">
      <h2 id="skills">Skills</h2>
      {skills.length === 0 && (
        <p class="empty">Not assessed yet. The coach looks at your skills when a session ends.</p>
      )}
      <div class="cards">
        {skills.map(({ skillArea, stage, assessedAt, history }) => (
          <article key={skillArea} class="card">
            <h3>{skillArea}</h3>
            <Level stage={stage} />
            {history[0] !== undefined && <p>{history[0].evidence}</p>}
            <p class="quiet">
              assessed <Time value={assessedAt} />
            </p>
            {history.length > 1 && (
              <details>
                <summary>History of {skillArea}</summary>
                <ol class="plain">
                  {history.map((each) => (
                    <li key={each.assessedAt}>
                      <Time value={each.assessedAt} />: <strong>{formatStage(each.stage)}</strong>. {each.evidence}
                    </li>
                  ))}
                </ol>
              </details>
            )}
          </article>
        ))}
      </div>
    </section>
  );
}

const STEPS = Object.values(LEVEL_OF_STAGE);

/** Five steps, of which as many are filled as were reached. */
function Level({ stage }: { readonly stage: Stage }) {
  const level = LEVEL_OF_STAGE[stage];
  return (
    <p class="level">
      <span class="steps-reached" aria-hidden="true">
        {STEPS.map((step) => (
          <i key={step} class={step <= level ? 'reached' : undefined} />
        ))}
      </span>
      {formatStage(stage)} <span class="quiet">({level} of 5)</span>
    </p>
  );
}

function formatStage(stage: Stage): string {
  return stage.replaceAll('_', ' ');
}

type State = ToPage['dashboard:state'];

function Stats({ stats }: Pick<State, 'stats'>) {
  const facts = [
    ['Sessions completed', stats.sessionsCompleted],
    ['Time with the coach', `${Math.round(stats.totalCoachingMinutes)} min`],
    ['Issues worked on', stats.issuesWorkedOn],
    ['Gaps found', stats.knowledgeGapsIdentified],
    ['Gaps closed', stats.knowledgeGapsAddressed],
    ['Hints shown', stats.hintsUsed],
    ['Cost of calls', formatUsd(stats.apiCostTotal)],
  ] as const;
  return (
    <dl class="facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Over the cap the coach asks no model until tomorrow. */
function Spending({ spending: { today, cap, unpricedCalls } }: Pick<State, 'spending'>) {
  return (
    <p class="plan-progress">
      <progress max={cap} value={Math.min(today, cap)} aria-labelledby="spending" />
      <span id="spending">
        {formatUsd(today)} of {formatUsd(cap)} spent today
        {unpricedCalls > 0 && `, and ${formatCount(unpricedCalls, 'call')} of unknown price`}
      </span>
    </p>
  );
}
