import { isPlaced, type Positions } from './positions.js';

/**
 * The same layout, turned, mirrored, scaled and moved so that the points that both have are as near as possible to where
 * they were (Procrustes): a person who knows the old map finds the way in the new one.
 */
export function alignPositions(positions: Positions, reference: Positions): Positions {
  const shared: number[] = [];
  for (let at = 0; at < positions.length / 2; at++) if (isPlaced(reference, at)) shared.push(at);
  if (shared.length < MIN_SHARED) return positions;
  const [from, to] = [centerOf(positions, shared), centerOf(reference, shared)];
  const turned = bestTurn({ positions, reference, shared, from, to }, 1);
  const mirrored = bestTurn({ positions, reference, shared, from, to }, -1);
  const { a, b, flip } = turned.fit >= mirrored.fit ? turned : mirrored;
  return positions.map((_, index) => {
    const at = index - (index % 2);
    const x = (positions[at] as number) - from.x;
    const y = ((positions[at + 1] as number) - from.y) * flip;
    return index === at ? a * x - b * y + to.x : b * x + a * y + to.y;
  });
}

/** Two points can be turned onto each other in more than one way. */
const MIN_SHARED = 3;

interface Pairs {
  readonly positions: Positions;
  readonly reference: Positions;
  readonly shared: readonly number[];
  readonly from: Center;
  readonly to: Center;
}

interface Center {
  readonly x: number;
  readonly y: number;
}

/** As a complex number a + bi that rotates and scales, after `flip` mirrored the second coordinate. */
function bestTurn({ positions, reference, shared, from, to }: Pairs, flip: 1 | -1) {
  let [real, imaginary, size] = [0, 0, 0];
  for (const at of shared) {
    const [x, y] = [(positions[at * 2] as number) - from.x, ((positions[at * 2 + 1] as number) - from.y) * flip];
    const [u, v] = [(reference[at * 2] as number) - to.x, (reference[at * 2 + 1] as number) - to.y];
    real += x * u + y * v;
    imaginary += x * v - y * u;
    size += x * x + y * y;
  }
  return { a: real / (size || 1), b: imaginary / (size || 1), flip, fit: Math.hypot(real, imaginary) };
}

function centerOf(positions: Positions, shared: readonly number[]): Center {
  let [x, y] = [0, 0];
  for (const at of shared) {
    x += positions[at * 2] as number;
    y += positions[at * 2 + 1] as number;
  }
  return { x: x / shared.length, y: y / shared.length };
}
