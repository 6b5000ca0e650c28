import type { OnStep } from '../kernels/points.js';
import type { Edges } from './weigh-edges.js';

interface OptimizeOptions {
  readonly rounds: number;
  readonly random: () => number;
  readonly onStep: OnStep;
}

/**
 * Moves neighbors together and others apart, in place: each edge pulls as often as its weight says, and each pull is
 * followed by pushes away from a few random points. Steps get smaller until everything stays where it is.
 */
export function optimizePositions(positions: Float64Array, edges: Edges, options: OptimizeOptions): void {
  const { rounds, random, onStep } = options;
  const { from, to, weights } = edges;
  const count = positions.length / 2;
  const forces = createForces(positions);
  const strongest = weights.reduce((most, weight) => Math.max(most, weight), 0);
  const interval = weights.map((weight) => strongest / weight);
  const next = interval.slice();
  for (let round = 1; round <= rounds; round++) {
    const step = 1 - (round - 1) / rounds;
    for (let edge = 0; edge < from.length; edge++) {
      if ((next[edge] as number) > round) continue;
      next[edge] = (next[edge] as number) + (interval[edge] as number);
      const [a, b] = [from[edge] as number, to[edge] as number];
      forces.pull(a, b, step);
      for (let pushed = 0; pushed < PUSHES; pushed++) {
        forces.push(pushed % 2 === 0 ? a : b, Math.floor(random() * count), step);
      }
    }
    onStep(round / rounds);
  }
}

const PUSHES = 6;
const MAX_MOVE = 4;

function createForces(positions: Float64Array) {
  const move = (at: number, x: number, y: number): void => {
    positions[at * 2] = (positions[at * 2] as number) + x;
    positions[at * 2 + 1] = (positions[at * 2 + 1] as number) + y;
  };
  return {
    pull(a: number, b: number, step: number): void {
      const dx = (positions[a * 2] as number) - (positions[b * 2] as number);
      const dy = (positions[a * 2 + 1] as number) - (positions[b * 2 + 1] as number);
      const force = -2 / (1 + dx * dx + dy * dy);
      const [x, y] = [limit(force * dx) * step, limit(force * dy) * step];
      move(a, x, y);
      move(b, -x, -y);
    },
    push(a: number, b: number, step: number): void {
      if (a === b) return;
      const dx = (positions[a * 2] as number) - (positions[b * 2] as number);
      const dy = (positions[a * 2 + 1] as number) - (positions[b * 2 + 1] as number);
      const distance = dx * dx + dy * dy;
      const force = 2 / ((0.001 + distance) * (1 + distance));
      move(a, limit(force * dx) * step, limit(force * dy) * step);
    },
  };
}

function limit(value: number): number {
  return value > MAX_MOVE ? MAX_MOVE : value < -MAX_MOVE ? -MAX_MOVE : value;
}
