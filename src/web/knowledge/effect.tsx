import type { RouteOutput } from '../../http/routes/index.js';
import { Table } from '../components/table.js';
import { formatPercent } from '../components/text.js';

type Effect = NonNullable<RouteOutput<'knowledge'>['effect']>;
type Arm = Effect['shown'];

/** Whether showing items helps: what followed with and without them. */
export function EffectView({ effect: { holdout, verdict, shown, heldOut, byItem } }: { readonly effect: Effect }) {
  return (
    <section aria-labelledby="effect">
      <h2 id="effect">Does showing help?</h2>
      <p>{verdict}</p>
      <p class="quiet">
        {formatPercent(holdout)} of the items are left out to compare. Troubled: a correction or a failed call came
        within five turns. Ranges are 95 % intervals.
      </p>
      <Table
        label="Effect by item"
        rows={[{ item: 'All', shown, heldOut }, ...byItem]}
        keyOf={({ item }) => item}
        columns={[
          ['Item', ({ item }) => item],
          ['Shown', (row) => row.shown.occasions, 'number'],
          ['Troubled', (row) => formatRate(row.shown), 'number'],
          ['Left out', (row) => row.heldOut.occasions, 'number'],
          ['Troubled', (row) => formatRate(row.heldOut), 'number'],
        ]}
      />
    </section>
  );
}

function formatRate({ rate, interval }: Arm): string {
  if (rate === undefined || interval === undefined) return '–';
  return `${formatPercent(rate)} (${formatPercent(interval[0])} to ${formatPercent(interval[1])})`;
}
