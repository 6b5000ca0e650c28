import { settleWithin } from '../../kernel/time-limit.js';
import { UserError } from '../../kernel/user-error.js';
import type { LearningContext } from '../context.js';
import type { Axis } from '../experiences/axis.js';
import type { FindModel } from '../memory/embedding-model.js';
import type { AxisClusters } from './clustering.js';
import type { ClusterComputer } from './compute-clusters.js';

export interface Clusters {
  /**
   * As they are now; computed only if an experience or a parameter has changed since they were computed last. If that
   * fails, or takes longer than the caller waits, the last ones are returned as `stale`.
   */
  current(axis: Axis, limits?: WaitLimits): Promise<AxisClusters>;
  /** Computes them if they are old, unless that has just failed. */
  refresh(axis: Axis): Promise<void>;
  /** Waits for nothing; true where nothing can be computed without a model. */
  isCurrent(axis: Axis): Promise<boolean>;
}

/** The time to wait for new clusters, in milliseconds. */
export interface WaitLimits {
  readonly ms: number;
  /** While there are no older clusters to return. */
  readonly firstMs: number;
}

export interface ClusterParts extends Pick<LearningContext, 'clock' | 'closing'> {
  readonly computer: ClusterComputer;
  /** Undefined without a model; waits for no other program. */
  readonly findModel: FindModel;
}

export function createClusters({ computer, findModel, clock, closing }: ClusterParts): Clusters {
  const { readStored, isFresh, findNewest } = computer;
  const failures = new Map<Axis, Failure>();

  /** Remembers a failure also for callers that no longer wait for it. */
  async function newest(axis: Axis): Promise<AxisClusters> {
    try {
      const found = await findNewest(axis);
      failures.delete(axis);
      return found;
    } catch (error) {
      if (!isAboutExperiences(error) && !closing.aborted) {
        const { revision } = await readStored(axis);
        failures.set(axis, { error, revision, at: clock.elapsed() });
      }
      throw error;
    }
  }

  const recentFailure = (axis: Axis, revision: number): Failure | undefined => {
    const last = failures.get(axis);
    return last?.revision === revision && clock.elapsed() - last.at < RETRY_MS ? last : undefined;
  };

  return {
    async current(axis, limits) {
      const { revision, clusters } = await readStored(axis);
      const maxMs = clusters === undefined ? limits?.firstMs : limits?.ms;
      const failed = limits && recentFailure(axis, revision);
      try {
        if (failed !== undefined) throw failed.error;
        const settled = await settleWithin({ maxMs }, () => newest(axis));
        if (settled.ok) return settled.value;
      } catch (error) {
        if (clusters === undefined || isAboutExperiences(error) || closing.aborted) throw error;
      }
      const last = failures.get(axis);
      return { ...(clusters ?? notYet(axis)), stale: true, ...(last && { warning: describeFailure(last) }) };
    },
    async refresh(axis) {
      const { revision } = await readStored(axis);
      if (recentFailure(axis, revision) !== undefined) return;
      const found = await newest(axis);
      if (found.stale) await newest(axis);
    },
    async isCurrent(axis) {
      const model = await findModel();
      return model === undefined || isFresh(await readStored(axis), model);
    },
  };
}

interface Failure {
  readonly error: unknown;
  readonly revision: number;
  readonly at: number;
}

/** After a failure; new experiences are a reason to try earlier. */
const RETRY_MS = 30_000;

/** There are too few: older clusters would hide that. */
function isAboutExperiences(error: unknown): boolean {
  return error instanceof UserError && (error.type === 'not_found' || error.type === 'insufficient_data');
}

function describeFailure({ error }: Failure): string {
  const cause = error instanceof UserError ? error.message : 'see `witan doctor`';
  return `these clusters are older than the experiences: new ones could not be computed (${cause})`;
}

function notYet(axis: Axis): AxisClusters {
  const noiseReason = 'The first clusters of these experiences are being computed; ask again in a minute.';
  const nothing = { clusters: [], experienceCount: 0, noiseCount: 0, minClusterSize: 0, minSamples: 0, computedAt: '' };
  return { axis, ...nothing, noiseReason, stale: true };
}
