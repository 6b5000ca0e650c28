import type { RouteOutput } from '../../http/routes/index.js';
import { Choice } from '../components/choice.js';
import { useMoreRows } from '../components/more-rows.js';
import { Opened } from '../components/opened.js';
import { Empty, Page } from '../components/page.js';
import { SearchBox } from '../components/search-box.js';
import { Table } from '../components/table.js';
import { Command, formatPercent, formatRange, Time } from '../components/text.js';
import { ClusterView } from '../learning/cluster-view.js';
import { ClusterTable } from '../learning/clusters.js';
import { ExperienceMap } from '../learning/experience-map.js';
import { FoundExperiences } from '../learning/experiences.js';
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

/** Statements that a cluster supports, those with most evidence first. */
function ValueTable({ learned: { values, isBeingChecked } }: { readonly learned: Learned }) {
  const [rows, more] = useMoreRows(values);
  if (values.length === 0) {
    return (
      <Empty>No value is stored yet. Open a cluster and try a statement, or let Claude Code do so with /retro.</Empty>
    );
  }
  return (
    <>
      {isBeingChecked && <p class="quiet">They are being compared with the newest experiences.</p>}
      <Table
        label="Values"
        rows={rows}
        keyOf={({ id }) => id}
        columns={[
          ['Value', ({ text }) => text, 'wide'],
          ['Evidence', ({ clusterSize }) => clusterSize, 'number'],
          ['State', (value) => <State value={value} />],
          ['Cluster', ({ axis, clusterId }) => <a href={`/learning?axis=${axis}&cluster=${clusterId}`}>{clusterId}</a>],
          ['Stored', ({ createdAt }) => <Time value={createdAt} />, 'still'],
        ]}
      />
      {more}
    </>
  );
}

function State({ value: { drifting, driftReason } }: { readonly value: Learned['values'][number] }) {
  return (
    <>
      {drifting ? <span class="tag warn">! drifting</span> : <span class="tag good">✓ supported</span>}
      {driftReason !== null && <div class="quiet">{driftReason}</div>}
    </>
  );
}

type Calibration = Learned['calibration'];
type Rate = Calibration['overall'];

/** Shows how many predictions were confirmed: each row of the table has its figures, and the same as a dot with its interval. */
function HitRates({ calibration: { overall, domains, strategies } }: { readonly calibration: Calibration }) {
  if (overall.count === 0) return <Empty>No prediction was confirmed or falsified yet.</Empty>;
  return (
    <>
      <Table
        label="Hit rates"
        rows={[
          { name: 'all', group: undefined, ...overall },
          ...domains.map((rate) => ({ name: rate.domain, group: 'By domain', ...rate })),
          ...strategies.map((rate) => ({ name: rate.strategy, group: 'By strategy', ...rate })),
        ]}
        keyOf={({ name, group }) => `${group} ${name}`}
        groupOf={({ group }) => group}
        columns={[
          ['Predictions', ({ name }) => name],
          ['Confirmed', ({ confirmed, count }) => `${confirmed} of ${count}`, 'number'],
          ['Share', ({ rate }) => formatPercent(rate), 'number'],
          ['95 % interval', ({ interval }) => formatRange(interval), 'number'],
          ['0 % to 100 %', (rate) => <RateBar rate={rate} />],
        ]}
      />
      <p class="quiet">
        The next predictions can be expected within the interval. A wide bar means too few to say; the line is 50 %.
      </p>
    </>
  );
}

function RateBar({ rate: { rate, interval } }: { readonly rate: Rate }) {
  const [low, high] = interval;
  return (
    <svg class="rate" viewBox={`${-RADIUS} 0 ${WIDTH + 2 * RADIUS} ${HEIGHT}`} aria-hidden="true">
      <line class="axis" x1={0} x2={WIDTH} y1={MIDDLE} y2={MIDDLE} />
      <line class="axis" x1={WIDTH / 2} x2={WIDTH / 2} y1={2} y2={HEIGHT - 2} />
      <line class="interval" x1={low * WIDTH} x2={high * WIDTH} y1={MIDDLE} y2={MIDDLE} />
      <circle cx={rate * WIDTH} cy={MIDDLE} r={RADIUS} />
    </svg>
  );
}

const WIDTH = 240;
const HEIGHT = 18;
const MIDDLE = HEIGHT / 2;
const RADIUS = 5;
