export interface LearningSettings {
  /** Clusters are looked for only among as many experiences as this. */
  readonly minExperiences: number;
  /** `auto` goes by the number of experiences. */
  readonly minClusterSize: number | 'auto';
  /** Counts the point itself. */
  readonly minSamples: number | 'auto';
}

export const DEFAULT_LEARNING_SETTINGS: LearningSettings = {
  minExperiences: 20,
  minClusterSize: 'auto',
  minSamples: 'auto',
};
