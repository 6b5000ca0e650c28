import type { RouteOutput } from '../../http/routes/index.js';
import { Scroll } from '../components/scroll.js';
import { Table } from '../components/table.js';
import { formatPercent, short } from '../components/text.js';
import { useQuery } from '../shell/use-query.js';
import { DECISION_COLUMNS } from './columns.js';

type Relative = RouteOutput<'decision_relatives'>['relatives'][number];

/** Each with its letter in the chart and its row there; several relations share a row. */
const RELATIONS: Readonly<Record<Relative['relation'], readonly [letter: string, text: string, lane: number]>> = {
  this: ['★', 'this decision', 0],
  supersedes: ['B', 'replaced by this one', 1],
  superseded_by: ['N', 'replaced this one', 1],
  repeats: ['R', 'the same question', 2],
  related: ['S', 'a similar question', 2],
};

const LANES = ['this decision', 'replaced', 'similar'] as const;

/** The decisions that have to do with one, over time. */
export function Relatives({ id }: { readonly id: string }) {
  const { data, error } = useQuery('decision_relatives', { id });
  return (
    <section>
      <h2>Related decisions over time</h2>
      {error !== undefined && <p role="alert">{error}</p>}
      {data === undefined ? (
        error === undefined && <p class="quiet">Looking for them …</p>
      ) : data.relatives.length < 2 ? (
        <p class="quiet">No other decision is on a similar question.</p>
      ) : (
        <>
          <TimeLine relatives={data.relatives} />
          <RelativeTable relatives={data.relatives} />
        </>
      )}
    </section>
  );
}

const WIDTH = 720;
const LEFT = 110;
const LANE_HEIGHT = 44;
const RADIUS = 10;

function TimeLine({ relatives }: { readonly relatives: readonly Relative[] }) {
  const lanes = LANES.filter((_, lane) => relatives.some(({ relation }) => RELATIONS[relation][2] === lane));
  const height = lanes.length * LANE_HEIGHT + 24;
  const marks = relatives.map((relative) => ({
    relative,
    lane: lanes.indexOf(LANES[RELATIONS[relative.relation][2]] ?? 'similar'),
    time: Date.parse(relative.decided_at),
  }));
  const xs = spreadInTime(marks, { from: LEFT + RADIUS, to: WIDTH - RADIUS - 2, gap: RADIUS * 2 + 2 });
  const [first, last] = [relatives[0], relatives.at(-1)];
  return (
    <Scroll label="Time line of related decisions">
      <svg
        class="timeline"
        viewBox={`0 0 ${WIDTH} ${height}`}
        role="img"
        aria-label={`${relatives.length} related decisions over time; the table below has the same`}
      >
        {lanes.map((name, lane) => (
          <g key={name}>
            <text x={0} y={lane * LANE_HEIGHT + 26}>
              {name}
            </text>
            <line x1={LEFT} x2={WIDTH} y1={lane * LANE_HEIGHT + 22} y2={lane * LANE_HEIGHT + 22} />
          </g>
        ))}
        {marks.map(({ relative, lane }, index) => (
          <g
            key={relative.id}
            class={relative.relation}
            transform={`translate(${xs[index]} ${lane * LANE_HEIGHT + 22})`}
          >
            <circle r={RADIUS}>
              <title>{`${relative.decided_at.slice(0, 10)} ${relative.winning_option ?? 'no winner'}: ${short(relative.question)}`}</title>
            </circle>
            <text class="mark" y={4}>
              {RELATIONS[relative.relation][0]}
            </text>
          </g>
        ))}
        <text x={LEFT} y={height - 6}>
          {first?.decided_at.slice(0, 10)}
        </text>
        <text x={WIDTH} y={height - 6} text-anchor="end">
          {last?.decided_at.slice(0, 10)}
        </text>
      </svg>
    </Scroll>
  );
}

function RelativeTable({ relatives }: { readonly relatives: readonly Relative[] }) {
  return (
    <Table
      label="Related decisions"
      rows={relatives}
      keyOf={({ id }) => id}
      isCurrent={({ relation }) => relation === 'this'}
      columns={[...DECISION_COLUMNS, ['Relation', (relative) => <Relation relative={relative} />, 'middle']]}
    />
  );
}

function Relation({ relative: { relation, score } }: { readonly relative: Relative }) {
  const [letter, text] = RELATIONS[relation];
  return (
    <>
      <b>{letter}</b> {text}
      {relation !== 'this' && score > 0 && <div class="quiet">{formatPercent(score)} similar</div>}
    </>
  );
}

interface Mark {
  readonly time: number;
  readonly lane: number;
}

interface Axis {
  readonly from: number;
  readonly to: number;
  /** The least distance of two marks in one lane. */
  readonly gap: number;
}

/** Places marks on a time axis, in the order in which they are given. Those of one lane are moved apart if they would cover each other. */
export function spreadInTime(marks: readonly Mark[], { from, to, gap }: Axis): number[] {
  const times = marks.map(({ time }) => time);
  const [first, last] = [Math.min(...times), Math.max(...times)];
  const xs = times.map((time) =>
    last === first ? (from + to) / 2 : from + ((time - first) / (last - first)) * (to - from),
  );
  for (const lane of new Set(marks.map((mark) => mark.lane))) {
    const own = [...marks.keys()].filter((index) => marks[index]?.lane === lane);
    own.sort((a, b) => (xs[a] ?? 0) - (xs[b] ?? 0));
    // More marks than fit may cover each other in part.
    const step = Math.min(gap, own.length > 1 ? (to - from) / (own.length - 1) : gap);
    spread(xs, own, { from, to, step });
  }
  return xs;
}

/** To the right as far as needed, then back from the right end. */
function spread(
  xs: number[],
  sorted: readonly number[],
  { from, to, step }: { from: number; to: number; step: number },
): void {
  let min = from;
  for (const index of sorted) {
    xs[index] = Math.max(xs[index] ?? from, min);
    min = (xs[index] ?? from) + step;
  }
  let max = to;
  for (const index of sorted.toReversed()) {
    xs[index] = Math.min(xs[index] ?? to, max);
    max = (xs[index] ?? to) - step;
  }
}
