import { minClusterSizeFor } from '../../semantics/clustering/split-large-clusters.js';
import type { LearningSettings } from '../context.js';

export interface ClusterParameters {
  readonly minClusterSize: number;
  readonly minSamples: number;
}

/** `minSamples` is for the split of a very large cluster: more than three would make noise of half the members. */
export function chooseParameters(count: number, settings: LearningSettings): ClusterParameters {
  const minClusterSize = settings.minClusterSize === 'auto' ? minClusterSizeFor(count) : settings.minClusterSize;
  const minSamples = settings.minSamples === 'auto' ? Math.min(minClusterSize, MAX_SAMPLES) : settings.minSamples;
  return { minClusterSize, minSamples };
}

const MAX_SAMPLES = 3;
