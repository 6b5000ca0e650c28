export interface Point {
  readonly x: number;
  readonly y: number;
}

/**
 * How much y grows for every step of x: the median of the slopes between any two points (Theil–Sen). A few points that
 * lie far off, as after a step of something that grows by halves, do not bend it.
 */
export function slopeOf(points: readonly Point[]): number {
  const slopes = points
    .flatMap((from, index) => points.slice(index + 1).map((to) => (to.y - from.y) / (to.x - from.x)))
    .sort((a, b) => a - b);
  const middle = (slopes.length - 1) / 2;
  return ((slopes[Math.floor(middle)] ?? 0) + (slopes[Math.ceil(middle)] ?? 0)) / 2;
}
