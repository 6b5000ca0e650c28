import type { LearningSettings } from '../settings.js';

export interface ClusterParameters {
  readonly minClusterSize: number;
  readonly minSamples: number;
}

/**
 * A small journal is one cloud in which five of a kind are many: 3 finds groups where 5 finds none. With more
 * experiences small groups are mostly names that happen to recur (a component, a file), so the bound grows, first with
 * their number and later with its root. Four neighbors, the point included, are enough to tell a group from chance.
 */
export function chooseParameters(count: number, settings: LearningSettings): ClusterParameters {
  const adaptive = Math.max(SMALLEST, Math.round(Math.min(count / SHARE, Math.sqrt(count))));
  const minClusterSize = settings.minClusterSize === 'auto' ? adaptive : settings.minClusterSize;
  const minSamples = settings.minSamples === 'auto' ? Math.min(minClusterSize, MAX_SAMPLES) : settings.minSamples;
  return { minClusterSize, minSamples };
}

const SMALLEST = 3;
const SHARE = 25;
const MAX_SAMPLES = 4;
