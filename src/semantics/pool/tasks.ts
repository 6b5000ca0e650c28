import type { Clustering, ClusterMethod } from '../clustering/clustering.js';

/** Input and output of each task. Arrays of numbers are typed arrays, so that they can be moved. */
export type TaskTable = Record<string, { readonly input: object; readonly output: object }>;

/** The tasks of the semantics workers, implemented in worker.ts. */
export type SemanticTasks = {
  cluster: {
    readonly input: {
      readonly data: Float32Array | Float64Array;
      readonly dimensions: number;
      readonly minClusterSize: number;
      readonly minSamples?: number;
      readonly method?: ClusterMethod;
      readonly allowSingleCluster?: boolean;
      readonly splitsLarge?: boolean;
    };
    readonly output: Clustering;
  };
  /** Positions on a map, x and y in turn. */
  layout: {
    readonly input: {
      readonly data: Float32Array;
      readonly dimensions: number;
      readonly known?: Float32Array;
      readonly renew: boolean;
      readonly seed: number;
    };
    readonly output: { readonly positions: Float32Array };
  };
  /** With the builtin embedding; the vectors come one after the other in one array. */
  'embed-batch': {
    readonly input: { readonly texts: readonly string[] };
    readonly output: { readonly data: Float32Array; readonly dimensions: number };
  };
};

/** These never wait behind a clustering, which can take minutes. */
export const SHORT_TASKS: readonly (keyof SemanticTasks)[] = ['embed-batch'];

export type OnTaskProgress = (done: number) => void;
