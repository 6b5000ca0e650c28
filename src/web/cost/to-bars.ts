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
