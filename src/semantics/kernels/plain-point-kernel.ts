import {
  type GrowingTree,
  getCount,
  type Neighbors,
  type OnStep,
  type PointKernel,
  type Points,
  type TreeEdge,
} from './points.js';

/** Measures every pair, without bounds and without WebAssembly: the fallback, and the reference for tests. */
export function createPlainPointKernel(points: Points): PointKernel {
  return {
    backend: 'plain',
    findNeighbors: (k, onStep) => findNeighbors(points, k, onStep),
    growTree: (cores) => growTree(points, cores),
  };
}

function findNeighbors(points: Points, k: number, onStep: OnStep): Neighbors {
  const count = getCount(points);
  const distances = new Float64Array(count * k).fill(Number.POSITIVE_INFINITY);
  const indexes = new Int32Array(count * k).fill(count);
  /** Pairs come in ascending order, so that of two equally far the one with the lower index is there first. */
  const offer = (point: number, distance: number, other: number): void => {
    let at = (point + 1) * k;
    for (; at > point * k && (distances[at - 1] as number) > distance; at--) {
      if (at === (point + 1) * k) continue;
      distances[at] = distances[at - 1] as number;
      indexes[at] = indexes[at - 1] as number;
    }
    if (at === (point + 1) * k) return;
    distances[at] = distance;
    indexes[at] = other;
  };
  for (let one = 0; one < count; one++) {
    for (let other = one + 1; other < count; other++) {
      const distance = squaredDistance(points, one, other);
      offer(one, distance, other);
      offer(other, distance, one);
    }
    onStep(1 - ((count - one - 1) / count) ** 2);
  }
  return { indexes, distances };
}

function growTree(points: Points, cores: Float64Array): GrowingTree {
  const count = getCount(points);
  const inTree = new Uint8Array(count);
  const farAway = { from: 0, length: Number.POSITIVE_INFINITY, end: Number.POSITIVE_INFINITY, span: 0 };
  const edges = Array.from({ length: count }, (_, to): TreeEdge => ({ ...farAway, to }));
  const edgeTo = (point: number): TreeEdge => edges[point] as TreeEdge;
  const edgeBetween = (from: number, to: number): TreeEdge => {
    const span = squaredDistance(points, from, to);
    const [core, other] = [cores[from] as number, cores[to] as number];
    return { from, to, length: Math.max(core, other, span), end: Math.min(core, other), span };
  };
  return {
    take(point) {
      inTree[point] = 1;
      let nearest = -1;
      for (let other = 0; other < count; other++) {
        if (inTree[other] === 1) continue;
        const edge = edgeBetween(point, other);
        if (isShorter(edge, edgeTo(other))) edges[other] = edge;
        if (nearest < 0 || isShorter(edgeTo(other), edgeTo(nearest))) nearest = other;
      }
      return nearest;
    },
    edgeTo,
  };
}

function isShorter(one: TreeEdge, other: TreeEdge): boolean {
  if (one.length !== other.length) return one.length < other.length;
  return one.end < other.end || (one.end === other.end && one.span < other.span);
}

/** Four partial sums, as in the compiled kernel: the same additions in the same order give the same bits. */
function squaredDistance({ data, dimensions }: Points, one: number, other: number): number {
  const a = one * dimensions;
  const b = other * dimensions;
  let first = 0;
  let second = 0;
  let third = 0;
  let fourth = 0;
  for (let index = 0; index < dimensions; index += 4) {
    first += squaredGap(data, a + index, b + index);
    if (index + 1 < dimensions) second += squaredGap(data, a + index + 1, b + index + 1);
    if (index + 2 < dimensions) third += squaredGap(data, a + index + 2, b + index + 2);
    if (index + 3 < dimensions) fourth += squaredGap(data, a + index + 3, b + index + 3);
  }
  return first + third + (second + fourth);
}

function squaredGap(data: Points['data'], a: number, b: number): number {
  const gap = (data[a] as number) - (data[b] as number);
  return gap * gap;
}
