import type { AxisClusters } from './clusters/clustering.js';
import type { WaitLimits } from './clusters/create-clusters.js';
import type { ClusterMembers } from './clusters/read-members.js';
import type { ExperiencePoints } from './clusters/read-points.js';
import type { Axis } from './experiences/axis.js';
import type { Experience } from './experiences/experience.js';
import type { ExperienceFilter, ExperienceSummary } from './experiences/read-experiences.js';
import type { Calibration } from './retrospective/calibration.js';
import type { Retrospective } from './retrospective/retrospective.js';
import type { EntrySaver } from './saving/save-entries.js';
import type { HitRate, NewHypothesis, SimilarHypotheses } from './search/premortem.js';
import type { SearchRequest, SearchResult } from './search/search-experiences.js';
import type { NearestValueRequest } from './values/nearest-value.js';
import type { StoredValue, Validation, Value } from './values/value.js';

/**
 * The lessons of resolved entries. Mistakes of the caller are `UserError`s: `validation_error`, `not_found`,
 * `insufficient_data`. The entry points check limits and lengths.
 */
export interface Learning extends EntrySaver {
  /** The id of the file that it is stored in. */
  readonly storeId: string;

  getExperience(id: string): Promise<Experience | undefined>;
  /** Newest first. */
  listExperiences(filter: ExperienceFilter): Promise<ExperienceSummary[]>;
  /** With its vectors and its membership in clusters. Returns whether there was one. */
  deleteExperience(id: string): Promise<boolean>;
  /** Oldest first. */
  exportExperiences(): AsyncIterable<Experience>;

  /** With `limits`, clusters that take longer to compute are returned as they were, with `stale`. */
  getClusters(axis: Axis, limits?: WaitLimits): Promise<AxisClusters>;
  /** The most typical first. */
  getClusterMembers(clusterId: string, limit: number, offset?: number): Promise<ClusterMembers>;
  /** For a map: every experience of the axis with its cluster, once there are clusters. */
  getPoints(axis: Axis): Promise<ExperiencePoints>;

  validateValue(text: string, clusterId: string): Promise<Validation>;
  storeValue(text: string, clusterId: string, axis: Axis): Promise<StoredValue>;
  listValues(filter: { readonly axis?: Axis | undefined; readonly limit: number }): Promise<ValueList>;
  deleteValue(id: string): Promise<boolean>;
  /** Those that the most experiences support, without drifting ones. Needs no model. */
  strongestValues(limit: number): Promise<Value[]>;
  findNearestValue(request: NearestValueRequest): Promise<Value | undefined>;

  getRetrospective(axis: Axis, limits?: WaitLimits): Promise<Retrospective>;
  calibration(): Promise<Calibration>;

  searchExperiences(request: SearchRequest): Promise<SearchResult>;
  findSimilarHypotheses(hypothesis: NewHypothesis): Promise<SimilarHypotheses>;
  hitRate(hypothesis: Pick<NewHypothesis, 'domain' | 'strategy'>): Promise<HitRate | undefined>;

  stats(): Promise<LearningStats>;
  /** Waits until nothing runs in the background. */
  drain(): Promise<void>;
  /** Ends what runs in the background, then the database. Closing again does nothing. */
  close(): Promise<void>;
}

interface ValueList {
  readonly values: readonly Value[];
  /** Experiences have changed since the values were last compared with them; that is being done now. */
  readonly isBeingChecked: boolean;
}

export interface LearningStats {
  readonly experiences: number;
  readonly values: number;
  readonly driftingValues: number;
}
