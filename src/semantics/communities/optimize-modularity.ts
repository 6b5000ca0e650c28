import type { OnStep } from '../kernels/points.js';
import type { Graph } from './neighbor-graph.js';

/**
 * Louvain's method: nodes move to the community where they raise the modularity most, until none moves; then communities
 * are nodes, and so on. Modularity is how many more edges are inside communities than chance would put there; a higher
 * resolution gives smaller communities. Returns the community of each node.
 */
export function optimizeModularity(graph: Graph, resolution: number, onStep: OnStep): Int32Array {
  let level = graph;
  let communities = Int32Array.from({ length: getNodes(graph) }, (_, node) => node);
  while (true) {
    const found = moveNodes(level, resolution, onStep);
    const count = found.reduce((max, each) => Math.max(max, each + 1), 0);
    if (count === getNodes(level)) return communities;
    communities = communities.map((node) => found[node] as number);
    level = merge(level, found, count);
  }
}

function getNodes({ starts }: Graph): number {
  return starts.length - 1;
}

/** Each node begins alone. */
function moveNodes(graph: Graph, resolution: number, onStep: OnStep): Int32Array {
  const count = getNodes(graph);
  const communities = Int32Array.from({ length: count }, (_, node) => node);
  const degrees = getDegrees(graph);
  const total = degrees.reduce((sum, degree) => sum + degree, 0);
  const totals = degrees.slice();
  const order = shuffled(count);
  const weights = createWeights(graph, communities, count);
  for (let moves = 1, round = 0; moves > 0 && round < MAX_ROUNDS; round++) {
    moves = 0;
    onStep(1);
    for (const node of order) {
      const [own, degree] = [communities[node] as number, degrees[node] as number];
      totals[own] = (totals[own] as number) - degree;
      const getGain = (community: number, weight: number) =>
        weight - (resolution * degree * (totals[community] as number)) / total;
      weights.clear();
      weights.addEdges(node, node);
      let best = own;
      let gain = getGain(own, weights.of(own));
      for (const community of weights.seen()) {
        const other = getGain(community, weights.of(community));
        if (other <= gain + MIN_GAIN) continue;
        best = community;
        gain = other;
      }
      totals[best] = (totals[best] as number) + degree;
      communities[node] = best;
      if (best !== own) moves += 1;
    }
  }
  return numbered(communities);
}

/** Ends rounds that only move nodes to and fro. */
const MAX_ROUNDS = 100;
const MIN_GAIN = 1e-9;

/** Sums of the weights of edges by the community they lead to, in the order in which the communities were seen. */
function createWeights({ starts, targets, weights }: Graph, communities: Int32Array, count: number) {
  const sums = new Float64Array(count);
  const isSeen = new Uint8Array(count);
  const order = new Int32Array(count);
  let size = 0;
  return {
    clear: () => {
      for (let at = 0; at < size; at++) isSeen[order[at] as number] = 0;
      size = 0;
    },
    of: (community: number): number => (isSeen[community] === 1 ? (sums[community] as number) : 0),
    seen: () => order.subarray(0, size),
    addEdges: (node: number, except = -1) => {
      for (let at = starts[node] as number; at < (starts[node + 1] as number); at++) {
        const to = targets[at] as number;
        if (to === except) continue;
        const community = communities[to] as number;
        if (isSeen[community] === 0) {
          isSeen[community] = 1;
          sums[community] = 0;
          order[size++] = community;
        }
        sums[community] = (sums[community] as number) + (weights[at] as number);
      }
    },
  };
}

/** Communities as nodes; the edges inside one are an edge to itself. */
function merge(graph: Graph, communities: Int32Array, count: number): Graph {
  const members = Array.from({ length: count }, (): number[] => []);
  for (const [node, community] of communities.entries()) members[community]?.push(node);
  const starts = new Int32Array(count + 1);
  const targets: number[] = [];
  const weights: number[] = [];
  const between = createWeights(graph, communities, count);
  for (const [community, nodes] of members.entries()) {
    between.clear();
    for (const node of nodes) between.addEdges(node);
    for (const other of between.seen()) {
      targets.push(other);
      weights.push(between.of(other));
    }
    starts[community + 1] = targets.length;
  }
  return { starts, targets: Int32Array.from(targets), weights: Float64Array.from(weights) };
}

function getDegrees({ starts, weights }: Graph): Float64Array {
  return Float64Array.from({ length: starts.length - 1 }, (_, node) =>
    weights.subarray(starts[node], starts[node + 1]).reduce((sum, weight) => sum + weight, 0),
  );
}

/** The same on every machine; in the order of time, early nodes would decide for all. */
function shuffled(count: number): number[] {
  const order = Array.from({ length: count }, (_, at) => at);
  let state = 0x9e3779b9;
  for (let at = count - 1; at > 0; at--) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    const other = Math.floor((state / 2 ** 32) * (at + 1));
    [order[at], order[other]] = [order[other] as number, order[at] as number];
  }
  return order;
}

function numbered(communities: Int32Array): Int32Array {
  const numbers = new Map<number, number>();
  return communities.map((each) => {
    const number = numbers.get(each) ?? numbers.size;
    numbers.set(each, number);
    return number;
  });
}
