import type { RouteOutput } from '../../http/routes/index.js';
import { Empty, Page } from '../components/page.js';
import { Table } from '../components/table.js';
import { Command, formatPercent, formatRange } from '../components/text.js';
import { useQuery } from '../shell/use-query.js';

type Model = RouteOutput<'reliability'>['models'][number];
type Bin = Model['bins'][number];

/** Were models right as often as they said? */
export function Reliability() {
  const query = useQuery('reliability', {});
  return (
    <Page title="Reliability" lead="Were the models right as often as they said?" query={query}>
      {({ outcomes, models }) =>
        models.length === 0 ? (
          <Empty>
            No decision was judged right or wrong yet. <Command text="witan decisions outcome <id> right" />
          </Empty>
        ) : (
          <>
            <p class="quiet">
              {outcomes} {outcomes === 1 ? 'decision was' : 'decisions were'} judged right or wrong. Only votes for what
              was decided count. The range is where the share of the next ones can be expected (95 %).
            </p>
            <ModelTable models={models} />
            <div class="columns">
              {models
                .filter(({ bins }) => bins.length > 0)
                .map((model) => (
                  <Diagram key={model.participant} model={model} />
                ))}
            </div>
          </>
        )
      }
    </Page>
  );
}

function ModelTable({ models }: { readonly models: readonly Model[] }) {
  return (
    <Table
      label="Reliability of models"
      rows={models}
      keyOf={({ participant }) => participant}
      columns={[
        ['Model', ({ participant }) => participant],
        ['Judged', ({ count }) => count, 'number'],
        ['Right', ({ hits }) => hits, 'number'],
        [
          'Share and range',
          ({ rate }) =>
            rate === null ? (
              <span class="quiet">too few to say</span>
            ) : (
              `${formatPercent(rate.share)} (${formatRange(rate.interval)})`
            ),
        ],
        ['Brier score', ({ brier, rate }) => (brier === null || rate === null ? '–' : brier.toFixed(2)), 'number'],
      ]}
    />
  );
}

const SIZE = 240;
const MARGIN = 44;
const RIGHT = 20;

/** What was stated against what came true. On the line, a model knows how sure it can be. */
function Diagram({ model: { participant, bins } }: { readonly model: Model }) {
  const x = (share: number) => MARGIN + share * (SIZE - MARGIN - RIGHT);
  const y = (share: number) => SIZE - MARGIN - share * (SIZE - MARGIN - RIGHT);
  return (
    <section>
      <h2>{participant}</h2>
      <svg
        class="diagram"
        viewBox={`0 0 ${SIZE} ${SIZE}`}
        role="img"
        aria-label={`Stated confidence of ${participant}, and how often it was right; the table below has the same`}
      >
        <line class="axis" x1={x(0)} y1={y(0)} x2={x(1)} y2={y(0)} />
        <line class="axis" x1={x(0)} y1={y(0)} x2={x(0)} y2={y(1)} />
        <line class="even" x1={x(0)} y1={y(0)} x2={x(1)} y2={y(1)} />
        {[0, 0.5, 1].map((share) => (
          <g key={share}>
            <text x={x(share)} y={SIZE - 18} text-anchor="middle">
              {formatPercent(share)}
            </text>
            <text x={MARGIN - 4} y={y(share) + 4} text-anchor="end">
              {formatPercent(share)}
            </text>
          </g>
        ))}
        <text x={x(0.5)} y={SIZE - 3} text-anchor="middle">
          stated
        </text>
        {bins.map((bin) => (
          <g key={bin.from}>
            <line x1={x(bin.confidence)} x2={x(bin.confidence)} y1={y(bin.interval[0])} y2={y(bin.interval[1])} />
            <circle cx={x(bin.confidence)} cy={y(bin.share)} r={4 + Math.min(4, bin.count / 20)}>
              <title>{`${formatBin(bin)}: ${bin.hits} of ${bin.count} right`}</title>
            </circle>
          </g>
        ))}
      </svg>
      <Table
        label={`Stated confidence of ${participant}`}
        rows={bins}
        keyOf={({ from }) => from}
        columns={[
          ['Stated', formatBin],
          ['n', ({ count }) => count, 'number'],
          ['Right', ({ share, interval }) => `${formatPercent(share)} (${formatRange(interval)})`],
        ]}
      />
    </section>
  );
}

function formatBin({ from, to }: Bin): string {
  return from === to ? formatPercent(from) : formatRange([from, to]);
}
