import type { ModelAdapter, Price } from '../../models/index.js';
import type { Stance } from '../contract/request.js';

/** A participant at the table: who is asked, through what, and under which name it appears. */
export interface Seat {
  /** `model@cli`; a repeated one gets `#2`, so that two seats of one model never mix. */
  readonly participant: string;
  readonly adapter: ModelAdapter;
  readonly model: string;
  readonly reasoningEffort: string | undefined;
  readonly stance: Stance;
  readonly family: string;
  readonly price: Price | undefined;
}
