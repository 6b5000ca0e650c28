import type { RouteOutput } from '../../http/routes/index.js';
import { BarChart, toBars } from '../components/bar-chart.js';
import { Choice } from '../components/choice.js';
import { Empty, Page } from '../components/page.js';
import { Table } from '../components/table.js';
import { Command, formatUsd, short, Time } from '../components/text.js';
import { parameters, setParameter } from '../shell/location.js';
import { useQuery } from '../shell/use-query.js';

const PERIODS = [7, 30, 90, 365] as const;

export function CostPage() {
  const chosen = Number(parameters.value.get('days'));
  const days = PERIODS.find((period) => period === chosen) ?? 30;
  const query = useQuery('cost', { days });
  return (
    <Page title="Cost" lead="What did deliberations cost, and were the estimates right?" query={query}>
      {({ spending }) => (
        <>
          <Choice
            label="Period"
            value={String(days)}
            options={PERIODS.map((period) => [String(period), period === 365 ? 'a year' : `${period} days`])}
            onChange={(value) => setParameter('days', value === '30' ? '' : value)}
          />
          {spending === null || spending.total.calls === 0 ? (
            <Empty>
              No model was asked in this time. <Command text='witan deliberate "question"' />
            </Empty>
          ) : (
            <SpendingView spending={spending} isByWeek={days === 365} />
          )}
        </>
      )}
    </Page>
  );
}

type Spending = NonNullable<RouteOutput<'cost'>['spending']>;

interface SpendingViewProps {
  readonly spending: Spending;
  /** The bars of a year would be too many for days. */
  readonly isByWeek: boolean;
}

function SpendingView({ spending: { total, days, models, deliberations }, isByWeek }: SpendingViewProps) {
  return (
    <>
      <dl class="facts">
        <div>
          <dt>Known cost</dt>
          <dd>{formatUsd(total.usd)}</dd>
        </div>
        <div>
          <dt>Calls</dt>
          <dd>{total.calls}</dd>
        </div>
        <div>
          <dt>Calls of unknown price</dt>
          <dd>{total.unknownCalls}</dd>
        </div>
      </dl>
      <h2>Over time</h2>
      <BarChart
        label={isByWeek ? 'Known cost per week, each named by its first day' : 'Known cost per day'}
        bars={toBars(days, isByWeek ? 7 : 1)}
        format={formatUsd}
      />
      <SpentTable rows={days.map(({ day, ...spent }) => ({ name: day, ...spent })).reverse()} first="Day" folded />
      <h2>Per model</h2>
      <SpentTable rows={models.map(({ model, ...spent }) => ({ name: model, ...spent }))} first="Model" />
      <h2>Per deliberation</h2>
      <Table
        label="Cost per deliberation"
        rows={deliberations}
        keyOf={({ id }) => id}
        columns={[
          ['Question', ({ id, question }) => <a href={`/deliberations/${id}`}>{short(question)}</a>],
          ['Started', ({ startedAt }) => <Time value={startedAt} />],
          ['Expected', ({ estimate }) => formatEstimate(estimate), 'number'],
          ['Known cost', ({ usd }) => formatUsd(usd), 'number'],
          ['Unknown calls', ({ unknownCalls }) => unknownCalls, 'number'],
        ]}
      />
    </>
  );
}

function formatEstimate(estimate: Spending['deliberations'][number]['estimate']): string {
  return estimate === 'unknown' ? 'unknown' : `${formatUsd(estimate.low)} to ${formatUsd(estimate.high)}`;
}

interface SpentRow {
  readonly name: string;
  readonly calls: number;
  readonly usd: number;
  readonly unknownCalls: number;
}

/** A chart has a table twin, closed where the chart says the same. */
function SpentTable({ rows, first, folded = false }: { rows: readonly SpentRow[]; first: string; folded?: boolean }) {
  const table = (
    <Table
      label={`Cost per ${first.toLowerCase()}`}
      rows={rows}
      keyOf={({ name }) => name}
      columns={[
        [first, ({ name }) => name],
        ['Calls', ({ calls }) => calls, 'number'],
        ['Known cost', ({ usd }) => formatUsd(usd), 'number'],
        ['Unknown calls', ({ unknownCalls }) => unknownCalls, 'number'],
      ]}
    />
  );
  if (!folded) return table;
  return (
    <details>
      <summary>As a table</summary>
      {table}
    </details>
  );
}
