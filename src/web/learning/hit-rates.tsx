import { Empty } from '../components/page.js';
import { Table } from '../components/table.js';
import { formatPercent, formatRange } from '../components/text.js';
import type { Learned } from '../pages/learning.js';

type Calibration = Learned['calibration'];
type Rate = Calibration['overall'];

/** How many predictions were confirmed: each row of the table has its figures, and the same as a dot with its interval. */
export function HitRates({ calibration: { overall, domains, strategies } }: { readonly calibration: Calibration }) {
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
