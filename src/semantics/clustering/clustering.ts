export interface ClusterOptions {
  /** The fewest points that make a cluster; 2 or more. */
  readonly minClusterSize: number;
  /**
   * The number of points, **itself included**, that a point needs within a distance to be dense there: scikit-learn's convention;
   * Python's hdbscan does not count the point, its 3 is 4 here. `minClusterSize` if not given.
   */
  readonly minSamples?: number;
  /** Excess of mass prefers what lasts longest; leaf takes the smallest clusters there are. */
  readonly method?: SelectionMethod;
  /** True if all points together may be the one cluster. */
  readonly allowSingleCluster?: boolean;
  /** True if clusters that hold over a third of all points are split into leaves, where these keep most of the points. */
  readonly splitsLarge?: boolean;
  readonly signal?: Pick<AbortSignal, 'aborted'>;
  /** Called now and then with the share of the work that is done, from 0 to 1. */
  readonly onProgress?: (done: number) => void;
}

export type SelectionMethod = 'eom' | 'leaf';

/** HDBSCAN with one of its selections, or communities of the network of neighbors, which need no density. */
export type ClusterMethod = SelectionMethod | 'communities';

export interface Clustering {
  /** For each point the number of its cluster, from 0, or -1 for noise. */
  readonly labels: Int32Array;
  /** The strength with which each point belongs to its cluster, from 0 to 1; 0 for noise. */
  readonly probabilities: Float64Array;
  /** For each cluster how long, and with how many points, it lasts; infinite if it holds points that coincide. */
  readonly stabilities: Float64Array;
}
