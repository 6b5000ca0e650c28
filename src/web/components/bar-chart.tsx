interface BarChartProps {
  readonly label: string;
  /** Without a value: a gap. */
  readonly bars: readonly { readonly name: string; readonly value: number | null }[];
  readonly format: (value: number) => string;
}

const WIDTH = 720;
const HEIGHT = 140;
const MAX_BARS = 100;

/** Bars over time. The same figures are in a table on the page, so a screen reader hears only what it is. */
export function BarChart({ label, bars, format }: BarChartProps) {
  const shown = bars.slice(-MAX_BARS);
  const highest = Math.max(...shown.map(({ value }) => value ?? 0), Number.MIN_VALUE);
  const step = WIDTH / Math.max(shown.length, 30);
  return (
    <figure class="chart">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={`${label}, at most ${format(highest)}`}>
        {shown.map(({ name, value }, index) => {
          if (value === null) return null;
          const height = Math.max((value / highest) * (HEIGHT - 4), 1);
          return (
            <rect
              key={name}
              x={index * step + step * 0.1}
              y={HEIGHT - height}
              width={step * 0.8}
              height={height}
              rx={Math.min(3, step * 0.2)}
            >
              <title>{`${name}: ${format(value)}`}</title>
            </rect>
          );
        })}
      </svg>
      <figcaption class="quiet">
        {label}, {[...new Set([shown[0]?.name, shown.at(-1)?.name])].join(' to ')}; the highest bar is {format(highest)}
      </figcaption>
    </figure>
  );
}

interface Day {
  /** YYYY-MM-DD */
  readonly day: string;
  readonly usd: number;
}

/** One bar for each time of so many days, from the first day to the last; a time without calls has no value. */
export function toBars(days: readonly Day[], daysPerBar: number): { name: string; value: number | null }[] {
  const numbers = days.map(({ day }) => Date.parse(day) / DAY_MS);
  const first = Math.min(...numbers);
  const sums = new Map<number, number>();
  for (const [index, { usd }] of days.entries()) {
    const bar = Math.floor(((numbers[index] ?? first) - first) / daysPerBar);
    sums.set(bar, (sums.get(bar) ?? 0) + usd);
  }
  return Array.from({ length: Math.max(-1, ...sums.keys()) + 1 }, (_, bar) => ({
    name: new Date((first + bar * daysPerBar) * DAY_MS).toISOString().slice(0, 10),
    value: sums.get(bar) ?? null,
  }));
}

const DAY_MS = 24 * 60 * 60 * 1000;
