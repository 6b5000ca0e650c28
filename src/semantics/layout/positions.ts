/** x and y of each point in turn. A point without a position has NaN. */
export type Positions = Float32Array;

export function isPlaced(positions: Positions, at: number): boolean {
  return !Number.isNaN(positions[at * 2]);
}

/** Moved and scaled to fill 0 to 1 in its longer direction; the shorter one is in the middle. */
export function fitToUnit(positions: Positions): Positions {
  const [left, right] = rangeOf(positions, 0);
  const [top, bottom] = rangeOf(positions, 1);
  const size = Math.max(right - left, bottom - top) || 1;
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  return positions.map((value, at) => clamp((value - (at % 2 === 0 ? x : y)) / size + 0.5));
}

function clamp(value: number): number {
  return Math.min(1, Math.max(0, value));
}

function rangeOf(positions: Positions, offset: 0 | 1): readonly [number, number] {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let at = offset; at < positions.length; at += 2) {
    low = Math.min(low, positions[at] as number);
    high = Math.max(high, positions[at] as number);
  }
  return [low, high];
}
