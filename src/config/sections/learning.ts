import { z } from 'zod';
import { count, setting } from './setting.js';

const size = (min: number) =>
  setting(z.union([z.literal('auto'), z.number().int().min(min).max(1000)]).default('auto'), {
    expects: `auto, or a whole number from ${min} to 1000`,
    project: 'trusted',
  });

// A value that rests on few experiences looks like one that rests on many: a project may only ask for more of them.
export const learningSchema = z.strictObject({
  min_experiences: count(20, 2, 100_000, 'raise'),
  min_cluster_size: size(2),
  min_samples: size(1),
});

export interface LearningSettings {
  /** Clusters are looked for only among as many experiences as this. */
  readonly minExperiences: number;
  readonly minClusterSize: number | 'auto';
  /** Counts the point itself. */
  readonly minSamples: number | 'auto';
}

export function normalizeLearning(learning: z.output<typeof learningSchema>): LearningSettings {
  return {
    minExperiences: learning.min_experiences,
    minClusterSize: learning.min_cluster_size,
    minSamples: learning.min_samples,
  };
}
