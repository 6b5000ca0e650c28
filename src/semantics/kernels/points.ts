/** Points one after the other in one array. */
export interface Points {
  readonly data: Float32Array | Float64Array;
  readonly dimensions: number;
}

export function getCount({ data, dimensions }: Points): number {
  return data.length / dimensions;
}

/** Compares points for clustering. All distances are squared. */
export interface PointKernel {
  readonly backend: 'simd' | 'plain';
  /** The k nearest others of every point; there must be so many. */
  findNeighbors(k: number, onStep: OnStep): Neighbors;
  /** Begins a minimum spanning tree over mutual reachability with the given core distances. */
  growTree(cores: Float64Array): GrowingTree;
}

/** `k` for each point, the nearest first; of others equally far the one with the lower index. */
export interface Neighbors {
  readonly indexes: Int32Array;
  readonly distances: Float64Array;
}

export interface GrowingTree {
  /** Adds a point to the tree. Returns the point outside with the shortest edge to the tree (the lowest of equals), or -1. */
  take(point: number): number;
  /** The shortest edge from a point outside to the tree. */
  edgeTo(point: number): TreeEdge;
}

/**
 * Among edges of equal length the one with the smaller `end` counts as the shorter, then the one with the smaller `span`:
 * mutual reachability makes many edges equally long, and what follows must not depend on the order of the points.
 */
export interface TreeEdge {
  readonly from: number;
  readonly to: number;
  /** The mutual reachability of its two points. */
  readonly length: number;
  /** The smaller core distance of its two points. */
  readonly end: number;
  /** The distance of its two points. */
  readonly span: number;
}

/** Called between rows with the share that is done; may throw to end the work. */
export type OnStep = (done: number) => void;
