import { countOf, type GrowingTree, type OnStep, type PointKernel, type Points, type TreeEdge } from './points.js';

/** Measures every pair, without bounds and without WebAssembly: the fallback, and the reference for tests. */
export function createPlainPointKernel(points: Points): PointKernel {
  return {
    backend: 'plain',
    neighborDistances: (k, onStep) => neighborDistances(points, k, onStep),
    growTree: (cores) => growTree(points, cores),
  };
}

function neighborDistances(points: Points, k: number, onStep: OnStep): Float64Array {
  const count = countOf(points);
  const nearest = Array.from({ length: count }, () => new Float64Array(k).fill(Number.POSITIVE_INFINITY));
  for (let one = 0; one < count; one++) {
    for (let other = one + 1; other < count; other++) {
      const distance = squaredDistance(points, one, other);
      insert(nearest[one] as Float64Array, distance);
      insert(nearest[other] as Float64Array, distance);
    }
    onStep(1 - ((count - one - 1) / count) ** 2);
  }
  return Float64Array.from(nearest, (distances) => distances[k - 1] as number);
}

/** Replaces the largest of the ascending values if the new one is smaller. */
function insert(sorted: Float64Array, value: number): void {
  let index = sorted.length - 1;
  if (value >= (sorted[index] as number)) return;
  while (index > 0 && (sorted[index - 1] as number) > value) {
    sorted[index] = sorted[index - 1] as number;
    index--;
  }
  sorted[index] = value;
}

function growTree(points: Points, cores: Float64Array): GrowingTree {
  const count = countOf(points);
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
