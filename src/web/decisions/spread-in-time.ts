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

/** Where marks are on a time axis, in the order in which they are given. Those of one lane are moved apart if they would cover each other. */
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
