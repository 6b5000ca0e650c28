import { z } from 'zod';
import { count, setting } from './setting.js';

const size = (min: number) =>
  setting(z.union([z.literal('auto'), z.number().int().min(min).max(1000)]).default('auto'), {
    expects: `auto, or a whole number from ${min} to 1000`,
    project: 'trusted',
  });

// A value from few experiences looks like one from many, so a project may only raise the minimum.
export const learningSchema = z.strictObject({
  min_experiences: count(20, [2, 100_000], 'raise'),
  min_cluster_size: size(2),
  min_samples: size(1),
});

/** The fields are described by `LearningSettings` in `src/learning`. */
export function normalizeLearning(learning: z.output<typeof learningSchema>) {
  return {
    minExperiences: learning.min_experiences,
    minClusterSize: learning.min_cluster_size,
    minSamples: learning.min_samples,
  };
}
