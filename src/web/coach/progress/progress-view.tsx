import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { Choice } from '../../components/choice.js';
import { parameters, setParameter } from '../../shell/location.js';
import { NO_PROGRESS, type Period, receiveProgress } from '../model/progress-state.js';
import type { CoachStore } from '../store.js';
import { Gaps } from './gaps.js';
import { Issues } from './issues.js';
import { Skills } from './skills.js';
import { Spending, Stats } from './stats.js';
import { DuePractice, OtherPractice, SessionsInProgress } from './to-do.js';

const PERIODS = [
  ['7d', '7 days'],
  ['30d', '30 days'],
  ['all', 'all time'],
] as const;

/** What to do next, and how far the person has come. What needs a program or a model follows when it is there. */
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
