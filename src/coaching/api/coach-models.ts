import type { ModelAdapter, Price } from '../../models/index.js';
import type { ModelTier } from './call-api.js';

/** The models that the coach may ask. */
export interface CoachModels {
  /** Undefined while there is none; a later call looks again. */
  ofTier(tier: ModelTier): Promise<TierModels | undefined>;
}

export interface TierModels {
  readonly adapter: ModelAdapter;
  /** At least one; if a model does not exist, the next is asked. */
  readonly models: readonly [CoachModel, ...CoachModel[]];
}

export interface CoachModel {
  readonly id: string;
  /** Free for a subscription. Undefined if no price of any model is known. */
  readonly price: Price | undefined;
  /** Its own price is unknown: this is that of the dearest known model. */
  readonly isEstimated?: boolean;
}
