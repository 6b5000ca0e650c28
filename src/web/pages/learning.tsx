import type { RouteOutput } from '../../http/routes/index.js';
import { Choice } from '../components/choice.js';
import { Opened } from '../components/opened.js';
import { Empty, Page } from '../components/page.js';
import { SearchBox } from '../components/search-box.js';
import { Command } from '../components/text.js';
import { ClusterView } from '../learning/cluster-view.js';
import { ClusterTable } from '../learning/clusters.js';
import { ExperienceMap } from '../learning/experience-map.js';
import { FoundExperiences } from '../learning/experiences.js';
import { HitRates } from '../learning/hit-rates.js';
import { ValueTable } from '../learning/values.js';
import { parameters, setParameter } from '../shell/location.js';
import { useQuery } from '../shell/use-query.js';
import { useReloadWhile } from '../shell/use-reload-while.js';

export type Learned = NonNullable<RouteOutput<'learning'>['learned']>;

const AXES = {
  full: 'everything',
  strategy: 'the strategy',
  surprise: 'the surprise',
  root_cause: 'the root cause',
} as const;
export type Axis = keyof typeof AXES;

export function LearningPage() {
  const chosen = parameters.value.get('axis') ?? '';
  const axis = chosen in AXES ? (chosen as Axis) : 'full';
  const query = useQuery('learning', { axis });
  useReloadWhile(isComputing(query.data), query.reload);
  return (
    <Page title="Learning" lead="What recurs, and do our predictions hold?" query={query}>
      {({ learned }) =>
        learned === null || learned.stats.experiences === 0 ? (
          <Empty>
            Nothing was learned yet: experiences come from resolved entries. <Command text="witan journal status" />
          </Empty>
        ) : (
          <LearnedView learned={learned} axis={axis} reload={query.reload} />
        )
      }
    </Page>
  );
}

function isComputing(data: RouteOutput<'learning'> | undefined): boolean {
  const clusters = data?.learned?.clusters;
  return clusters?.stale === true && clusters.warning === undefined;
}

interface LearnedViewProps {
  readonly learned: Learned;
  readonly axis: Axis;
  readonly reload: () => void;
}

function LearnedView({ learned, axis, reload }: LearnedViewProps) {
  const search = parameters.value.get('search') ?? '';
  const cluster = parameters.value.get('cluster') ?? '';
  const opened = learned.clusters?.clusters.find(({ clusterId }) => clusterId === cluster);
  return (
    <>
      <Facts learned={learned} />
      {learned.leftOut !== null && <p class="notice">{learned.leftOut}</p>}
      <div class="toolbar">
        <SearchBox label="What was tried before" value={search} onChange={(value) => setParameter('search', value)} />
        <Choice
          label="Compare by"
          value={axis}
          options={Object.entries(AXES)}
          onChange={(value) => {
            setParameter('cluster', '');
            setParameter('axis', value === 'full' ? '' : value);
          }}
        />
      </div>
      {search.trim() !== '' && <FoundExperiences search={search} axis={axis} />}
      <h2>What recurs</h2>
      <ClusterTable learned={learned} selected={cluster} />
      {opened !== undefined && (
        <ClusterView key={cluster} cluster={cluster} title={opened.title || cluster} axis={axis} reload={reload} />
      )}
      {learned.clusters !== null && (
        <Opened key={axis} summary="Map of experiences">
          <ExperienceMap axis={axis} clusters={learned.clusters} />
        </Opened>
      )}
      <h2>Values</h2>
      <ValueTable learned={learned} />
      <h2>Do predictions hold?</h2>
      <HitRates calibration={learned.calibration} />
    </>
  );
}

function Facts({ learned: { stats } }: { readonly learned: Learned }) {
  return (
    <dl class="facts">
      <div>
        <dt>Experiences</dt>
        <dd>{stats.experiences}</dd>
      </div>
      <div>
        <dt>Values</dt>
        <dd>{stats.values}</dd>
      </div>
      <div>
        <dt>Drifting values</dt>
        <dd>{stats.driftingValues}</dd>
      </div>
    </dl>
  );
}
